package io.banyan.graph;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

/** The unique ids in use: a bit for each small one, a set for the few large ones. All calls O(1). */
final class UniqIds {
    /** Ids from here on are kept in the set: 8 MiB of bits at most. */
    private static final long SMALL = 1L << 26;

    private final BitSet small = new BitSet();
    private final Set<Long> large = new HashSet<>();
    private long next;

    /**
     * Takes the wanted id if it is free (and not negative), else a fresh one, and returns it. Fresh ones follow the
     * greatest that was taken, and begin again at 0 behind the greatest that there is.
     */
    long take(long wanted) {
        long id = wanted >= 0 && add(wanted) ? wanted : fresh();
        next = id < next ? next : after(id);
        return id;
    }

    /** Takes ids that follow each other and are free. */
    void takeRange(long first, int size) {
        long end = first + size;
        if (end > SMALL) {
            for (long id = first; id < end; id++) {
                take(id);
            }
            return;
        }
        small.set((int) first, (int) end);
        next = Math.max(next, end);
    }

    private long fresh() {
        long id = next;
        while (!add(id)) {
            id = after(id);
        }
        return id;
    }

    private static long after(long id) {
        return id == Long.MAX_VALUE ? 0 : id + 1;
    }

    private boolean add(long id) {
        if (id >= SMALL) {
            return large.add(id);
        }
        boolean isFree = !small.get((int) id);
        small.set((int) id);
        return isFree;
    }

    void release(long id) {
        if (id >= SMALL) {
            large.remove(id);
        } else {
            small.clear((int) id);
        }
    }

    /** Returns the memory of the bits, and roughly that of the set, in bytes. O(1). */
    long bytes() {
        return small.size() / 8L + large.size() * 64L;
    }

    boolean contains(long id) {
        return id >= SMALL ? large.contains(id) : small.get((int) id);
    }
}
