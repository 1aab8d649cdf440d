package io.banyan.planner;

import java.util.Arrays;

/** The planner with its points in one sorted array: the same answers, at a cost that grows with the points. */
final class FlatPlanner {

    private long[] totals;
    /** Start of each segment; the first reaches back for ever. */
    private long[] times;
    /** Spans that start or end at the point. */
    private int[] spanEnds;
    /** The free amount in segment i of dimension d, at {@code i * dimensions + d}. */
    private long[] free;

    private int size;

    /** A planner with nothing taken. The totals are copied. */
    FlatPlanner(long... totals) {
        if (totals.length == 0) {
            throw new IllegalArgumentException("A planner needs at least one dimension.");
        }
        this.totals = totals.clone();
        times = new long[] {Long.MIN_VALUE, 0, 0};
        spanEnds = new int[3];
        free = Arrays.copyOf(totals, 3 * totals.length);
        size = 1;
    }

    /** Whether nothing is taken at any time. */
    boolean isEmpty() {
        return size == 1;
    }

    /** Number of change points. */
    int points() {
        return size - 1;
    }

    /** Returns what is free of a dimension at an instant. */
    long freeAt(int dimension, long sec) {
        return free[segmentOf(sec) * totals.length + dimension];
    }

    /** Returns what is free of a dimension throughout a window. */
    long freeDuring(int dimension, TimeWindow window) {
        long least = Long.MAX_VALUE;
        for (int i = segmentOf(window.startSec()); i < size && times[i] < window.endSec(); i++) {
            least = Math.min(least, free[i * totals.length + dimension]);
        }
        return least;
    }

    /** Whether each dimension has at least the amount needed throughout the window. */
    boolean fits(TimeWindow window, long[] needs) {
        return firstObstacle(window, needs) < 0;
    }

    /** The first segment of the window in which some dimension has too little, or -1. */
    private int firstObstacle(TimeWindow window, long[] needs) {
        int dims = totals.length;
        for (int i = segmentOf(window.startSec()); i < size && times[i] < window.endSec(); i++) {
            for (int d = 0; d < dims; d++) {
                if (free[i * dims + d] < needs[d]) {
                    return i;
                }
            }
        }
        return -1;
    }

    /**
     * The earliest start, not before {@code fromSec}, at which the needs fit for the duration (cut off at
     * {@code limitSec}); only {@code fromSec} itself and change points are candidates, which is enough since nothing
     * gets free between them. O(log p + points passed).
     *
     * @return the start, or {@link Long#MAX_VALUE} where there is none before {@code limitSec}
     */
    long earliest(long fromSec, long durationSec, long limitSec, long[] needs) {
        long candidate = fromSec;
        while (candidate < limitSec) {
            int obstacle = firstObstacle(TimeWindow.startingAt(candidate, durationSec, limitSec), needs);
            if (obstacle < 0) {
                return candidate;
            }
            candidate = obstacle + 1 < size ? times[obstacle + 1] : Long.MAX_VALUE;
        }
        return Long.MAX_VALUE;
    }

    /** The first change point after an instant, or {@link Long#MAX_VALUE}. */
    long nextPoint(long afterSec) {
        int next = segmentOf(afterSec) + 1;
        return next < size ? times[next] : Long.MAX_VALUE;
    }

    /**
     * Takes an amount of each dimension during a window.
     *
     * @throws IllegalStateException where a dimension does not have that much free; nothing is taken then
     */
    void add(TimeWindow window, long[] amounts) {
        if (!fits(window, amounts)) {
            throw new IllegalStateException("Not enough is free from " + window.startSec() + " to " + window.endSec()
                    + " for " + Arrays.toString(amounts) + ".");
        }
        int from = ensurePoint(window.startSec());
        int to = ensurePoint(window.endSec());
        spanEnds[from]++;
        spanEnds[to]++;
        shift(from, to, amounts, -1);
    }

    /** Gives back what {@link #add} took; the window and the amounts must be those of an earlier call. */
    void remove(TimeWindow window, long[] amounts) {
        int from = pointAt(window.startSec());
        int to = pointAt(window.endSec());
        shift(from, to, amounts, 1);
        release(to);
        release(from);
    }

    /** Gives back a part of the amounts of a span that goes on (its points stay). */
    void reduce(TimeWindow window, long[] amounts) {
        shift(pointAt(window.startSec()), pointAt(window.endSec()), amounts, 1);
    }

    /** Takes more during the window of a span that exists. */
    void increase(TimeWindow window, long[] amounts) {
        if (!fits(window, amounts)) {
            throw new IllegalStateException("Not enough is free from " + window.startSec() + " to " + window.endSec()
                    + " for " + Arrays.toString(amounts) + " more.");
        }
        shift(pointAt(window.startSec()), pointAt(window.endSec()), amounts, -1);
    }

    /** The whole quantity of a dimension grows or shrinks by {@code delta}, at all times. O(points). */
    void resize(int dimension, long delta) {
        totals[dimension] += delta;
        for (int i = 0; i < size; i++) {
            free[i * totals.length + dimension] += delta;
        }
    }

    /** One more dimension, of which nothing is taken. O(points). */
    void addDimension(long total) {
        int dims = totals.length;
        var wider = new long[times.length * (dims + 1)];
        for (int i = 0; i < size; i++) {
            System.arraycopy(free, i * dims, wider, i * (dims + 1), dims);
            wider[i * (dims + 1) + dims] = total;
        }
        free = wider;
        totals = Arrays.copyOf(totals, dims + 1);
        totals[dims] = total;
    }

    @Override
    public String toString() {
        var text = new StringBuilder("Planner(of ").append(Arrays.toString(totals));
        for (int i = 1; i < size; i++) {
            text.append("; from ").append(times[i]).append(": ");
            text.append(Arrays.toString(Arrays.copyOfRange(free, i * totals.length, (i + 1) * totals.length)));
        }
        return text.append(')').toString();
    }

    private int segmentOf(long sec) {
        int found = Arrays.binarySearch(times, 0, size, sec);
        return found >= 0 ? found : -found - 2;
    }

    private int pointAt(long sec) {
        int found = Arrays.binarySearch(times, 0, size, sec);
        if (found < 0) {
            throw new IllegalStateException("No span starts or ends at " + sec + " in " + this);
        }
        return found;
    }

    private int ensurePoint(long sec) {
        int found = Arrays.binarySearch(times, 0, size, sec);
        if (found >= 0) {
            return found;
        }
        int at = -found - 1;
        int dims = totals.length;
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            spanEnds = Arrays.copyOf(spanEnds, size * 2);
            free = Arrays.copyOf(free, size * 2 * dims);
        }
        System.arraycopy(times, at, times, at + 1, size - at);
        System.arraycopy(spanEnds, at, spanEnds, at + 1, size - at);
        System.arraycopy(free, (at - 1) * dims, free, at * dims, (size - at + 1) * dims);
        times[at] = sec;
        spanEnds[at] = 0;
        size++;
        return at;
    }

    private void release(int point) {
        if (--spanEnds[point] > 0) {
            return;
        }
        int dims = totals.length;
        int behind = size - point - 1;
        System.arraycopy(times, point + 1, times, point, behind);
        System.arraycopy(spanEnds, point + 1, spanEnds, point, behind);
        System.arraycopy(free, (point + 1) * dims, free, point * dims, behind * dims);
        size--;
    }

    private void shift(int from, int to, long[] amounts, int sign) {
        int dims = totals.length;
        for (int i = from; i < to; i++) {
            for (int d = 0; d < dims; d++) {
                free[i * dims + d] += sign * amounts[d];
            }
        }
    }
}
