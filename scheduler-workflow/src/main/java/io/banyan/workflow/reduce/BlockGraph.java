package io.banyan.workflow.reduce;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Blocks and their order. The number of a block is its position; a block has a higher number than those before it.
 *
 * <p>Immutable. The construction takes O(blocks + edges).
 */
public final class BlockGraph {
    private final List<Block> blocks;
    private final int[][] before;
    private final int[][] next;

    /**
     * A graph of these blocks.
     *
     * @param before the blocks before each block, ascending, without repetition, all with lower numbers
     */
    BlockGraph(List<Block> blocks, int[][] before) {
        this.blocks = List.copyOf(blocks);
        this.before = before;
        this.next = reversed(before);
        for (int i = 0; i < before.length; i++) {
            if (before[i].length > 0 && before[i][before[i].length - 1] >= i) {
                throw new IllegalArgumentException("block " + i + " stands before a block that it waits for");
            }
        }
    }

    private static int[][] reversed(int[][] edges) {
        List<List<Integer>> reversed = new ArrayList<>();
        for (int i = 0; i < edges.length; i++) {
            reversed.add(new ArrayList<>(1));
            for (int earlier : edges[i]) {
                reversed.get(earlier).add(i);
            }
        }
        return reversed.stream()
                .map(ends -> ends.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    /** Returns the blocks. */
    public List<Block> blocks() {
        return blocks;
    }

    /** Returns the number of blocks. */
    public int size() {
        return blocks.size();
    }

    /** Returns the number of edges. O(size). */
    public long edges() {
        return Arrays.stream(before).mapToLong(ends -> ends.length).sum();
    }

    /** Returns the blocks that must end before a block starts, ascending. */
    public int[] before(int block) {
        return before[block].clone();
    }

    /** Returns the blocks that wait for a block, ascending. */
    public int[] next(int block) {
        return next[block].clone();
    }

    /** Returns the arrays of edges, which the caller must not change. */
    int[][] edgesBefore() {
        return before;
    }

    /** Returns the reversed arrays of edges, which the caller must not change. */
    int[][] edgesNext() {
        return next;
    }

    /** Returns this graph with other edges. */
    BlockGraph withEdges(int[][] others) {
        return new BlockGraph(blocks, others);
    }

    /**
     * Returns the graph in which the blocks of each group are one block. O(size + edges log edges).
     *
     * @param group the group of each block: the number of its first block or of its last
     * @param merged the block of each group, by that number
     */
    BlockGraph merged(int[] group, List<Block> merged) {
        int[] numbers = new int[size()];
        List<Block> left = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            if (group[i] == i) {
                numbers[i] = left.size();
                left.add(merged.get(i));
            }
        }
        List<List<Integer>> edges = new ArrayList<>();
        left.forEach(block -> edges.add(new ArrayList<>()));
        for (int i = 0; i < size(); i++) {
            for (int earlier : before[i]) {
                if (group[earlier] != group[i]) {
                    edges.get(numbers[group[i]]).add(numbers[group[earlier]]);
                }
            }
        }
        return new BlockGraph(
                left,
                edges.stream()
                        .map(ends -> ends.stream()
                                .mapToInt(Integer::intValue)
                                .sorted()
                                .distinct()
                                .toArray())
                        .toArray(int[][]::new));
    }
}
