package io.banyan.match;

import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A vertex (or a slot made of several) that fits, with the choices below it.
 *
 * @param vertex its index, or -1 for a slot
 * @param edge the edge through which it was reached, or -1
 * @param amount how much of it is free, or taken; 1 for a slot
 * @param granule the least part of it that can be taken; 0 where it is taken whole
 * @param score its rank among the candidates of its type; more than 0
 * @param exclusive whether it is taken exclusively
 * @param label the jobspec's label of the requirement that it meets
 * @param draws the amounts that it draws from auxiliary subsystems, by type
 * @param chosen the choices below it, or a slot's members
 */
public record Candidate(
        int vertex,
        int edge,
        long amount,
        long granule,
        long score,
        boolean exclusive,
        @Nullable String label,
        Map<ResourceType, Long> draws,
        List<Candidate> chosen) {

    static Candidate slot(long score, List<Candidate> members) {
        return new Candidate(-1, -1, 1, 0, score, true, null, Map.of(), members);
    }

    /** How much is taken of it where so much is wanted: all of it, or of a divisible pool whole granules. */
    long takenFor(long wanted) {
        return takenFor(wanted, amount, granule);
    }

    /** How much is taken of an amount in granules where so much is wanted. */
    static long takenFor(long wanted, long amount, long granule) {
        return granule == 0 ? amount : Math.min(amount, Candidate.inGranules(wanted, granule));
    }

    /** The part of a divisible pool that is taken. */
    public Candidate taking(long part) {
        return part == amount
                ? this
                : new Candidate(vertex, edge, part, granule, score, exclusive, label, draws, chosen);
    }

    /** The least multiple of the granule that is not less; {@link Long#MAX_VALUE} where there is none. */
    static long inGranules(long wanted, long granule) {
        long rest = wanted % granule;
        long more = rest == 0 ? 0 : granule - rest;
        return wanted > Long.MAX_VALUE - more ? Long.MAX_VALUE : wanted + more;
    }
}
