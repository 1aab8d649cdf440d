package io.banyan.workflow.reduce;

import java.util.Arrays;

/**
 * Removes edges that follow from others: the edge from a to c where a path leads from a over b to c.
 *
 * <p>Proof that a plan of the result is one of the original: the path remains, and along it each block ends before the
 * next starts, so a ends before c starts. A search for the edges of one block looks only at blocks with numbers above
 * the lowest one before it. O(blocks x edges) in the worst case; after {@link #MOST_VISITS} visited edges the rest
 * stays, which costs a planner time and changes no plan.
 */
final class TransitiveRule implements ReductionRule {
    /** The most edges that are visited for one graph. */
    static final long MOST_VISITS = 200_000_000;

    @Override
    public String name() {
        return "transitive";
    }

    @Override
    public BlockGraph reduced(BlockGraph graph, ReductionSettings settings) {
        int[][] before = graph.edgesBefore();
        int[][] left = before.clone();
        int[] seen = new int[before.length];
        int[] direct = new int[before.length];
        int[] stack = new int[before.length];
        Arrays.fill(seen, -1);
        Arrays.fill(direct, -1);
        long visits = 0;
        boolean changed = false;
        for (int block = 0; block < before.length && visits < MOST_VISITS; block++) {
            if (before[block].length < 2) {
                continue;
            }
            visits += mark(before, block, seen, direct, stack);
            int at = block;
            left[block] = Arrays.stream(before[block])
                    .filter(earlier -> seen[earlier] != at)
                    .toArray();
            changed |= left[block].length < before[block].length;
        }
        return changed ? graph.withEdges(left) : graph;
    }

    /** Marks the blocks from which two or more edges lead to {@code block}, and returns the visited edges. */
    private static long mark(int[][] before, int block, int[] seen, int[] direct, int[] stack) {
        int lowest = before[block][0];
        int top = 0;
        for (int one : before[block]) {
            direct[one] = block;
            stack[top++] = one;
        }
        long visits = 0;
        while (top > 0) {
            int[] earlier = before[stack[--top]];
            visits += earlier.length;
            for (int one : earlier) {
                if (one >= lowest && seen[one] != block) {
                    seen[one] = block;
                    if (direct[one] != block) {
                        stack[top++] = one;
                    }
                }
            }
        }
        return visits;
    }
}
