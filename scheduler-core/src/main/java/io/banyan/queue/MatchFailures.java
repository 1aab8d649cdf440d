package io.banyan.queue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The requests that failed since resources were last freed. A request for the same resources, in the same or a greater
 * amount and for the same or a longer time, would fail too. So no match is repeated while its result cannot have
 * changed.
 */
final class MatchFailures {
    private final Map<RequestShape, Stair> stairs = new HashMap<>();
    /** The shape that was looked for last, and its stair. */
    private @Nullable RequestShape lastShape;

    private @Nullable Stair lastStair;
    private long version;

    /**
     * The shortest duration for which the request for an amount failed; the greater the amount, the shorter. Both are
     * in arrays, because each waiting job queries them.
     */
    private static final class Stair {
        private long[] amounts = new long[4];
        private long[] lengths = new long[4];
        private int steps;

        /** The first step of a greater amount than this. */
        private int after(long amount) {
            int low = 0;
            int high = steps;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (amounts[middle] <= amount) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        boolean covers(long amount, long length) {
            int at = after(amount) - 1;
            return at >= 0 && lengths[at] <= length;
        }

        void add(long amount, long length) {
            if (covers(amount, length)) {
                return;
            }
            int from = after(amount - 1);
            int to = from;
            while (to < steps && lengths[to] >= length) {
                to++;
            }
            if (from == to && steps == amounts.length) {
                amounts = Arrays.copyOf(amounts, 2 * steps);
                lengths = Arrays.copyOf(lengths, 2 * steps);
            }
            int moved = steps - to;
            System.arraycopy(amounts, to, amounts, from + 1, moved);
            System.arraycopy(lengths, to, lengths, from + 1, moved);
            amounts[from] = amount;
            lengths[from] = length;
            steps = from + 1 + moved;
        }
    }

    /** Another number after each change. */
    long version() {
        return version;
    }

    void clear() {
        version++;
        stairs.clear();
        lastShape = null;
        lastStair = null;
    }

    /** This one found nothing. O(steps). */
    void add(WaitingJob job) {
        add(job, job.amount() - 1);
    }

    /** This one found nothing, and there would have been room for so much of its shape at most. O(steps). */
    void add(WaitingJob job, long most) {
        version++;
        lastShape = null;
        stairs.computeIfAbsent(job.shape(), it -> new Stair()).add(Math.min(most + 1, job.amount()), job.length());
    }

    /** There is room for so much of a shape at most, for however short a time. O(steps). */
    void add(RequestShape shape, long most) {
        if (most < Long.MAX_VALUE && !covers(shape, most + 1, 0)) {
            version++;
            lastShape = null;
            stairs.computeIfAbsent(shape, it -> new Stair()).add(most + 1, 0);
        }
    }

    /** O(log steps). */
    boolean covers(WaitingJob job) {
        return covers(job.shape(), job.amount(), job.length());
    }

    /** O(log steps). */
    boolean covers(RequestShape shape, long amount, long length) {
        if (!shape.equals(lastShape)) {
            lastStair = stairs.get(shape);
        }
        // The next one is likely to have the very same.
        lastShape = shape;
        return lastStair != null && lastStair.covers(amount, length);
    }

    /**
     * Whether all of these would find nothing. O(shapes x amounts that wait), and O(1) where a shape was not tried at
     * all.
     */
    boolean coverAll(WaitingJobs jobs) {
        return stairs.size() >= jobs.shapes() && jobs.all(this::covers);
    }
}
