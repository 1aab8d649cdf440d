package io.banyan.planner;

/**
 * Change points of a planner in the order of time, as a B+-tree: a leaf holds points, a branch holds leaves or
 * branches. An entry of either contains the change of each dimension within it. The free amount at a time is the total
 * and all changes up to then, and a span is two entries however many points lie between its ends. A branch knows for
 * each child also the lowest and the highest sum of its first changes, so that it need not enter a child in which
 * nothing is low (or high) enough.
 *
 * <p>Any two neighbours below a branch have more than {@link #CAPACITY} / 2 entries together, so that {@code p} points
 * make O(log p) levels. All calls but the whole-tree ones cost O(log p x dimensions).
 */
abstract sealed class ChangePoints permits PointLeaf, PointBranch {
    /** The most entries of a leaf or a branch; even. */
    static final int CAPACITY = 16;

    /** Number of quantities that change at a point. */
    int dims;
    /** Number of entries. */
    int size;
    /** The time of each entry, for a point: when it is. Of a child: no point in it is earlier. */
    long[] times;
    /** The changes in entry i of dimension d, at {@code i * dims + d}. */
    long[] sums;

    ChangePoints(int dims, int capacity) {
        this.dims = dims;
        this.times = new long[capacity];
        this.sums = new long[capacity * dims];
    }

    /** The last entry that begins at an instant or before, or -1. */
    final int entryOf(long sec) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] <= sec) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** Sum of the changes of a dimension at an instant and before. */
    abstract long sumUntil(int d, long sec);

    /** The lowest sum of the first changes of a dimension, or zero. O(entries). */
    abstract long lowest(int d);

    /**
     * The lowest that is free just after a point later than the start and earlier than the end; all points are before
     * {@code untilSec}.
     */
    abstract long least(int d, long before, long startSec, long endSec, long untilSec);

    /** The first point after an instant from which less is free than is needed, or {@link Long#MAX_VALUE}. */
    abstract long firstBelow(int d, long before, long afterSec, long need);

    /** The first point after an instant from which as much is free as is needed, or {@link Long#MAX_VALUE}. */
    abstract long firstEnough(int d, long before, long afterSec, long need);

    /** The first point after an instant, or {@link Long#MAX_VALUE}. */
    abstract long next(long afterSec);

    /** Whether there is a point at this instant. */
    abstract boolean has(long sec);

    /** The first point. */
    abstract long first();

    /**
     * Spans come or go at a point, which is made if need be and forgotten with its last span; and so much changes
     * there. There must be room for one more entry where spans come.
     */
    abstract void change(long sec, int spanEnds, long[] amounts, int sign);

    /**
     * Writes the changes of this node into its entry in the branch above, with the lowest and the highest sum on the
     * way.
     */
    abstract void summarise(PointBranch above, int entry);

    /**
     * Moves the later half of the entries into a tree of its own; the last one only, where what comes next comes behind
     * them all.
     */
    abstract ChangePoints split(long nextSec);

    /** How many entries stay. */
    final int splitAt(long nextSec) {
        return times[size - 1] < nextSec ? size - 1 : size / 2;
    }

    /** Takes over all entries of the right neighbour. */
    abstract void append(ChangePoints right);

    /** One more dimension, of which nothing changes. O(points). */
    abstract void widen();

    /** Number of points. O(points). */
    abstract int count();

    /** Memory of the whole tree. O(points). */
    abstract long bytes();

    /** Passes every point to the visitor, in the order of time. O(points). */
    abstract void forEach(Visitor visitor);

    /** Throws where the tree is not in order. O(points): for tests. */
    abstract void checkInvariants(long fromSec, long untilSec);

    final void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException("A planner's points are broken: " + what + ".");
        }
    }

    static long[] widened(long[] column, int dims) {
        int rows = column.length / dims;
        var wider = new long[rows * (dims + 1)];
        for (int i = 0; i < rows; i++) {
            System.arraycopy(column, i * dims, wider, i * (dims + 1), dims);
        }
        return wider;
    }

    /** Receives points. */
    interface Visitor {
        /** A point, the number of spans that start or end there, and the changes, at {@code from} and behind. */
        void point(long sec, int spanEnds, long[] changes, int from);
    }
}
