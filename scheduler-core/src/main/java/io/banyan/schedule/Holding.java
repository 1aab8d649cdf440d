package io.banyan.schedule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Everything that one job has: its booking and its holds by vertex. */
final class Holding {

    private final Map<Integer, Hold> holds = new LinkedHashMap<>();
    private final List<Drawn> draws = new ArrayList<>();
    private Booking booking;

    Holding(Booking booking) {
        this.booking = booking;
    }

    Booking booking() {
        return booking;
    }

    void become(BookingKind kind) {
        booking = new Booking(booking.job(), kind, booking.window());
    }

    Collection<Hold> holds() {
        return holds.values();
    }

    @Nullable Hold at(int vertex) {
        return holds.get(vertex);
    }

    void put(Hold hold) {
        holds.put(hold.vertex, hold);
    }

    void remove(int vertex) {
        holds.remove(vertex);
    }

    /** About what the holds take: each with its entry in the map, its key and its array of sums. O(holds). */
    long bytes() {
        long bytes = 200;
        for (Hold hold : holds.values()) {
            bytes += 128 + 8L * hold.below.length;
        }
        return bytes;
    }

    /** What it draws from auxiliary subsystems, in the order in which it began to. */
    List<Drawn> draws() {
        return draws;
    }

    boolean isEmpty() {
        return holds.isEmpty();
    }
}
