package io.banyan.planner;

import java.util.Arrays;

/** Up to {@link #CAPACITY} leaves, or branches of one height. */
final class PointBranch extends ChangePoints {
    /** The object and the headers of its arrays. */
    private static final long OVERHEAD = 48 + 5 * 16;

    private final ChangePoints[] children = new ChangePoints[CAPACITY];
    /** The lowest sum of the first changes of child i, one change at least, by dimension; as {@link #sums}. */
    private long[] lows;
    /** The highest. */
    private long[] highs;

    private PointBranch(int dims) {
        super(dims, CAPACITY);
        lows = new long[CAPACITY * dims];
        highs = new long[CAPACITY * dims];
    }

    /** A tree that is higher by one level than this one, which is full, and where a point comes. */
    static PointBranch above(ChangePoints full, long nextSec) {
        var branch = new PointBranch(full.dims);
        branch.children[0] = full;
        branch.times[0] = full.times[0];
        branch.size = 1;
        branch.splitChild(0, nextSec);
        return branch;
    }

    /** The tree below, where this one has but one child. */
    ChangePoints onlyChild() {
        return children[0];
    }

    void set(int entry, int d, long sum, long low, long high) {
        int at = entry * dims + d;
        sums[at] = sum;
        lows[at] = low;
        highs[at] = high;
    }

    private int childOf(long sec) {
        return Math.max(0, entryOf(sec));
    }

    private long endOf(int entry, long untilSec) {
        return entry + 1 < size ? times[entry + 1] : untilSec;
    }

    @Override
    long sumUntil(int d, long sec) {
        int last = childOf(sec);
        long sum = 0;
        for (int i = 0; i < last; i++) {
            sum += sums[i * dims + d];
        }
        return sum + children[last].sumUntil(d, sec);
    }

    @Override
    long lowest(int d) {
        long sum = 0;
        long lowest = 0;
        for (int at = d; at < size * dims; at += dims) {
            lowest = Math.min(lowest, sum + lows[at]);
            sum += sums[at];
        }
        return lowest;
    }

    @Override
    long least(int d, long before, long startSec, long endSec, long untilSec) {
        long least = Long.MAX_VALUE;
        long free = before;
        for (int i = 0; i < size && times[i] < endSec; i++) {
            long until = endOf(i, untilSec);
            if (times[i] > startSec && until <= endSec) {
                least = Math.min(least, free + lows[i * dims + d]);
            } else if (until > startSec) {
                least = Math.min(least, children[i].least(d, free, startSec, endSec, until));
            }
            free += sums[i * dims + d];
        }
        return least;
    }

    @Override
    long firstBelow(int d, long before, long afterSec, long need) {
        long free = before;
        for (int i = 0; i < size; i++) {
            if (free + lows[i * dims + d] < need && endOf(i, Long.MAX_VALUE) > afterSec) {
                long found = children[i].firstBelow(d, free, afterSec, need);
                if (found < Long.MAX_VALUE) {
                    return found;
                }
            }
            free += sums[i * dims + d];
        }
        return Long.MAX_VALUE;
    }

    @Override
    long firstEnough(int d, long before, long afterSec, long need) {
        long free = before;
        for (int i = 0; i < size; i++) {
            if (free + highs[i * dims + d] >= need && endOf(i, Long.MAX_VALUE) > afterSec) {
                long found = children[i].firstEnough(d, free, afterSec, need);
                if (found < Long.MAX_VALUE) {
                    return found;
                }
            }
            free += sums[i * dims + d];
        }
        return Long.MAX_VALUE;
    }

    @Override
    long next(long afterSec) {
        int entry = childOf(afterSec);
        long found = children[entry].next(afterSec);
        return found == Long.MAX_VALUE && entry + 1 < size ? children[entry + 1].first() : found;
    }

    @Override
    boolean has(long sec) {
        return children[childOf(sec)].has(sec);
    }

    @Override
    long first() {
        return children[0].first();
    }

    @Override
    void change(long sec, int spanEndsBy, long[] amounts, int sign) {
        times[0] = Math.min(times[0], sec);
        int entry = childOf(sec);
        if (spanEndsBy > 0 && children[entry].size == CAPACITY) {
            splitChild(entry, sec);
            entry = childOf(sec);
        }
        children[entry].change(sec, spanEndsBy, amounts, sign);
        if (spanEndsBy >= 0 || !joined(entry)) {
            children[entry].summarise(this, entry);
        }
    }

    private void splitChild(int entry, long nextSec) {
        // In the middle a small part might stand beside another small one.
        ChangePoints right = children[entry].split(entry == size - 1 ? nextSec : Long.MIN_VALUE);
        move(entry + 1, entry + 2);
        children[entry + 1] = right;
        times[entry + 1] = right.times[0];
        children[entry].summarise(this, entry);
        right.summarise(this, entry + 1);
    }

