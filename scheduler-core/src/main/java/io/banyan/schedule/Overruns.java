package io.banyan.schedule;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The allocations in the order in which their time ends: one whose time has passed is still there until it is cancelled, and
 * nothing that it has may be given to another job. Keeping it costs O(log jobs) a booking.
 */
final class Overruns {

    private final TreeSet<Holding> byEnd = new TreeSet<>(Comparator.comparingLong(
                    (Holding holding) -> holding.booking().window().endSec())
            .thenComparing(holding -> holding.booking().job()));

    private long earliestEndSec = Long.MAX_VALUE;

    void add(Holding holding) {
        if (holding.booking().kind() == BookingKind.ALLOCATION) {
            byEnd.add(holding);
            earliestEndSec = Math.min(earliestEndSec, holding.booking().window().endSec());
        }
    }

    void remove(Holding holding) {
        byEnd.remove(holding);
        earliestEndSec = byEnd.isEmpty()
                ? Long.MAX_VALUE
                : byEnd.first().booking().window().endSec();
    }

    /** Whether an allocation whose time has passed has the vertex or something below it. O(such allocations). */
    boolean within(int v, long nowSec) {
        if (earliestEndSec > nowSec) {
            return false;
        }
        for (Holding holding : byEnd) {
            if (holding.booking().window().endSec() > nowSec) {
                return false;
            }
            if (holding.at(v) != null) {
                return true;
            }
        }
        return false;
    }
}
