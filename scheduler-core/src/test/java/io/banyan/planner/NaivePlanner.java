package io.banyan.planner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** The planner as anyone would write it first: a list of spans, summed up at each instant at which one begins. */
final class NaivePlanner {

    static final class Span {

        final TimeWindow window;
        long[] amounts;

        Span(TimeWindow window, long[] amounts) {
            this.window = window;
            this.amounts = amounts;
        }
    }

    private long[] totals;
    private final List<Span> spans = new ArrayList<>();

    NaivePlanner(long[] totals) {
        this.totals = totals;
    }

    int dimensions() {
        return totals.length;
    }

    List<Span> spans() {
        return spans;
    }

    void add(Span span) {
        spans.add(span);
    }

    void remove(Span span) {
        spans.remove(span);
    }

    void resize(int dimension, long delta) {
        totals[dimension] += delta;
    }

    void addDimension(long total) {
        totals = Arrays.copyOf(totals, totals.length + 1);
        totals[totals.length - 1] = total;
        for (Span span : spans) {
            span.amounts = Arrays.copyOf(span.amounts, totals.length);
        }
    }

    long free(int dimension, TimeWindow window) {
        long least = freeAt(dimension, window.startSec());
        for (Span span : spans) {
            long start = span.window.startSec();
            least = window.contains(start) ? Math.min(least, freeAt(dimension, start)) : least;
        }
        return least;
    }

    long freeAt(int dimension, long sec) {
        long taken = 0;
        for (Span span : spans) {
            taken += span.window.contains(sec) ? span.amounts[dimension] : 0;
        }
        return totals[dimension] - taken;
    }

    boolean fits(TimeWindow window, long[] needs) {
        for (int d = 0; d < totals.length; d++) {
            if (free(d, window) < needs[d]) {
                return false;
            }
        }
        return true;
    }

    /** More can be free only where a span ends. */
    long earliest(long from, long duration, long limit, long[] needs) {
        var starts = new TreeSet<Long>(List.of(from));
        spans.forEach(span -> starts.add(span.window.endSec()));
        for (long start : starts.tailSet(from)) {
            if (start < limit && fits(TimeWindow.startingAt(start, duration, limit), needs)) {
                return start;
            }
        }
        return Long.MAX_VALUE;
    }

    long nextPoint(long after) {
        var points = new TreeSet<Long>();
        spans.forEach(span -> points.addAll(List.of(span.window.startSec(), span.window.endSec())));
        Long next = points.higher(after);
        return next == null ? Long.MAX_VALUE : next;
    }
}
