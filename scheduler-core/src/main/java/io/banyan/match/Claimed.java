package io.banyan.match;

import io.banyan.prune.Aggregates;
import io.banyan.schedule.PoolSupply;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The claims that the demands of one level have made so far, so that no two of them take the same resource: exclusively
 * taken vertices with their ancestors, parts of divisible pools, the vertices that represent a demand, and their draws
 * from auxiliary subsystems. Claims are withdrawn in the reverse order. O(depth) a vertex.
 */
public final class Claimed {

    private final Aggregates aggregates;
    private final Availability availability;
    private final Upwalk.Account drawn;
    private final Map<Integer, Integer> exclusive = new HashMap<>();
    private final Map<Integer, Integer> above = new HashMap<>();
    private final Map<Integer, Integer> named = new HashMap<>();
    private final Map<Integer, Long> parts = new HashMap<>();
    private final List<Candidate> claims = new ArrayList<>();

    Claimed(Aggregates aggregates, Availability availability, Upwalk.Account drawn) {
        this.aggregates = aggregates;
        this.availability = availability;
        this.drawn = drawn;
    }

    /** How many claims there are, to take back those that follow. */
    public int mark() {
        return claims.size();
    }

    public void add(Candidate candidate) {
        claims.add(candidate);
        if (!drawn.add(candidate)) {
            throw new IllegalStateException("The claimed vertices draw more than is left.");
        }
        count(candidate, 1);
        named.merge(candidate.vertex(), 1, Integer::sum);
    }

    public void takeBack(int mark) {
        while (claims.size() > mark) {
            Candidate last = claims.removeLast();
            drawn.remove(last);
            count(last, -1);
            named.merge(last.vertex(), -1, Integer::sum);
        }
    }

    /** Returns the first supply that has too little left for the candidate beside the claims, or null. */
    public @Nullable PoolSupply scarceFor(Candidate candidate) {
        return drawn.scarceFor(candidate);
    }

    /** Returns the amount of the candidate that is left: all or nothing, or of a divisible pool whole granules. */
    public long left(Candidate candidate) {
        if (!drawn.hasRoomFor(candidate)) {
            return 0;
        }
        if (candidate.granule() > 0) {
            long free = candidate.amount() - parts.getOrDefault(candidate.vertex(), 0L);
            return isBelowClaimed(candidate.vertex()) ? 0 : Math.max(0, free - free % candidate.granule());
        }
        boolean taken = candidate.vertex() >= 0 && has(named, candidate.vertex());
        return taken || conflicts(candidate) ? 0 : candidate.amount();
    }

    private void count(Candidate candidate, int sign) {
        int v = candidate.vertex();
        if (v >= 0 && candidate.exclusive()) {
            if (candidate.granule() > 0) {
                parts.merge(v, sign * candidate.amount(), Long::sum);
            } else {
                exclusive.merge(v, sign, Integer::sum);
            }
            for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
                above.merge(u, sign, Integer::sum);
            }
        }
        candidate.chosen().forEach(below -> count(below, sign));
    }

    private boolean conflicts(Candidate candidate) {
        int v = candidate.vertex();
        return (v >= 0 && conflictsAt(v, candidate))
                || candidate.chosen().stream().anyMatch(this::conflicts);
    }

    private boolean conflictsAt(int v, Candidate candidate) {
        if (has(exclusive, v) || isBelowClaimed(v)) {
            return true;
        }
        if (candidate.granule() > 0) {
            return parts.getOrDefault(v, 0L) + candidate.amount() > availability.free(v);
        }
        return candidate.exclusive() && (has(above, v) || parts.getOrDefault(v, 0L) > 0);
    }

    private boolean isBelowClaimed(int v) {
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            if (has(exclusive, u)) {
                return true;
            }
        }
        return false;
    }

    private static boolean has(Map<Integer, Integer> counts, int v) {
        return counts.getOrDefault(v, 0) > 0;
    }
}
