package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.PoolSupply;
import io.banyan.schedule.Schedule;
import io.banyan.schedule.Supplies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The walk up the auxiliary subsystems from the candidates in the dominant one: it checks whether every supply on the
 * way has enough left for the draws, of one vertex alone and of several together. For one traversal; a step costs
 * O(depth of the auxiliary subsystems); without draws there is no walk.
 *
 * <p>Candidates are taken together in the order of preference, each that still fits. Where all of them draw the same
 * amount and supplies form one tree, no other choice finds more of them: such sets are the independent sets of a
 * laminar matroid. Where amounts differ in one place a combination can be missed.
 */
final class Upwalk {

    private final ResourceGraph graph;
    private final Supplies supplies;
    private final Availability availability;
    private final Witness witness;
    private final boolean active;
    /** The amount left of each supply before this request; looked up, never iterated. */
    private final Map<PoolSupply, Long> left;

    Upwalk(Schedule schedule, Demand.Primed request, Availability availability, Witness witness) {
        this.graph = schedule.graph();
        this.supplies = schedule.supplies();
        this.availability = availability;
        this.witness = witness;
        this.active = drawsAny(request);
        this.left = active ? new HashMap<>() : Map.of();
    }

    private static boolean drawsAny(Demand.Primed request) {
        for (Demand demand : request.all) {
            if (!demand.draws.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the draws of the demand are available for one vertex. */
    boolean admits(int v, Demand demand) {
        for (Map.Entry<ResourceType, Long> draw : demand.draws.entrySet()) {
            List<PoolSupply> above = above(v, draw.getKey());
            for (PoolSupply supply : above) {
                if (left(supply) < draw.getValue()) {
                    witness.unsupplied(reason(supply, draw.getValue(), left(supply)), supply);
                    return false;
                }
            }
            if (above.isEmpty()) {
                witness.unsupplied(
                        new Reason(draw.getKey().name(), draw.getValue(), 0, "above " + graph.path(v)), null);
                return false;
            }
        }
        return true;
    }

    /** Returns the candidates of a demand that fit together and beside the earlier choices, in their order. */
    List<Candidate> together(Demand demand, List<Candidate> ordered, List<Candidate> chosen) {
        if (!active) {
            return ordered;
        }
        var account = new Account();
        chosen.forEach(account::add);
        var fitting = new ArrayList<Candidate>();
        Map<PoolSupply, List<Candidate>> crowdedOut = new LinkedHashMap<>();
        for (Candidate candidate : ordered) {
            PoolSupply scarce = account.take(candidate);
            if (scarce == null) {
                fitting.add(candidate);
            } else {
                crowdedOut.computeIfAbsent(scarce, unused -> new ArrayList<>()).add(candidate);
            }
        }
        crowdedOut.forEach((supply, candidates) -> witness.crowdedOut(
                demand, candidates, supply, left(supply), () -> drawn(chosen, supply) + drawn(ordered, supply)));
        return fitting;
    }

    /** Returns the amount that candidates would draw from a supply. */
    long drawn(List<Candidate> candidates, PoolSupply supply) {
        Map<PoolSupply, Long> needs = new HashMap<>();
        candidates.forEach(candidate -> collect(candidate, needs));
        return needs.getOrDefault(supply, 0L);
    }

    private void collect(Candidate candidate, Map<PoolSupply, Long> needs) {
        candidate
                .draws()
                .forEach((type, amount) ->
                        above(candidate.vertex(), type).forEach(supply -> needs.merge(supply, amount, Long::sum)));
        candidate.chosen().forEach(below -> collect(below, needs));
    }

    /** Nothing drawn yet. */
    Account account() {
        return new Account();
    }

    private List<PoolSupply> above(int v, ResourceType type) {
        return supplies.above(v, graph.types().id(type));
    }

    /** Returns the amount left of a supply before this request. */
    long left(PoolSupply supply) {
        return left.computeIfAbsent(supply, availability::left);
    }

    private Reason reason(PoolSupply supply, long needed, long available) {
        String unit = graph.unit(supply.pools()[0]);
        return new Reason(
                graph.types().name(supply.typeId()),
                needed,
                available,
                "of " + supply.total() + (unit.isEmpty() ? "" : " " + unit) + " free at " + supplies.pathOf(supply));
    }

    /** The amounts drawn by candidates that were taken together; nothing, where the request draws nothing. */
    final class Account {
        private final Map<PoolSupply, Long> drawn = active ? new HashMap<>() : Map.of();

        /** Takes the candidate in, where every supply has enough left for it. */
        boolean add(Candidate candidate) {
            return take(candidate) == null;
        }

        /**
         * Takes the candidate in, where every supply has enough left for it; returns the supply that has too little
         * left for it, or null where it was taken in.
         */
        private @Nullable PoolSupply take(Candidate candidate) {
            if (!active) {
                return null;
            }
            Map<PoolSupply, Long> needs = needs(candidate);
            PoolSupply scarce = scarce(needs);
            if (scarce == null) {
                needs.forEach((supply, amount) -> drawn.merge(supply, amount, Long::sum));
            }
            return scarce;
        }

        /** Whether every supply has enough left for the candidate. */
        boolean hasRoomFor(Candidate candidate) {
            return scarceFor(candidate) == null;
        }

        /** The first supply that has too little left for the candidate, or null. */
        @Nullable PoolSupply scarceFor(Candidate candidate) {
            return scarce(needs(candidate));
        }

        /** Releases the draws of a candidate that was taken. */
        void remove(Candidate candidate) {
            needs(candidate).forEach((supply, amount) -> drawn.merge(supply, -amount, Long::sum));
        }

        private @Nullable PoolSupply scarce(Map<PoolSupply, Long> needs) {
            for (Map.Entry<PoolSupply, Long> need : needs.entrySet()) {
                long available = left(need.getKey()) - drawn.getOrDefault(need.getKey(), 0L);
                if (available < need.getValue()) {
                    witness.unsupplied(reason(need.getKey(), need.getValue(), available), need.getKey());
                    return need.getKey();
                }
            }
            return null;
        }

        private Map<PoolSupply, Long> needs(Candidate candidate) {
            Map<PoolSupply, Long> needs = new LinkedHashMap<>();
            if (active) {
                collect(candidate, needs);
            }
            return needs;
        }
    }
}
