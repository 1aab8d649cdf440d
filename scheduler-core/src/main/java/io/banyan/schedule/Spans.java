package io.banyan.schedule;

import io.banyan.planner.TimeWindow;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The times and amounts in which a vertex is taken, without the jobs: the common data of vertices with equal bookings.
 * All vertices with the same spans share one object, and its number is never used for another one.
 */
final class Spans {

    /** A span is a row of three: start, end, amount. */
    private static final int WIDTH = 3;

    private static final int END = 1;
    private static final int AMOUNT = 2;

    /** The spans by their starts, then ends, then amounts. */
    private final long[] rows;

    private final int hash;
    private final long number;
    /** Vertices that have these spans. */
    private int vertices;
    /**
     * The spans that these spans last became, by a span that came, or went where its amount is negative: a job does the
     * same to many vertices.
     */
    private @Nullable Spans next;

    private final long[] nextBy = new long[WIDTH];

    private Spans(long[] rows, long number) {
        this.rows = rows;
        this.hash = Arrays.hashCode(rows);
        this.number = number;
    }

    /** The number that stands for the spans; greater than zero. */
    long number() {
        return number;
    }

    private boolean leadsBy(TimeWindow window, long amount) {
        return nextBy[0] == window.startSec() && nextBy[END] == window.endSec() && nextBy[AMOUNT] == amount;
    }

    /** The rows with one more span. */
    private long[] with(TimeWindow window, long amount) {
        int at = rankOf(window, amount) * WIDTH;
        var more = new long[rows.length + WIDTH];
        System.arraycopy(rows, 0, more, 0, at);
        more[at] = window.startSec();
        more[at + END] = window.endSec();
        more[at + AMOUNT] = amount;
        System.arraycopy(rows, at, more, at + WIDTH, rows.length - at);
        return more;
    }

    /** The rows without one of the spans. */
    private long[] without(TimeWindow window, long amount) {
        int at = rankOf(window, amount) * WIDTH;
        var less = new long[rows.length - WIDTH];
        System.arraycopy(rows, 0, less, 0, at);
        System.arraycopy(rows, at + WIDTH, less, at, less.length - at);
        return less;
    }

    /** How many spans come before this one. */
    private int rankOf(TimeWindow window, long amount) {
        long[] span = {window.startSec(), window.endSec(), amount};
        int low = 0;
        int high = rows.length / WIDTH;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(rows, middle * WIDTH, span, 0) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static int compare(long[] a, int from, long[] b, int other) {
        return Arrays.compare(a, from, from + WIDTH, b, other, other + WIDTH);
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Spans that && hash == that.hash && Arrays.equals(rows, that.rows));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The spans of vertices, as far as they were requested. */
    static final class Table {
        private final Map<Spans, Spans> known = new HashMap<>();
        private final Spans none = new Spans(new long[0], 0);
        private long numbers;

        /**
         * The spans of one more vertex, by their rows in the order of starts, which are taken over. O(spans), and more
         * where many start together.
         */
        Spans of(long[] rows) {
            for (int end = WIDTH; end < rows.length; end += WIDTH) {
                for (int at = end; at > 0 && compare(rows, at, rows, at - WIDTH) < 0; at -= WIDTH) {
                    long[] later = Arrays.copyOfRange(rows, at - WIDTH, at);
                    System.arraycopy(rows, at, rows, at - WIDTH, WIDTH);
                    System.arraycopy(later, 0, rows, at, WIDTH);
                }
            }
            Spans own = known(rows);
            own.vertices++;
            return own;
        }

        /**
         * Returns the spans that a vertex has instead of the given ones when a span comes, or goes where the amount is
         * negative; the given ones are then no longer the vertex's own. O(1) where the same was done last to another
         * vertex with these spans, else O(spans).
         */
        Spans change(Spans before, TimeWindow window, long amount) {
            Spans next = before.next;
            if (next == null || next.vertices == 0 || !before.leadsBy(window, amount)) {
                next = known(amount < 0 ? before.without(window, -amount) : before.with(window, amount));
                before.next = next;
                before.nextBy[0] = window.startSec();
                before.nextBy[END] = window.endSec();
                before.nextBy[AMOUNT] = amount;
            }
            next.vertices++;
            release(before);
            return next;
        }

        private Spans known(long[] rows) {
            if (rows.length == 0) {
                return none;
            }
            var fresh = new Spans(rows, numbers + 1);
            Spans present = known.putIfAbsent(fresh, fresh);
            if (present == null) {
                numbers++;
                return fresh;
            }
            return present;
        }

        /** A vertex has these spans no more. */
        void release(Spans spans) {
            if (spans.number > 0 && --spans.vertices == 0) {
                known.remove(spans);
                spans.next = null;
            }
        }

        /** Returns about how many bytes the table takes. O(different spans). */
        long bytes() {
            return known.keySet().stream()
                    .mapToLong(spans -> 136 + 8L * spans.rows.length)
                    .sum();
        }

        /** How many different spans there are. */
        int size() {
            return known.size();
        }
    }
}
