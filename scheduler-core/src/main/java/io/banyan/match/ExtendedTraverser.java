package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Exclusivity;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The walk for requests in which every demand is wanted for itself: several resources of one type on one level, several
 * slots, slots in slots. A vertex is offered to each demand that names it, with what it would take below for that one;
 * {@link Siblings} then chooses so that no two demands get the same. It visits everything that is not pruned, whatever the
 * policy, once for each demand.
 */
final class ExtendedTraverser {

    private final ResourceGraph graph;
    private final Schedule schedule;
    private final Demand.Primed request;
    private final MatchPolicy policy;
    private final Availability availability;
    private final Pruning pruning;
    private final Scoring scoring;
    private final Witness witness;
    private final Upwalk upwalk;
    private final Visits visits;
    private final int dominant;
    private final int nodeType;

    ExtendedTraverser(
            Schedule schedule,
            Demand.Primed request,
            MatchPolicy policy,
            Availability availability,
            Pruning pruning,
            Witness witness,
            Visits visits) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.request = request;
        this.policy = policy;
        this.availability = availability;
        this.pruning = pruning;
        this.scoring = new Scoring(graph, policy);
        this.witness = witness;
        this.upwalk = new Upwalk(schedule, request, availability, witness);
        this.visits = visits;
        this.dominant = schedule.aggregates().dominant();
        this.nodeType = graph.types().id("node");
    }

    /** What was chosen for the jobspec's top level, or nothing where it cannot be met. */
    Optional<List<Candidate>> run() {
        int root = schedule.aggregates().root();
        var found = new Candidates(request.keys());
        visits.reset();
        if (root >= 0) {
            visit(root, -1, request.top, true, false, found);
        }
        return siblings(request.top, found).choose();
    }

    private Siblings siblings(Demand[] demands, Candidates found) {
        return new Siblings(schedule.aggregates(), availability, scoring.preference(), witness, upwalk, demands, found);
    }

    private void visit(int u, int edge, Demand[] list, boolean pristine, boolean exclusiveAbove, Candidates up) {
        visits.arrived();
        List<Demand> others = new ArrayList<>();
        for (Demand demand : list) {
            if (!demand.slot && demand.typeId == graph.typeId(u)) {
                offer(u, edge, demand, exclusiveAbove, up);
            } else {
                others.add(demand);
            }
        }
        if (pristine && !others.isEmpty()) {
            pass(u, edge, others, exclusiveAbove, up);
        } else if (others.size() == list.length) {
            witness.outOfPlace(u, list);
        }
    }

    /** Offers the vertex for a demand that names its type, with what is chosen below it. */
    private void offer(int u, int edge, Demand demand, boolean exclusiveAbove, Candidates up) {
        boolean exclusive = exclusiveAbove || isGivenWhole(u) || demand.exclusivity == Exclusivity.TRUE;
        boolean counted = demand.exclusivity == Exclusivity.UNSPECIFIED && demand.with.length == 0;
        long granule = counted ? graph.granule(u) : 0;
        var alone = new Demand[] {demand};
        Cause refusal = pruning.refusal(u, edge, alone, exclusive && granule == 0, granule);
        if (refusal == null && !upwalk.admits(u, demand)) {
            refusal = Cause.UNSUPPLIED;
        }
        if (refusal != null) {
            witness.turnedAway(u, demand, alone, refusal);
            return;
        }
        Candidates found = below(u, demand.with, false, exclusive);
        Siblings siblings = siblings(demand.with, found);
        Optional<List<Candidate>> chosen = demand.with.length == 0 ? Optional.of(List.of()) : siblings.choose();
        if (chosen.isEmpty()) {
            witness.lacks(u, demand, siblings.lacking());
            return;
        }
        witness.fits(u, demand);
        long free = availability.free(u);
        long amount = granule == 0 ? free : free - free % granule;
        boolean held = exclusive || granule > 0;
        long score = scoring.of(u);
        up.add(
                demand.key,
                new Candidate(u, edge, amount, granule, score, held, demand.label, demand.draws, chosen.get()));
        visits.finished();
    }

    private boolean isGivenWhole(int u) {
        return policy.nodeExclusive() && graph.typeId(u) == nodeType;
    }

    /** Passes through a vertex that the jobspec leaves out, for the demands for which there is room below it. */
    private void pass(int u, int edge, List<Demand> list, boolean exclusiveAbove, Candidates up) {
        boolean exclusive = exclusiveAbove || isGivenWhole(u);
        Cause refusal = pruning.refusal(u, edge, new Demand[0], exclusive, 0);
        if (refusal != null) {
            witness.turnedAway(u, null, list.toArray(Demand[]::new), refusal);
            return;
        }
        List<Demand> possible = new ArrayList<>();
        for (Demand demand : list) {
            if (demand.slot && pruning.lacking(u, demand) >= 0) {
                witness.turnedAway(u, null, new Demand[] {demand}, Cause.TOO_LITTLE_BELOW);
            } else {
                possible.add(demand);
            }
        }
        if (!possible.isEmpty()) {
            up.merge(below(u, possible.toArray(Demand[]::new), true, exclusive));
            visits.finished();
        }
    }

    /** The candidates below a vertex: slots that apply here are looked for here, what is beside them too. */
    private Candidates below(int u, Demand[] list, boolean pristine, boolean exclusive) {
        var found = new Candidates(request.keys());
        boolean node = graph.typeId(u) == nodeType;
        if (node) {
            scoring.enterNode(u);
        }
        List<Demand> others = new ArrayList<>();
        for (Demand demand : list) {
            List<Demand> shape = demand.slot ? Siblings.shape(demand) : List.of();
            if (demand.slot && isSite(graph, dominant, u, shape)) {
                var members = new Candidates(request.keys());
                explore(u, shape.toArray(Demand[]::new), false, true, members);
                found.add(new Site(u, demand, members));
            } else {
                others.add(demand);
            }
        }
        if (!others.isEmpty()) {
            explore(u, others.toArray(Demand[]::new), pristine, exclusive, found);
        }
        if (node) {
            scoring.leaveNode(u);
        }
        return found;
    }

    private void explore(int u, Demand[] list, boolean pristine, boolean exclusive, Candidates found) {
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == dominant) {
                visit(graph.target(e), e, list, pristine, exclusive, found);
            }
        }
    }

    /** Whether the vertex has children of all the types that a slot is made of. */
    static boolean isSite(ResourceGraph graph, int dominant, int u, List<Demand> shape) {
        for (Demand demand : shape) {
            boolean there = false;
            for (int e = graph.firstOut(u); e >= 0 && !there; e = graph.nextOut(e)) {
                there = graph.subsystem(e) == dominant && graph.typeId(graph.target(e)) == demand.typeId;
            }
            if (!there) {
                return false;
            }
        }
        return true;
    }
}
