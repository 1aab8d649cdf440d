package io.banyan.schedule;

import java.util.Collection;
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

    /** Throws where these are not the allocations among the holdings. O(jobs x log): for tests. */
    void checkInvariants(Collection<Holding> holdings) {
        long allocations = holdings.stream()
                .filter(holding -> holding.booking().kind() == BookingKind.ALLOCATION)
                .filter(byEnd::contains)
                .count();
        long all = holdings.stream()
                .filter(holding -> holding.booking().kind() == BookingKind.ALLOCATION)
                .count();
        long earliest = byEnd.isEmpty()
                ? Long.MAX_VALUE
                : byEnd.first().booking().window().endSec();
        if (allocations != all || byEnd.size() != all || earliest != earliestEndSec) {
            throw new IllegalStateException("There are " + all + " allocations, of which " + allocations
                    + " are in the order of their ends, with " + byEnd.size() + " in all.");
        }
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
