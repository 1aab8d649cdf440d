package io.banyan.alike;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Vertices in an order, in blocks of at most {@value #BLOCK}: adding and removing one costs O(log n + {@value #BLOCK} +
 * n / {@value #BLOCK}) moves of a number, going on to the next O(1).
 */
final class SortedVertices {

    private static final int BLOCK = 256;

    /** An order of vertices in which no two are equal. */
    interface Comparison {
        int compare(int a, int b);
    }

    private final Comparison order;
    private int[][] blocks = new int[1][];
    private int[] sizes = new int[1];
    private int used;
    private int size;
    /** By block: how many members are before it; right for the first blocks, so many as were summed up. */
    private int[] before = {};

    private int summed;
    /** The place of the last change in its block: as a rule the next change is near it. */
    private int hint;

    SortedVertices(Comparison order) {
        this.order = order;
    }

    int size() {
        return size;
    }

    /** Adds a vertex that is not there. */
    void add(int v) {
        size++;
        if (used == 0) {
            insertBlock(0, new int[] {v}, 1);
            return;
        }
        int block = used == 1 ? 0 : Math.max(0, blockFor(v));
        int at = position(block, v);
        hint = at;
        if (sizes[block] == BLOCK) {
            split(block);
            if (at > BLOCK / 2) {
                at -= BLOCK / 2;
                block++;
            }
        }
        int[] members = blocks[block];
        if (sizes[block] == members.length) {
            members = Arrays.copyOf(members, Math.min(BLOCK, 2 * members.length));
            blocks[block] = members;
        }
        System.arraycopy(members, at, members, at + 1, sizes[block] - at);
        members[at] = v;
        sizes[block]++;
        summed = Math.min(summed, block + 1);
    }

    /** Removes a vertex that is there; the order must still be the one under which it was added. */
    void remove(int v) {
        int block = used == 1 ? 0 : blockFor(v);
        int at = block < 0 ? 0 : placeOf(block, v);
        if (block < 0 || at == sizes[block] || blocks[block][at] != v) {
            throw new IllegalStateException("Vertex " + v + " is not where its order says.");
        }
        hint = at;
        size--;
        summed = Math.min(summed, block + 1);
        System.arraycopy(blocks[block], at + 1, blocks[block], at, sizes[block] - at - 1);
        if (--sizes[block] == 0) {
            System.arraycopy(blocks, block + 1, blocks, block, used - block - 1);
            System.arraycopy(sizes, block + 1, sizes, block, used - block - 1);
            blocks[--used] = new int[0];
        }
    }

    /** The members from the first on; it ends, or is undefined, when they change. */
    Walk walk() {
        return new Walk();
    }

    /**
     * Returns the members from the first one on for which the predicate does not hold; it holds for all members before
     * that one. O(log n).
     */
    Walk walkBehind(IntPredicate early) {
        var walk = new Walk();
        walk.block = Math.max(0, lastBlockOf(early));
        walk.at = used == 0 ? 0 : positionBehind(walk.block, early);
        if (walk.block < used && walk.at == sizes[walk.block]) {
            walk.at = 0;
            walk.block++;
        }
        return walk;
    }

    /**
     * Returns the number of members for which the predicate holds, which are the first ones. O(log n), and once after a
     * change O(n / {@value #BLOCK}).
     */
    int count(IntPredicate early) {
        int block = lastBlockOf(early);
        return block < 0 ? 0 : before(block) + positionBehind(block, early);
    }

    /** The last member for which this holds, as it does for all before, or -1. O(log n). */
    int last(IntPredicate early) {
        int block = lastBlockOf(early);
        return block < 0 ? -1 : blocks[block][positionBehind(block, early) - 1];
    }

    private int before(int block) {
        if (before.length < used) {
            before = Arrays.copyOf(before, blocks.length);
        }
        for (; summed <= block; summed++) {
            before[summed] = summed == 0 ? 0 : before[summed - 1] + sizes[summed - 1];
        }
        return before[block];
    }

    /** The last block that begins with a member for which this holds, or -1. */
    private int lastBlockOf(IntPredicate early) {
        int low = 0;
        int high = used - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (early.test(blocks[middle][0])) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    private int positionBehind(int block, IntPredicate early) {
        int low = 0;
        int high = sizes[block] - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (early.test(blocks[block][middle])) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** The memory of the blocks. */
    long bytes() {
        long bytes = 8L * blocks.length + 4L * before.length;
        for (int i = 0; i < used; i++) {
            bytes += 16 + 4L * blocks[i].length;
        }
        return bytes;
    }

    /** Throws where two neighbours are out of order. O(n): for tests. */
    void checkInvariants() {
        int count = 0;
        int last = -1;
        for (Walk walk = walk(); walk.isAtMember(); walk.advance()) {
            if (last >= 0 && order.compare(last, walk.vertex()) >= 0) {
                throw new IllegalStateException("Vertices " + last + " and " + walk.vertex() + " are out of order.");
            }
            last = walk.vertex();
            count++;
        }
        if (count != size) {
            throw new IllegalStateException("There are " + count + " vertices in order, but " + size + " are counted.");
        }
    }

    /** Goes along the members. */
    final class Walk {
        private int block;
        private int at;

        boolean isAtMember() {
            return block < used;
        }

        int vertex() {
            return blocks[block][at];
        }

        void advance() {
            if (++at == sizes[block]) {
                at = 0;
                block++;
            }
        }
    }

    /** The last block that begins at or before the vertex, or -1. */
    private int blockFor(int v) {
        int low = 0;
        int high = used - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (order.compare(blocks[middle][0], v) <= 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }

    /**
     * Where a vertex is that should be in a block. Nothing is compared where it stood beside the one that came or went
     * last.
     */
    private int placeOf(int block, int v) {
        int[] members = blocks[block];
        for (int at = Math.min(hint, sizes[block] - 1); at >= 0 && at >= hint - 1; at--) {
            if (members[at] == v) {
                return at;
            }
        }
        return position(block, v);
    }

    /** Where the vertex is in a block, or would be. Two comparisons beside the one that came or went last. */
    private int position(int block, int v) {
        int[] members = blocks[block];
        int low = 0;
        int high = sizes[block] - 1;
        int probe = Math.min(hint, high);
        boolean isNear = true;
        while (low <= high) {
            boolean isBehind = order.compare(members[probe], v) < 0;
            if (isBehind) {
                low = probe + 1;
            } else {
                high = probe - 1;
            }
            int neighbour = isBehind ? low : high;
            probe = isNear ? neighbour : (low + high) >>> 1;
            isNear = false;
        }
        return low;
    }

    private void split(int block) {
        int half = BLOCK / 2;
        summed = Math.min(summed, block + 1);
        insertBlock(block + 1, Arrays.copyOfRange(blocks[block], half, BLOCK), BLOCK - half);
        blocks[block] = Arrays.copyOf(blocks[block], half);
        sizes[block] = half;
    }

    private void insertBlock(int at, int[] members, int count) {
        if (used == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * used);
            sizes = Arrays.copyOf(sizes, 2 * used);
        }
        System.arraycopy(blocks, at, blocks, at + 1, used - at);
        System.arraycopy(sizes, at, sizes, at + 1, used - at);
        blocks[at] = members;
        sizes[at] = count;
        used++;
    }
}
