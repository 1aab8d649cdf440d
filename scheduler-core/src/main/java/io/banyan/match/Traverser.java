package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Exclusivity;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One depth-first walk over the dominant subsystem that collects candidates for a primed jobspec, has a {@link Chooser}
 * choose among them at each level that the jobspec names, and carries them up through levels that it leaves out.
 */
final class Traverser {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Demand.Primed request;
    private final MatchPolicy policy;
    private final Availability availability;
    private final Pruning pruning;
    private final Scoring scoring;
    private final Steps steps;
    private final Upwalk upwalk;
    private final Chooser chooser;
    private final Witness witness;
    private final Visits visits;
    private final Seen seen;
    private final int dominant;
    private final int nodeType;
    private final int types;

    Traverser(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits,
            Seen seen) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.request = request;
        this.policy = policy;
        this.availability = availability;
        this.pruning = pruning;
        this.scoring = new Scoring(graph, policy);
        this.witness = witness;
        this.upwalk = new Upwalk(schedule, request, availability, witness);
        this.chooser = new Chooser(policy, scoring, upwalk, witness);
        this.visits = visits;
        this.seen = seen;
        this.dominant = schedule.aggregates().dominant();
        this.steps = new Steps(graph, dominant);
        this.nodeType = graph.types().id("node");
        this.types = graph.types().size();
    }

    /** What was chosen for the jobspec's top level, or nothing where it cannot be met. */
    Optional<List<Candidate>> run() {
        seen.begin();
        Optional<List<Candidate>> chosen = walk();
        if (chosen.isEmpty() && schedule.aggregates().hasSeveralParents() && request.isChain()) {
            seen.beginAgain();
            chosen = walk();
        }
        return chosen;
    }

    private Optional<List<Candidate>> walk() {
        int root = schedule.aggregates().root();
        var found = new Candidates(types);
        visits.reset();
        if (root >= 0) {
            visit(root, -1, request.top, true, false, found);
        }
        var chosen = new ArrayList<Candidate>();
        boolean met = true;
        for (Demand demand : Chooser.required(request.top)) {
            met &= chooser.choose(demand, found, Preference.atTop(policy, scoring, graph, found, demand), chosen);
        }
        return met ? Optional.of(chosen) : Optional.empty();
    }

    private boolean visit(int u, int edge, Demand[] list, boolean pristine, boolean exclusiveAbove, Candidates up) {
        Steps.Step step = steps.into(u, list, pristine);
        visits.arrived();
        if (step == null) {
            witness.outOfPlace(u, list);
            return false;
        }
        Demand matched = step.matched;
        boolean exclusive = exclusiveAbove
                || (policy.nodeExclusive() && graph.typeId(u) == nodeType)
                || (matched != null && matched.exclusivity == Exclusivity.TRUE);
        long granule = granule(graph, u, matched);
        Cause refusal = pruning.refusal(u, edge, list, exclusive && granule == 0, granule);
        if (refusal == null && matched != null && !upwalk.admits(u, matched)) {
            refusal = Cause.UNSUPPLIED;
        }
        if (refusal != null) {
            witness.turnedAway(u, matched, list, refusal);
            return false;
        }
        seen.add(u, list);
        boolean node = graph.typeId(u) == nodeType;
        if (node) {
            scoring.enterNode(u);
        }
        var found = new Candidates(types);
        if (step.slots.size() > 1) {
            chooser.alternatives(
                    u, step.slots, partsOf(u, Alternatives.union(step.slots), step.slots.getLast()), found);
        } else if (step.slots.size() == 1) {
            Demand slot = step.slots.getFirst();
            chooser.slots(u, slot, partsOf(u, slot.with, slot), found);
            exploreBeside(u, step, exclusive, found);
        } else {
            explore(u, step.next, 1, step.pristine, exclusive, found);
        }
        if (node) {
            scoring.leaveNode(u);
        }
        return report(u, edge, matched, exclusive, granule, found, up);
    }

    /**
     * The least part that is given of the vertex, or 0 where it is given whole: a divisible pool is given in parts unless
     * the jobspec says of it that it is exclusive, or that it is not.
     */
    static long granule(ResourceGraph graph, int u, @Nullable Demand matched) {
        boolean counted = matched != null && matched.exclusivity == Exclusivity.UNSPECIFIED && matched.with.length == 0;
        return counted ? graph.granule(u) : 0;
    }

    /** Chooses below a vertex that the jobspec names, or passes the candidates on, and offers the vertex itself. */
    private boolean report(
            int u,
            int edge,
            @Nullable Demand matched,
            boolean exclusive,
            long granule,
            Candidates found,
            Candidates up) {
        var chosen = new ArrayList<Candidate>();
        if (matched != null) {
            boolean met = true;
            for (Demand demand : Chooser.required(matched.with)) {
                if (!chooser.choose(demand, found, scoring.preference(), chosen)) {
                    witness.lacks(u, matched, demand);
                    met = false;
                }
            }
            if (!met) {
                return false;
            }
            witness.fits(u, matched);
        }
        if (matched == null || matched.with.length == 0) {
            up.merge(found);
        }
        String label = matched == null ? null : matched.label;
        Map<ResourceType, Long> draws = matched == null ? Map.of() : matched.draws;
        long free = availability.free(u);
        long amount = granule == 0 ? free : free - free % granule;
        boolean held = exclusive || granule > 0;
        up.add(graph.typeId(u), new Candidate(u, edge, amount, granule, scoring.of(u), held, label, draws, chosen));
        visits.finished();
        return true;
    }

    private void explore(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Candidates found) {
        if (!policy.stopEarly()) {
            for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == dominant && !seen.contains(graph.target(e), list)) {
                    visit(graph.target(e), e, list, pristine, exclusive, found);
                }
            }
            return;
        }
        var shares = new Shares(list, needed, upwalk.account());
        for (int e : schedule.childOrder().of(u)) {
            int child = graph.target(e);
            if (seen.contains(child, list) || shares.hasEnoughOf(graph.typeId(child))) {
                continue;
            }
            if (visit(child, e, list, pristine, exclusive, found)) {
                shares.count(found);
                if (shares.hasEnough()) {
                    return;
                }
            }
        }
    }

    /** What slots can be made of directly below the vertex, as far as the given one needs it. */
    private Candidates partsOf(int u, Demand[] parts, Demand slot) {
        var found = new Candidates(types);
        explore(u, parts, slot.most, false, true, found);
        return found;
    }

    /**
     * What the jobspec names beside a slot, such as licences beside the slots of nodes. Fluxion looks at the slot alone;
     * so does this where the graph has no pool that is given in parts.
     */
    private void exploreBeside(int u, Steps.Step step, boolean exclusive, Candidates found) {
        if (!graph.hasDivisible() || step.next.length == step.slots.size()) {
            return;
        }
        Demand[] beside =
                Arrays.stream(step.next).filter(demand -> !demand.slot).toArray(Demand[]::new);
        explore(u, beside, 1, step.matched == null, exclusive, found);
    }
}
