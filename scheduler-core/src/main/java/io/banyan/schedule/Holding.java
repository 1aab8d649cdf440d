package io.banyan.schedule;

import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one job has: its booking and its holds by vertex, in the order in which they came. Most jobs have a
 * hold for each level; more than a few are found by hashing.
 */
final class Holding {

    private static final int FEW = 8;

    /** By place; a hold that went leaves a gap. */
    private @Nullable Hold[] holds = new Hold[2];
    /** Places used so far, gaps included. */
    private int places;

    private int size;
    /** Open addressing by vertex: one more than the place of a hold, or 0; empty as long as there are few. */
    private int[] slots = {};

    private List<Drawn> draws = List.of();
    private Booking booking;
    /** Where it stands among the allocations by their ends, which {@link Overruns} keeps; or -1. */
    int place = -1;

    Holding(Booking booking) {
        this.booking = booking;
    }

    Booking booking() {
        return booking;
    }

    void become(BookingKind kind) {
        booking = new Booking(booking.job(), kind, booking.window());
    }

    /** The hold at a vertex, or null. O(1). */
    @Nullable Hold at(int vertex) {
        if (slots.length > 0) {
            int found = slots[slotOf(vertex)];
            return found == 0 ? null : holds[found - 1];
        }
        for (int i = 0; i < places; i++) {
            Hold hold = holds[i];
            if (hold != null && hold.vertex == vertex) {
                return hold;
            }
        }
        return null;
    }

    /** Makes room for so many more at once. O(holds). */
    void expect(int more) {
        if (places + more > holds.length) {
            pack(size + more);
        }
    }

    /** Adds a hold at a vertex that has none. O(1), amortised. */
    void put(Hold hold) {
        if (places == holds.length) {
            pack(size >= places / 2 + 1 ? places * 2 : places);
        }
        hold.place = places;
        holds[places++] = hold;
        size++;
        if (slots.length > 0) {
            slots[slotOf(hold.vertex)] = places;
        } else if (size > FEW) {
            index();
        }
    }

    /** Takes the hold at a vertex away. O(1). */
    void remove(int vertex) {
        Hold hold = at(vertex);
        if (hold != null) {
            if (slots.length > 0) {
                free(slotOf(vertex));
            }
            holds[hold.place] = null;
            size--;
        }
    }

    /** Closes the gaps, in arrays of a new length. */
    private void pack(int capacity) {
        var packed = new Hold[capacity];
        int count = 0;
        for (Hold hold : holds) {
            if (hold != null) {
                hold.place = count;
                packed[count++] = hold;
            }
        }
        holds = packed;
        places = count;
        if (count > FEW) {
            index();
        } else {
            slots = new int[0];
        }
    }

    /** Makes the hash table, for as many holds as there are places: less than half of it is ever used. */
    private void index() {
        slots = new int[Integer.highestOneBit(holds.length) * 4];
        for (int i = 0; i < places; i++) {
            Hold hold = holds[i];
            if (hold != null) {
                slots[slotOf(hold.vertex)] = i + 1;
            }
        }
    }

    /** Where the vertex stands in the hash table, or the free place for it. */
    private int slotOf(int vertex) {
        int mask = slots.length - 1;
        int slot = hash(vertex) & mask;
        while (slots[slot] != 0 && vertexAt(slot) != vertex) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private int vertexAt(int slot) {
        Hold hold = holds[slots[slot] - 1];
        return hold == null ? -1 : hold.vertex;
    }

    private static int hash(int vertex) {
        int mixed = vertex * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }

    /** Empties a slot, and moves those behind it that were put off because of it. */
    private void free(int slot) {
        int mask = slots.length - 1;
        int gap = slot;
        slots[gap] = 0;
        for (int next = (gap + 1) & mask; slots[next] != 0; next = (next + 1) & mask) {
            int home = hash(vertexAt(next)) & mask;
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                slots[gap] = slots[next];
                slots[next] = 0;
                gap = next;
            }
        }
    }

    /** All holds in the order in which they came; not to be read across changes. */
    Collection<Hold> holds() {
        return new AbstractCollection<>() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Hold> iterator() {
                return new Walk();
            }
        };
    }

    private final class Walk implements Iterator<Hold> {
        private int at;

        @Override
        public boolean hasNext() {
            while (at < places && holds[at] == null) {
                at++;
            }
            return at < places;
        }

        @Override
        public Hold next() {
            Hold hold = hasNext() ? holds[at++] : null;
            if (hold == null) {
                throw new NoSuchElementException("There are no more holds.");
            }
            return hold;
        }
    }

    /** About what the holds take: each with its array of sums, and the arrays in which they are found. O(holds). */
    long bytes() {
        long bytes = 160 + 4L * holds.length + 4L * slots.length + 48L * draws.size();
        for (Hold hold : holds()) {
            bytes += 48 + (hold.below.length == 0 ? 0 : 16 + 8L * hold.below.length);
        }
        return bytes;
    }

    /** Returns the job's draws from auxiliary subsystems, in the order of their beginning. */
    List<Drawn> draws() {
        return draws;
    }

    /** Adds to the job's draws. */
    void draw(Drawn drawn) {
        if (draws.isEmpty()) {
            draws = new ArrayList<>();
        }
        draws.add(drawn);
    }

    boolean isEmpty() {
        return size == 0;
    }
}
