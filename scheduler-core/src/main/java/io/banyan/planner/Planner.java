package io.banyan.planner;

import java.util.Arrays;

/**
 * The free amounts of a few quantities, as one step function of time.
 *
 * <p>A planner has one or more <em>dimensions</em> (for example jobs, cores and nodes below a vertex), which share
 * their change points because a span always takes from all of them during the same window. A point stays as long as a
 * span starts or ends at it, even if two spans cancel out: resources change owners there, so that it is a candidate
 * time for a reservation. A span is removed by the same window and amounts; no other data of it is kept.
 *
 * <p>With {@code p} points, adding, removing and asking about a window cost O(log p) in each dimension, whatever the
 * length of the window: {@link ChangePoints} keeps the changes at each point, so that only the two ends of a span are
 * written. Amounts and needs are read by dimension; longer arrays are permitted. Not thread-safe.
 */
public final class Planner {

    /** The object itself and the header of its array. */
    private static final long OVERHEAD = 24 + 16;

    private long[] totals;
    private ChangePoints points;

    /** A planner with nothing taken. The totals are copied. */
    public Planner(long... totals) {
        if (totals.length == 0) {
            throw new IllegalArgumentException("A planner needs at least one dimension.");
        }
        this.totals = totals.clone();
        this.points = new PointLeaf(totals.length);
    }

    /** Returns the memory of the planner: its arrays, and their headers. O(points). */
    public long bytes() {
        return 8L * totals.length + OVERHEAD + points.bytes();
    }

    /** The whole quantity of a dimension. */
    public long total(int dimension) {
        return totals[dimension];
    }

    /** The whole quantities, by dimension; a copy. */
    public long[] totals() {
        return totals.clone();
    }

    /** Whether nothing is taken at any time. */
    public boolean isEmpty() {
        return points.size == 0;
    }

    /** Number of change points. O(points). */
    public int points() {
        return points.count();
    }

    /** Returns the free amount of a dimension at an instant. */
    public long freeAt(int dimension, long sec) {
        return totals[dimension] + points.sumUntil(dimension, sec);
    }

    /** Returns the free amount of a dimension throughout a window. */
    public long freeDuring(int dimension, TimeWindow window) {
        long atStart = freeAt(dimension, window.startSec());
        return Math.min(
                atStart,
                points.least(dimension, totals[dimension], window.startSec(), window.endSec(), Long.MAX_VALUE));
    }

    /** Whether each dimension has at least the amount needed throughout the window. */
    public boolean fits(TimeWindow window, long[] needs) {
        for (int d = 0; d < totals.length; d++) {
            // The amount that is free at all times is known at the top; the window matters only if that is too little.
            if (totals[d] + points.lowest(d) < needs[d] && freeDuring(d, window) < needs[d]) {
                return false;
            }
        }
        return true;
    }

    /**
     * The earliest start, not before {@code fromSec}, at which the needs fit for the duration (cut off at
     * {@code limitSec}); only {@code fromSec} itself and change points are candidates, which is enough since nothing
     * gets free between them. O(log p) for each stretch of time, shorter than the duration, in which enough is free.
     *
     * @return the start, or {@link Long#MAX_VALUE} where there is none before {@code limitSec}
     */
    public long earliest(long fromSec, long durationSec, long limitSec, long[] needs) {
        long candidate = firstEnough(fromSec, needs);
        while (candidate < limitSec) {
            long endSec = durationSec > limitSec - candidate ? limitSec : candidate + durationSec;
            long shortage = firstShortage(candidate, needs);
            if (shortage >= endSec) {
                return candidate;
            }
            candidate = firstEnough(shortage, needs);
        }
        return Long.MAX_VALUE;
    }

    /**
     * The instant, or else the first point after it, from which each dimension has what is needed; {@link
     * Long#MAX_VALUE} if none.
     */
    private long firstEnough(long sec, long[] needs) {
        long candidate = sec;
        int agreed = 0;
        for (int d = 0; agreed < totals.length && candidate < Long.MAX_VALUE; d = (d + 1) % totals.length) {
            agreed++;
            if (freeAt(d, candidate) < needs[d]) {
                candidate = points.firstEnough(d, totals[d], candidate, needs[d]);
                agreed = 1;
            }
        }
        return candidate;
    }

    /** The first point after an instant from which some dimension has too little; {@link Long#MAX_VALUE} if none. */
    private long firstShortage(long afterSec, long[] needs) {
        long shortage = Long.MAX_VALUE;
        for (int d = 0; d < totals.length; d++) {
            shortage = Math.min(shortage, points.firstBelow(d, totals[d], afterSec, needs[d]));
        }
        return shortage;
    }

