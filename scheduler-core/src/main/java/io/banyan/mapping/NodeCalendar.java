package io.banyan.mapping;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The bookings of whole nodes. Not thread-safe. */
public final class NodeCalendar implements FreeNodes {
    /** By node: the end of each booking by its start. */
    private final List<NavigableMap<Long, Long>> bookings = new ArrayList<>();

    private final Planner counts;

    /** A calendar of so many nodes without bookings. */
    public NodeCalendar(int nodes) {
        for (int node = 0; node < nodes; node++) {
            bookings.add(new TreeMap<>());
        }
        this.counts = new Planner(nodes);
    }

    /**
     * Books nodes. O(nodes of the booking x log bookings).
     *
     * @throws IllegalStateException if one of them is not free in the window; nothing is booked then
     */
    public void book(Collection<Integer> nodes, TimeWindow window) {
        for (int node : nodes) {
            if (!isFree(node, window)) {
                throw new IllegalStateException("node " + node + " is booked in " + window);
            }
        }
        nodes.forEach(node -> bookings.get(node).put(window.startSec(), window.endSec()));
        counts.add(window, new long[] {nodes.size()});
    }

    /**
     * Removes a booking. O(nodes of the booking x log bookings).
     *
     * @throws IllegalStateException if a node is not booked in exactly this window
     */
    public void free(Collection<Integer> nodes, TimeWindow window) {
        for (int node : nodes) {
            if (!bookings.get(node).remove(window.startSec(), window.endSec())) {
                throw new IllegalStateException("node " + node + " has no booking in " + window);
            }
        }
        counts.remove(window, new long[] {nodes.size()});
    }

    /** Whether a node is free in a whole window. O(log bookings). */
    public boolean isFree(int node, TimeWindow window) {
        Map.Entry<Long, Long> last = bookings.get(node).lowerEntry(window.endSec());
        return last == null || last.getValue() <= window.startSec();
    }

    @Override
    public int nodes() {
        return bookings.size();
    }

    @Override
    public BitSet during(TimeWindow window) {
        BitSet free = new BitSet(bookings.size());
        for (int node = 0; node < bookings.size(); node++) {
            free.set(node, isFree(node, window));
        }
        return free;
    }

    @Override
    public long earliest(int count, long fromSec, long durationSec) {
        return counts.earliest(fromSec, durationSec, Long.MAX_VALUE, new long[] {count});
    }

    @Override
    public long nextChange(long afterSec) {
        return counts.nextPoint(afterSec);
    }

    /** Checks that no bookings of a node overlap, and that the counts are those of the bookings. */
    public void checkInvariants() {
        counts.checkInvariants();
        for (NavigableMap<Long, Long> ofNode : bookings) {
            long free = Long.MIN_VALUE;
            for (Map.Entry<Long, Long> booking : ofNode.entrySet()) {
                if (booking.getKey() < free || booking.getValue() <= booking.getKey()) {
                    throw new IllegalStateException("bookings overlap: " + ofNode);
                }
                free = booking.getValue();
                long atSec = booking.getKey();
                long booked = bookings.stream()
                        .map(other -> other.floorEntry(atSec))
                        .filter(entry -> entry != null && entry.getValue() > atSec)
                        .count();
                if (counts.freeAt(0, atSec) != bookings.size() - booked) {
                    throw new IllegalStateException("at " + atSec + " " + booked + " nodes are booked, but "
                            + counts.freeAt(0, atSec) + " of " + bookings.size() + " are counted as free");
                }
            }
        }
    }
}
