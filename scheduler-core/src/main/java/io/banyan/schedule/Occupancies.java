package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import java.util.Arrays;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The occupancy of each held vertex; the others have none. */
final class Occupancies {

    private final ResourceGraph graph;
    private @Nullable Occupancy[] occupancies = {};
    private long touched;

    private final IntConsumer changed;
    private final Spans.Table spans = new Spans.Table();

    /** Creates occupancies without spans. The listener receives each vertex whose occupancy changes. */
    Occupancies(ResourceGraph graph, IntConsumer changed) {
        this.graph = graph;
        this.changed = changed;
    }

    /**
     * Returns the occupancy of the vertex itself: the holding jobs, their amounts and windows; null if no job holds it.
     */
    @Nullable Occupancy at(int v) {
        return v < occupancies.length ? occupancies[v] : null;
    }

    /** Free of the vertex itself throughout the window. */
    long freeDuring(int v, TimeWindow window) {
        Occupancy occupancy = at(v);
        return occupancy == null ? graph.size(v) : graph.size(v) - occupancy.takenDuring(window);
    }

    /** A job takes so much of the vertex itself. */
    void occupy(int v, Booking booking, long amount) {
        touched++;
        changed.accept(v);
        if (v >= occupancies.length) {
            occupancies = Arrays.copyOf(occupancies, graph.vertexBound() + graph.vertexBound() / 2);
        }
        Occupancy occupancy = occupancies[v];
        if (occupancy == null) {
            occupancy = new Occupancy();
            occupancies[v] = occupancy;
        }
        occupancy.add(spans, booking.job(), booking.window(), amount);
        if (booking.kind() == BookingKind.ALLOCATION) {
            occupancy.countAllocation(1);
        }
    }

    /** Releases a part of a job's amount of the vertex itself. */
    void reduce(int v, Booking booking, long amount) {
        touched++;
        changed.accept(v);
        Occupancy occupancy = require(v);
        occupancy.reduce(spans, booking.job(), booking.window(), amount);
    }

    /** Records that a reservation of the vertex itself is an allocation from now on. */
    void start(int v) {
        changed.accept(v);
        require(v).countAllocation(1);
    }

    /**
     * Returns a number for the windows and amounts in which the vertex itself is held, without the jobs: equal for
     * equal spans; 0 for none.
     */
    long spans(int v) {
        Occupancy occupancy = at(v);
        return occupancy == null ? 0 : occupancy.spans(spans);
    }

    /** A job gives back all that it has of the vertex itself. */
    void vacate(int v, Booking booking) {
        touched++;
        changed.accept(v);
        Occupancy occupancy = require(v);
        occupancy.remove(spans, booking.job(), booking.window());
        if (booking.kind() == BookingKind.ALLOCATION) {
            occupancy.countAllocation(-1);
        }
        if (occupancy.isEmpty()) {
            occupancies[v] = null;
        }
    }

    /** Number of times that a vertex's occupancy was written. */
    long touched() {
        return touched;
    }

    /** Returns the number of bytes that the array and the occupancies take. O(V). */
    long bytes() {
        long bytes = 4L * occupancies.length + spans.bytes();
        for (Occupancy occupancy : occupancies) {
            bytes += occupancy == null ? 0 : occupancy.bytes();
        }
        return bytes;
    }

    private Occupancy require(int v) {
        Occupancy occupancy = at(v);
        if (occupancy == null) {
            throw new IllegalStateException("Nobody holds " + graph.path(v) + ".");
        }
        return occupancy;
    }
}
