package io.banyan.match;

import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A vertex (or a slot made of several) that fits, with what was chosen below it.
 *
 * @param vertex its index, or -1 for a slot
 * @param edge the edge through which it was reached, or -1
 * @param amount how much of it is free; 1 for a slot
 * @param score its rank among the candidates of its type; more than 0
 * @param exclusive whether it is taken exclusively
 * @param label the jobspec's label of the requirement that it meets
 * @param draws what it draws from auxiliary subsystems, by type
 * @param chosen what was chosen below it, or a slot's members
 */
record Candidate(
        int vertex,
        int edge,
        long amount,
        long score,
        boolean exclusive,
        @Nullable String label,
        Map<ResourceType, Long> draws,
        List<Candidate> chosen) {

    static Candidate slot(long score, List<Candidate> members) {
        return new Candidate(-1, -1, 1, score, true, null, Map.of(), members);
    }
}
