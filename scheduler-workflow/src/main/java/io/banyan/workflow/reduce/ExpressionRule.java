package io.banyan.workflow.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Removes blocks without resources: their tasks run in the daemon, in no time that a plan counts. The blocks after such
 * a block wait for those before it.
 *
 * <p>Proof that a plan of the result is one of the original: let x be removed, a before it and b after it. The result
 * has the edge from a to b, so a ends before b starts, and x runs between the two. O(sum of the products of the
 * removed blocks' edges).
 */
final class ExpressionRule implements ReductionRule {
    /** The most edges that take the place of those of one removed block. */
    static final long MOST_EDGES = 4_000_000;

    @Override
    public String name() {
        return "expressions";
    }

    @Override
    public BlockGraph reduced(BlockGraph graph, ReductionSettings settings) {
        boolean[] removed = new boolean[graph.size()];
        List<Block> left = new ArrayList<>();
        int[] numbers = new int[graph.size()];
        for (int i = 0; i < graph.size(); i++) {
            removed[i] = graph.blocks().get(i).lanes() == 0;
            if (!removed[i]) {
                numbers[i] = left.size();
                left.add(graph.blocks().get(i));
            }
        }
        if (left.size() == graph.size()) {
            return graph;
        }
        int[][] resolved = new int[graph.size()][];
        int[][] edges = new int[left.size()][];
        for (int i = 0; i < graph.size(); i++) {
            resolved[i] = resolved(graph.edgesBefore()[i], removed, resolved);
            if (removed[i]) {
                requireFew(graph.blocks().get(i), resolved[i].length, graph.edgesNext()[i].length);
            }
            if (!removed[i]) {
                edges[numbers[i]] =
                        Arrays.stream(resolved[i]).map(block -> numbers[block]).toArray();
            }
        }
        return new BlockGraph(left, edges);
    }

    private static void requireFew(Block block, int before, int next) {
        if ((long) before * next > MOST_EDGES) {
            throw new IllegalArgumentException("step '" + block.name() + "' needs no resources and joins " + before
                    + " steps with " + next + ", which is more than " + MOST_EDGES
                    + " edges; with 1 core it stays a step of its own");
        }
    }

    /** Returns the blocks before, with those before a removed block in its place. */
    private static int[] resolved(int[] before, boolean[] removed, int[][] resolved) {
        return Arrays.stream(before)
                .flatMap(block -> removed[block] ? Arrays.stream(resolved[block]) : Arrays.stream(new int[] {block}))
                .sorted()
                .distinct()
                .toArray();
    }
}
