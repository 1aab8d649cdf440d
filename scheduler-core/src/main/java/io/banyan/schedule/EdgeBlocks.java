package io.banyan.schedule;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * Edges in a total order that does not change while they are here, in blocks: adding and taking away one of {@code n}
 * costs O(log n) comparisons and the moving of one block, and at times of the list of blocks. Not thread-safe.
 */
final class EdgeBlocks {

    /** The most edges of a block; two neighbours have more than half of that together. */
    private static final int CAPACITY = 256;

    /** The order of edges. */
    interface Order {
        /** Less than zero where the first edge comes first, zero for the same edge. */
        int compare(int a, int b);
    }

    private final Order order;
    private int[][] blocks;
    private int[] sizes;
    private int count;

    /** Edges that are in order. */
    EdgeBlocks(Order order, int[] sorted) {
        this.order = order;
        int half = CAPACITY / 2;
        count = (sorted.length + half - 1) / half;
        blocks = new int[Math.max(1, count)][];
        sizes = new int[blocks.length];
        for (int i = 0; i < count; i++) {
            sizes[i] = Math.min(half, sorted.length - i * half);
            blocks[i] = Arrays.copyOfRange(sorted, i * half, i * half + sizes[i]);
        }
        for (int i = count - 2; i >= 0; i--) {
            joinIfSmall(i);
        }
    }

    /** Adds an edge that is not here. */
    void add(int edge) {
        if (count == 0) {
            insertBlock(0, new int[] {edge}, 1);
            return;
        }
        int b = Math.max(0, blockOf(edge));
        if (sizes[b] == CAPACITY) {
            int half = CAPACITY / 2;
            insertBlock(b + 1, Arrays.copyOfRange(blocks[b], half, CAPACITY), CAPACITY - half);
            sizes[b] = half;
            b = Math.max(0, blockOf(edge));
        }
        int at = rankIn(b, edge);
        if (sizes[b] == blocks[b].length) {
            blocks[b] = Arrays.copyOf(blocks[b], Math.min(CAPACITY, Math.max(4, sizes[b] * 2)));
        }
        System.arraycopy(blocks[b], at, blocks[b], at + 1, sizes[b] - at);
        blocks[b][at] = edge;
        sizes[b]++;
    }

    /** Removes an edge, and returns whether it was here. */
    boolean remove(int edge) {
        int b = count == 0 ? -1 : blockOf(edge);
        int at = b < 0 ? 0 : rankIn(b, edge);
        if (b < 0 || at == sizes[b] || blocks[b][at] != edge) {
            return false;
        }
        System.arraycopy(blocks[b], at + 1, blocks[b], at, sizes[b] - at - 1);
        sizes[b]--;
        if (sizes[b] == 0) {
            removeBlock(b);
        } else if (b > 0 && joinIfSmall(b - 1)) {
            return true;
        } else {
            joinIfSmall(b);
        }
        return true;
    }

    /** All edges in order; not to be read across changes. */
    PrimitiveIterator.OfInt iterator() {
        return new Walk();
    }

    private final class Walk implements PrimitiveIterator.OfInt {
        private int block;
        private int at;

        @Override
        public boolean hasNext() {
            return block < count;
        }

        @Override
        public int nextInt() {
            if (block == count) {
                throw new NoSuchElementException("There are no more edges.");
            }
            int edge = blocks[block][at++];
            if (at == sizes[block]) {
                block++;
                at = 0;
            }
            return edge;
        }
    }

    /** Returns the number of bytes that the blocks take. O(blocks). */
    long bytes() {
        long bytes = 64 + 8L * blocks.length;
        for (int i = 0; i < count; i++) {
            bytes += 16 + 4L * blocks[i].length;
        }
        return bytes;
    }

    /** The last block that begins with the edge or with one before it, or -1. */
    private int blockOf(int edge) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(blocks[middle][0], edge) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** How many edges of the block come before the edge. */
    private int rankIn(int b, int edge) {
        int low = 0;
        int high = sizes[b];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (order.compare(blocks[b][middle], edge) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean joinIfSmall(int b) {
        if (b + 1 >= count || sizes[b] + sizes[b + 1] > CAPACITY / 2) {
            return false;
        }
        int[] joined = Arrays.copyOf(blocks[b], CAPACITY / 2);
        System.arraycopy(blocks[b + 1], 0, joined, sizes[b], sizes[b + 1]);
        blocks[b] = joined;
        sizes[b] += sizes[b + 1];
        removeBlock(b + 1);
        return true;
    }

    private void insertBlock(int b, int[] edges, int size) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, count * 2);
            sizes = Arrays.copyOf(sizes, count * 2);
        }
        System.arraycopy(blocks, b, blocks, b + 1, count - b);
        System.arraycopy(sizes, b, sizes, b + 1, count - b);
        blocks[b] = edges;
        sizes[b] = size;
        count++;
    }

    private void removeBlock(int b) {
        System.arraycopy(blocks, b + 1, blocks, b, count - b - 1);
        System.arraycopy(sizes, b + 1, sizes, b, count - b - 1);
        count--;
    }
}