    /**
     * The first point after an instant from which less of a dimension is free than is needed; {@link Long#MAX_VALUE} if
     * none. O(log p).
     */
    public long firstShortage(int dimension, long afterSec, long need) {
        return points.firstBelow(dimension, totals[dimension], afterSec, need);
    }

    /** The first change point after an instant, or {@link Long#MAX_VALUE}. */
    public long nextPoint(long afterSec) {
        return points.next(afterSec);
    }

    /**
     * Takes an amount of each dimension during a window.
     *
     * @throws IllegalStateException where a dimension does not have that much free; nothing is taken then
     */
    public void add(TimeWindow window, long[] amounts) {
        if (!fits(window, amounts)) {
            throw new IllegalStateException("Not enough is free from " + window.startSec() + " to " + window.endSec()
                    + " for " + text(amounts) + ".");
        }
        if (points.size == 0 && points instanceof PointLeaf leaf) {
            leaf.begin(window, amounts);
            return;
        }
        change(window.startSec(), 1, amounts, -1);
        change(window.endSec(), 1, amounts, 1);
    }

    /** Removes a span that {@link #add} added; the window and the amounts must be those of an earlier call. */
    public void remove(TimeWindow window, long[] amounts) {
        if (points instanceof PointLeaf leaf && leaf.isOnly(window)) {
            leaf.size = 0;
            return;
        }
        requirePoints(window);
        change(window.startSec(), -1, amounts, 1);
        change(window.endSec(), -1, amounts, -1);
    }

    /** Gives back a part of the amounts of a span that goes on (its points stay). */
    public void reduce(TimeWindow window, long[] amounts) {
        requirePoints(window);
        change(window.startSec(), 0, amounts, 1);
        change(window.endSec(), 0, amounts, -1);
    }

    /** Takes more during the window of a span that exists. */
    public void increase(TimeWindow window, long[] amounts) {
        requirePoints(window);
        if (!fits(window, amounts)) {
            throw new IllegalStateException("Not enough is free from " + window.startSec() + " to " + window.endSec()
                    + " for " + text(amounts) + " more.");
        }
        change(window.startSec(), 0, amounts, -1);
        change(window.endSec(), 0, amounts, 1);
    }

    private void change(long sec, int spanEnds, long[] amounts, int sign) {
        if (spanEnds > 0 && points.size == ChangePoints.CAPACITY) {
            points = PointBranch.above(points, sec);
        }
        points.change(sec, spanEnds, amounts, sign);
        while (points instanceof PointBranch branch && branch.size == 1) {
            points = branch.onlyChild();
        }
    }

    private void requirePoints(TimeWindow window) {
        if (!points.has(window.startSec()) || !points.has(window.endSec())) {
            throw new IllegalStateException(
                    "No span goes from " + window.startSec() + " to " + window.endSec() + " in " + this);
        }
    }

    private String text(long[] amounts) {
        return Arrays.toString(Arrays.copyOf(amounts, totals.length));
    }

    /** The whole quantity of a dimension grows or shrinks by {@code delta}, at all times. O(1). */
    public void resize(int dimension, long delta) {
        totals[dimension] += delta;
    }

    /** One more dimension, of which nothing is taken. O(points). */
    public void addDimension(long total) {
        totals = Arrays.copyOf(totals, totals.length + 1);
        totals[totals.length - 1] = total;
        points.widen();
    }

    /** Throws where the representation is broken: order, bounds, spans. O(points). */
    public void checkInvariants() {
        points.checkInvariants(Long.MIN_VALUE, Long.MAX_VALUE);
        var free = totals.clone();
        points.forEach((sec, spanEnds, changes, from) -> {
            for (int d = 0; d < totals.length; d++) {
                free[d] += changes[from + d];
                if (free[d] < 0 || free[d] > totals[d]) {
                    throw new IllegalStateException(
                            "The planner has " + free[d] + " of " + totals[d] + " free at " + sec + ": " + this);
                }
            }
        });
        if (!Arrays.equals(free, totals)) {
            throw new IllegalStateException("The planner does not end with everything free: " + this);
        }
    }

    @Override
    public String toString() {
        var text = new StringBuilder("Planner(of ").append(Arrays.toString(totals));
        var free = totals.clone();
        points.forEach((sec, spanEnds, changes, from) -> {
            for (int d = 0; d < free.length; d++) {
                free[d] += changes[from + d];
            }
            text.append("; from ").append(sec).append(": ").append(Arrays.toString(free));
        });
        return text.append(')').toString();
    }
}
