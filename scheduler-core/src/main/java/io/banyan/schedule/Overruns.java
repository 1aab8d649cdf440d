package io.banyan.schedule;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The allocations by the time at which they end: one whose time has passed is still there until it is cancelled, and
 * nothing that it has may be given to another job. A binary heap, in which each holding knows its place: O(log jobs) a
 * booking.
 */
final class Overruns {

    private @Nullable Holding[] heap = new Holding[16];
    private int size;

    /** The holding is an allocation from now on; nothing happens if it is none, or is there already. */
    void add(Holding holding) {
        if (holding.booking().kind() == BookingKind.ALLOCATION && holding.place < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            rise(holding, size++);
        }
    }

    void remove(Holding holding) {
        int gap = holding.place;
        if (gap < 0) {
            return;
        }
        Holding last = at(--size);
        heap[size] = null;
        if (last != holding) {
            sink(last, gap);
            rise(last, last.place);
        }
        holding.place = -1;
    }

    private void rise(Holding holding, int from) {
        int at = from;
        while (at > 0 && endSec((at - 1) / 2) > endSec(holding)) {
            put(at((at - 1) / 2), at);
            at = (at - 1) / 2;
        }
        put(holding, at);
    }

    private void sink(Holding holding, int from) {
        int at = from;
        int child = earlierChild(at);
        while (child < size && endSec(child) < endSec(holding)) {
            put(at(child), at);
            at = child;
            child = earlierChild(at);
        }
        put(holding, at);
    }

    private int earlierChild(int at) {
        int left = 2 * at + 1;
        return left + 1 < size && endSec(left + 1) < endSec(left) ? left + 1 : left;
    }

    private void put(Holding holding, int at) {
        heap[at] = holding;
        holding.place = at;
    }

    private Holding at(int place) {
        Holding holding = heap[place];
        if (holding == null) {
            throw new IllegalStateException("There is no allocation at place " + place + " of " + size + ".");
        }
        return holding;
    }

    private long endSec(int place) {
        return endSec(at(place));
    }

    private static long endSec(Holding holding) {
        return holding.booking().window().endSec();
    }

    /** Whether there is an allocation whose time has passed. O(1). */
    boolean isAny(long nowSec) {
        return size > 0 && endSec(0) <= nowSec;
    }

    /** Whether an allocation whose time has passed has the vertex or something below it. O(such allocations). */
    boolean within(int v, long nowSec) {
        return within(v, nowSec, 0);
    }

    private boolean within(int v, long nowSec, int place) {
        return place < size
                && endSec(place) <= nowSec
                && (at(place).at(v) != null || within(v, nowSec, 2 * place + 1) || within(v, nowSec, 2 * place + 2));
    }

    /** Returns the number of bytes that the heap takes. */
    long bytes() {
        return 4L * heap.length;
    }

    /** Throws where these are not the allocations among the holdings, or are out of order. O(jobs): for tests. */
    void checkInvariants(Collection<Holding> holdings) {
        long all = 0;
        for (Holding holding : holdings) {
            boolean allocated = holding.booking().kind() == BookingKind.ALLOCATION;
            all += allocated ? 1 : 0;
            if (allocated && (holding.place < 0 || heap[holding.place] != holding)) {
                throw new IllegalStateException("Job " + holding.booking().job() + " is missing among the ends.");
            }
        }
        if (all != size) {
            throw new IllegalStateException("There are " + all + " allocations, but the ends of " + size + ".");
        }
        for (int i = 1; i < size; i++) {
            if (endSec((i - 1) / 2) > endSec(i)) {
                throw new IllegalStateException("The ends of the allocations are out of order.");
            }
        }
    }
}
