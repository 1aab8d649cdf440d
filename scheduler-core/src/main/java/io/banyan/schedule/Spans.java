package io.banyan.schedule;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * When how much of a vertex is taken, without saying by whom: what vertices have in common that were booked alike. There is one
 * object for all vertices with the same spans, and a number that stands for it and for no other, then or later.
 */
final class Spans {

    /** Start, end and amount of each span, in the order of their starts. */
    private final long[] rows;

    private final int hash;
    private final long number;
    /** Vertices that have these spans. */
    private int vertices;

    private Spans(long[] rows, long number) {
        this.rows = rows;
        this.hash = Arrays.hashCode(rows);
        this.number = number;
    }

    /** The number that stands for the spans; greater than zero. */
    long number() {
        return number;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof Spans that && hash == that.hash && Arrays.equals(rows, that.rows));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The spans that some vertex has. */
    static final class Table {
        private final Map<Spans, Spans> known = new HashMap<>();
        private long numbers;

        /** The one object for these rows, which counts one vertex more. O(spans). */
        Spans acquire(long[] rows) {
            var fresh = new Spans(rows, numbers + 1);
            Spans present = known.putIfAbsent(fresh, fresh);
            Spans own = present == null ? fresh : present;
            numbers = Math.max(numbers, own.number);
            own.vertices++;
            return own;
        }

        /** A vertex has these spans no more. */
        void release(Spans spans) {
            if (--spans.vertices == 0) {
                known.remove(spans);
            }
        }

        /** What the table takes, about. O(different spans). */
        long bytes() {
            return known.keySet().stream()
                    .mapToLong(spans -> 96 + 8L * spans.rows.length)
                    .sum();
        }
    }
}
