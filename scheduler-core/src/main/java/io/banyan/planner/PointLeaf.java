package io.banyan.planner;

import java.util.Arrays;

/** Up to {@link #CAPACITY} points in flat arrays that grow as they are needed. */
final class PointLeaf extends ChangePoints {
    private static final int INITIAL = 2;
    /** The object and the headers of its arrays. */
    private static final long OVERHEAD = 40 + 3 * 16;

    /** Spans that start or end at the point. */
    private int[] spanEnds = new int[INITIAL];

    PointLeaf(int dims) {
        super(dims, INITIAL);
    }

    @Override
    long sumUntil(int d, long sec) {
        long sum = 0;
        for (int i = 0; i < size && times[i] <= sec; i++) {
            sum += sums[i * dims + d];
        }
        return sum;
    }

    @Override
    long lowest(int d) {
        long sum = 0;
        long lowest = 0;
        for (int at = d; at < size * dims; at += dims) {
            sum += sums[at];
            lowest = Math.min(lowest, sum);
        }
        return lowest;
    }

    @Override
    long least(int d, long before, long startSec, long endSec, long untilSec) {
        long least = Long.MAX_VALUE;
        long free = before;
        for (int i = 0; i < size && times[i] < endSec; i++) {
            free += sums[i * dims + d];
            if (times[i] > startSec) {
                least = Math.min(least, free);
            }
        }
        return least;
    }

    @Override
    long firstBelow(int d, long before, long afterSec, long need) {
        long free = before;
        for (int i = 0; i < size; i++) {
            free += sums[i * dims + d];
            if (free < need && times[i] > afterSec) {
                return times[i];
            }
        }
        return Long.MAX_VALUE;
    }

    @Override
    long firstEnough(int d, long before, long afterSec, long need) {
        long free = before;
        for (int i = 0; i < size; i++) {
            free += sums[i * dims + d];
            if (free >= need && times[i] > afterSec) {
                return times[i];
            }
        }
        return Long.MAX_VALUE;
    }

    @Override
    long next(long afterSec) {
        int entry = entryOf(afterSec) + 1;
        return entry < size ? times[entry] : Long.MAX_VALUE;
    }

    @Override
    boolean has(long sec) {
        int entry = entryOf(sec);
        return entry >= 0 && times[entry] == sec;
    }

    @Override
    long first() {
        return times[0];
    }

    @Override
    void change(long sec, int spanEndsBy, long[] amounts, int sign) {
        int entry = entryOf(sec);
        if (entry < 0 || times[entry] < sec) {
            insert(++entry, sec);
        }
        spanEnds[entry] += spanEndsBy;
        for (int d = 0; d < dims; d++) {
            sums[entry * dims + d] += sign * amounts[d];
        }
        if (spanEnds[entry] == 0) {
            remove(entry);
        }
    }

    /** The first span, where there is none. Most planners never have more than one. */
    void begin(TimeWindow window, long[] amounts) {
        size = 2;
        times[0] = window.startSec();
        times[1] = window.endSec();
        spanEnds[0] = 1;
        spanEnds[1] = 1;
        for (int d = 0; d < dims; d++) {
            sums[d] = -amounts[d];
            sums[dims + d] = amounts[d];
        }
    }

    /** Whether one span of this window is all that there is. */
    boolean isOnly(TimeWindow window) {
        return size == 2
                && spanEnds[0] == 1
                && spanEnds[1] == 1
                && times[0] == window.startSec()
                && times[1] == window.endSec();
    }

    private void insert(int entry, long sec) {
        reserve(size + 1);
        System.arraycopy(times, entry, times, entry + 1, size - entry);
        System.arraycopy(spanEnds, entry, spanEnds, entry + 1, size - entry);
        System.arraycopy(sums, entry * dims, sums, (entry + 1) * dims, (size - entry) * dims);
        times[entry] = sec;
        spanEnds[entry] = 0;
        Arrays.fill(sums, entry * dims, (entry + 1) * dims, 0);
        size++;
    }

    private void remove(int entry) {
        int behind = size - entry - 1;
        System.arraycopy(times, entry + 1, times, entry, behind);
        System.arraycopy(spanEnds, entry + 1, spanEnds, entry, behind);
        System.arraycopy(sums, (entry + 1) * dims, sums, entry * dims, behind * dims);
        size--;
    }

    private void reserve(int needed) {
        if (needed > times.length) {
            int capacity = Math.max(needed, times.length * 2);
            times = Arrays.copyOf(times, capacity);
            spanEnds = Arrays.copyOf(spanEnds, capacity);
            sums = Arrays.copyOf(sums, capacity * dims);
        }
    }

    @Override
    void summarise(PointBranch above, int entry) {
        for (int d = 0; d < dims; d++) {
            long sum = 0;
            long low = Long.MAX_VALUE;
            long high = Long.MIN_VALUE;
            for (int at = d; at < size * dims; at += dims) {
                sum += sums[at];
                low = Math.min(low, sum);
                high = Math.max(high, sum);
            }
            above.set(entry, d, sum, low, high);
        }
    }

    @Override
    ChangePoints split(long nextSec) {
        int left = splitAt(nextSec);
        var right = new PointLeaf(dims);
        right.append(this, left);
        size = left;
        return right;
    }

    @Override
    void append(ChangePoints right) {
        append((PointLeaf) right, 0);
    }

    private void append(PointLeaf other, int from) {
        int more = other.size - from;
        reserve(size + more);
        System.arraycopy(other.times, from, times, size, more);
        System.arraycopy(other.spanEnds, from, spanEnds, size, more);
        System.arraycopy(other.sums, from * dims, sums, size * dims, more * dims);
        size += more;
    }

    @Override
    void widen() {
        sums = widened(sums, dims);
        dims++;
    }

    @Override
    int count() {
        return size;
    }

    @Override
    long bytes() {
        return OVERHEAD + 8L * (times.length + sums.length) + 4L * spanEnds.length;
    }

    @Override
    void forEach(Visitor visitor) {
        for (int i = 0; i < size; i++) {
            visitor.point(times[i], spanEnds[i], sums, i * dims);
        }
    }

    @Override
    void checkInvariants(long fromSec, long untilSec) {
        require(size <= CAPACITY, "a leaf has " + size + " points");
        for (int i = 0; i < size; i++) {
            require(spanEnds[i] > 0, "no span starts or ends at " + times[i]);
            require(
                    times[i] >= (i == 0 ? fromSec : times[i - 1] + 1) && times[i] < untilSec,
                    times[i] + " is misplaced");
        }
    }
}
