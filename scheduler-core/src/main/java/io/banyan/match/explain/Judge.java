package io.banyan.match.explain;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.Availability;
import io.banyan.match.Candidate;
import io.banyan.match.Cause;
import io.banyan.match.ConstraintConditions;
import io.banyan.match.Demand;
import io.banyan.match.Pruning;
import io.banyan.match.Reason;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.PoolSupply;
import io.banyan.schedule.Schedule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Determines the {@link Obstacle} of a refused candidate, and the number of slots that a place could have. */
final class Judge {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Availability availability;
    private final Pruning pruning;
    private final ConstraintConditions conditions;
    private final Findings findings;
    /** The reason that was last reported for an auxiliary subsystem, with the scarce type and the place. */
    private @Nullable Reason unsupplied;

    private @Nullable PoolSupply scarce;
    /** The supplies that are named one by one. */
    private final Set<PoolSupply> crowded = new HashSet<>();

    Judge(
            Schedule schedule,
            Availability availability,
            Pruning pruning,
            ConstraintConditions conditions,
            Findings findings) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.availability = availability;
        this.pruning = pruning;
        this.conditions = conditions;
        this.findings = findings;
    }

    /** Records the subject of the following {@link Cause#UNSUPPLIED}. */
    void unsupplied(Reason reason, @Nullable PoolSupply supply) {
        unsupplied = reason;
        scarce = supply;
    }

    /** The verdict on candidates of a demand where a vertex is turned away. */
    CandidateVerdict of(Demand demand, int u, Demand[] list, Cause cause) {
        return switch (cause) {
            case DOWN -> findings.verdict(demand, Obstacle.DOWN, "");
            case CONSTRAINT -> findings.verdict(demand, Obstacle.CONSTRAINT, conditions.firstUnmet(pruning.target(u)));
            case BUSY, HELD_IN_PART -> findings.verdict(demand, Obstacle.BUSY, "");
            case REQUIRES ->
                findings.verdict(
                        demand,
                        Obstacle.REQUIRES,
                        ConstraintConditions.of(demand.requires).firstUnmet(pruning.target(u)));
            case NOT_EXCLUSIVE ->
                findings.verdict(demand, schedule.isShared(u) ? Obstacle.SHARED : Obstacle.NOT_EXCLUSIVE, "");
            case TOO_LITTLE_BELOW -> tooLittle(demand, u, list);
            case UNSUPPLIED -> unsupplied(demand);
        };
    }

    private CandidateVerdict unsupplied(Demand demand) {
        Reason reason = unsupplied;
        if (reason == null) {
            throw new IllegalStateException(
                    demand.place + " was refused because of a supply, but no supply was named.");
        }
        CandidateVerdict verdict = findings.verdict(demand, Obstacle.UNSUPPLIED, reason.requirement());
        verdict.lacking(reason.needed(), reason.available());
        if (scarce != null) {
            findings.scarce(scarce, verdict);
        }
        return verdict;
    }

    /** Takes down candidates that fit singly, where a supply has too little for all of them together. */
    void crowdedOut(Demand demand, List<Candidate> candidates, PoolSupply supply, long left, long inAll) {
        CandidateVerdict verdict = crowdedOut(demand, supply, left, inAll);
        for (Candidate candidate : candidates) {
            if (candidate.vertex() >= 0) {
                findings.lost(candidate.vertex(), demand, verdict, candidate.amount());
            } else {
                findings.lostSlots(demand, verdict, 1);
            }
        }
    }

    private CandidateVerdict crowdedOut(Demand demand, PoolSupply supply, long left, long asked) {
        String type = graph.types().name(supply.typeId());
        boolean named = crowded.contains(supply) || crowded.size() < Explanation.MAX_NAMED;
        String about = named ? type + " at " + schedule.supplies().pathOf(supply) : type;
        CandidateVerdict verdict = findings.verdict(demand, Obstacle.UNSUPPLIED_TOGETHER, about);
        if (named) {
            crowded.add(supply);
            verdict.together(asked, left);
        }
        findings.scarce(supply, verdict);
        return verdict;
    }

    private CandidateVerdict tooLittle(Demand candidate, int u, Demand[] list) {
        for (Demand demand : list) {
            boolean asks = demand.slot || demand.typeId == graph.typeId(u);
            int position = asks ? pruning.lacking(u, demand) : -1;
            if (position >= 0) {
                int type = aggregates.trackedTypes(u)[position];
                long needed = demand.surelyBelow[type];
                long total = aggregates.total(u, position);
                Obstacle obstacle = total < needed ? Obstacle.TOO_FEW_EVER : Obstacle.TOO_FEW_FREE;
                CandidateVerdict verdict =
                        findings.verdict(candidate, obstacle, graph.types().name(type));
                verdict.lacking(needed, total < needed ? total : availability.freeBelow(u, position));
                return verdict;
            }
        }
        throw new IllegalStateException(
                graph.path(u) + " was refused because of too few resources below it, but has enough.");
    }

    /** The verdict on candidates below a type that the request does not name. */
    CandidateVerdict outOfPlace(Demand demand, int u) {
        return findings.verdict(demand, Obstacle.OUT_OF_PLACE, graph.types().name(graph.typeId(u)));
    }

    /**
     * How many slots could be made from the children of the vertex, or anywhere below it where the slot may span a
     * node, if all of it were free.
     *
     * @param most no more than these
     */
    long possible(int u, Demand slot, long most) {
        Map<Integer, Long> needs = new HashMap<>();
        collect(slot, 1, needs);
        long possible = most;
        boolean spans = slot.inNode && isInNode(u);
        for (Map.Entry<Integer, Long> need : needs.entrySet()) {
            possible = Math.min(possible, there(u, need.getKey(), spans) / need.getValue());
        }
        return possible;
    }

    private static void collect(Demand slot, long times, Map<Integer, Long> needs) {
        for (Demand demand : slot.with) {
            long least = Demand.multiply(times, demand.count.min());
            if (demand.slot) {
                collect(demand, least, needs);
            } else {
                needs.merge(demand.typeId, least, Demand::add);
            }
        }
    }

    private boolean isInNode(int u) {
        int node = graph.types().id("node");
        int above = u;
        while (above >= 0 && graph.typeId(above) != node) {
            above = aggregates.parent(above);
        }
        return above >= 0;
    }

    private long there(int u, int typeId, boolean anywhere) {
        long there = 0;
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) != aggregates.dominant()) {
                continue;
            }
            if (graph.typeId(child) == typeId) {
                there += graph.size(child);
            } else if (anywhere) {
                there += there(child, typeId, true);
            }
        }
        return there;
    }
}