    /**
     * Joins a child that has become small with a neighbour, or forgets it where it is empty; returns whether it did
     * either.
     */
    private boolean joined(int entry) {
        if (children[entry].size == 0) {
            move(entry + 1, entry);
            return true;
        }
        if (entry > 0 && areSmall(entry - 1)) {
            join(entry - 1);
            return true;
        }
        if (entry + 1 < size && areSmall(entry)) {
            join(entry);
            return true;
        }
        return false;
    }

    /** Whether the child and its right neighbour are too small for two. */
    private boolean areSmall(int entry) {
        return children[entry].size + children[entry + 1].size <= CAPACITY / 2;
    }

    private void join(int entry) {
        children[entry].append(children[entry + 1]);
        move(entry + 2, entry + 1);
        children[entry].summarise(this, entry);
    }

    /** Moves the entries from one position on to another, which makes or closes a gap. */
    private void move(int from, int to) {
        int count = size - from;
        System.arraycopy(times, from, times, to, count);
        System.arraycopy(children, from, children, to, count);
        System.arraycopy(sums, from * dims, sums, to * dims, count * dims);
        System.arraycopy(lows, from * dims, lows, to * dims, count * dims);
        System.arraycopy(highs, from * dims, highs, to * dims, count * dims);
        size += to - from;
        Arrays.fill(children, size, CAPACITY, null);
    }

    @Override
    void summarise(PointBranch above, int entry) {
        for (int d = 0; d < dims; d++) {
            long sum = 0;
            long low = Long.MAX_VALUE;
            long high = Long.MIN_VALUE;
            for (int at = d; at < size * dims; at += dims) {
                low = Math.min(low, sum + lows[at]);
                high = Math.max(high, sum + highs[at]);
                sum += sums[at];
            }
            above.set(entry, d, sum, low, high);
        }
    }

    @Override
    ChangePoints split(long nextSec) {
        int left = splitAt(nextSec);
        var right = new PointBranch(dims);
        right.append(this, left);
        size = left;
        Arrays.fill(children, size, CAPACITY, null);
        return right;
    }

    @Override
    void append(ChangePoints right) {
        int border = size - 1;
        append((PointBranch) right, 0);
        if (areSmall(border)) {
            join(border);
        }
    }

    private void append(PointBranch other, int from) {
        int more = other.size - from;
        System.arraycopy(other.times, from, times, size, more);
        System.arraycopy(other.children, from, children, size, more);
        System.arraycopy(other.sums, from * dims, sums, size * dims, more * dims);
        System.arraycopy(other.lows, from * dims, lows, size * dims, more * dims);
        System.arraycopy(other.highs, from * dims, highs, size * dims, more * dims);
        size += more;
    }

    @Override
    void widen() {
        for (int i = 0; i < size; i++) {
            children[i].widen();
        }
        sums = widened(sums, dims);
        lows = widened(lows, dims);
        highs = widened(highs, dims);
        dims++;
    }

    @Override
    int count() {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += children[i].count();
        }
        return count;
    }

    @Override
    long bytes() {
        long bytes = OVERHEAD + 8L * (times.length + sums.length + lows.length + highs.length) + 4L * children.length;
        for (int i = 0; i < size; i++) {
            bytes += children[i].bytes();
        }
        return bytes;
    }

    @Override
    void forEach(Visitor visitor) {
        for (int i = 0; i < size; i++) {
            children[i].forEach(visitor);
        }
    }

    @Override
    void checkInvariants(long fromSec, long untilSec) {
        require(size > 0 && size <= CAPACITY, "a branch has " + size + " children");
        for (int i = 0; i < size; i++) {
            require(i == 0 ? times[0] >= fromSec : times[i] > times[i - 1], "its children are out of order");
            require(i + 1 == size || !areSmall(i), "two neighbours have too few entries");
            require(children[i].size > 0, "a child is empty");
            require(children[i].getClass() == children[0].getClass(), "its children have different heights");
            children[i].checkInvariants(times[i], endOf(i, untilSec));
            var fresh = new PointBranch(dims);
            children[i].summarise(fresh, i);
            require(
                    rowsAgree(sums, fresh.sums, i)
                            && rowsAgree(lows, fresh.lows, i)
                            && rowsAgree(highs, fresh.highs, i),
                    "the summary of a child is wrong");
        }
    }

    private boolean rowsAgree(long[] a, long[] b, int entry) {
        return Arrays.equals(a, entry * dims, (entry + 1) * dims, b, entry * dims, (entry + 1) * dims);
    }
}
