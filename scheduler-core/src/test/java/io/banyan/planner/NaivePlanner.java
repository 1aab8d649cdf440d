package io.banyan.planner;

import java.util.ArrayList;
import java.util.List;

/** The planner as anyone would write it first: a list of spans, summed up second by second. */
final class NaivePlanner {

    static final class Span {

        final TimeWindow window;
        final long[] amounts;

        Span(TimeWindow window, long[] amounts) {
            this.window = window;
            this.amounts = amounts;
        }
    }

    private final long[] totals;
    private final List<Span> spans = new ArrayList<>();

    NaivePlanner(long[] totals) {
        this.totals = totals;
    }

    void add(Span span) {
        spans.add(span);
    }

    void remove(Span span) {
        spans.remove(span);
    }

    long free(int dimension, TimeWindow window) {
        long least = Long.MAX_VALUE;
        for (long t = window.startSec(); t < window.endSec(); t++) {
            long taken = 0;
            for (Span span : spans) {
                taken += span.window.contains(t) ? span.amounts[dimension] : 0;
            }
            least = Math.min(least, totals[dimension] - taken);
        }
        return least;
    }

    boolean fits(TimeWindow window, long[] needs) {
        for (int d = 0; d < totals.length; d++) {
            if (free(d, window) < needs[d]) {
                return false;
            }
        }
        return true;
    }

    long earliest(long from, long duration, long limit, long[] needs) {
        for (long t = from; t < limit; t++) {
            if (fits(TimeWindow.startingAt(t, duration, limit), needs)) {
                return t;
            }
        }
        return Long.MAX_VALUE;
    }
}
