package io.banyan.schedule;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The holdings by the instants at which their windows start and end. Kept from when it is first asked for, O(jobs)
 * then: where nothing is ever reserved it costs nothing. From then on a booking that comes or goes costs O(1).
 */
final class BookingInstants {

    private @Nullable Map<Long, Set<Holding>> known;

    void add(Holding holding) {
        if (known != null) {
            at(known, holding.booking().window().startSec()).add(holding);
            at(known, holding.booking().window().endSec()).add(holding);
        }
    }

    void remove(Holding holding) {
        if (known != null) {
            remove(known, holding.booking().window().startSec(), holding);
            remove(known, holding.booking().window().endSec(), holding);
        }
    }

    private static Set<Holding> at(Map<Long, Set<Holding>> known, long sec) {
        return known.computeIfAbsent(sec, unused -> new LinkedHashSet<>(4));
    }

    private static void remove(Map<Long, Set<Holding>> known, long sec, Holding holding) {
        Set<Holding> there = at(known, sec);
        there.remove(holding);
        if (there.isEmpty()) {
            known.remove(sec);
        }
    }

    /**
     * Whether a holding that meets the condition starts or ends at an instant; all of them are given. O(holdings
     * there).
     */
    boolean anyAt(long sec, Collection<Holding> all, Predicate<Holding> condition) {
        if (known == null) {
            known = new HashMap<>();
            all.forEach(this::add);
        }
        return known.getOrDefault(sec, Set.of()).stream().anyMatch(condition);
    }

    /** Returns about how many bytes the tables take. O(instants). */
    long bytes() {
        return known == null
                ? 0
                : known.values().stream()
                        .mapToLong(there -> 112 + 40L * there.size())
                        .sum();
    }

    /** Throws where these are not the instants of the holdings. O(jobs): for tests. */
    void checkInvariants(Collection<Holding> holdings) {
        if (known == null) {
            return;
        }
        var fresh = new BookingInstants();
        fresh.anyAt(0, holdings, holding -> false);
        if (!known.equals(fresh.known)) {
            throw new IllegalStateException(
                    "The instants at which bookings start and end are not those of the bookings.");
        }
    }
}
