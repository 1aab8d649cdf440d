package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The walk for requests in which every demand is wanted for itself: several resources of one type on one level, several
 * slots, slots in slots. A vertex is offered to each demand that names it, with its choices below for that demand;
 * {@link Siblings} then chooses so that no two demands get the same. It visits everything that is not pruned, once for
 * each demand, unless the policy stops early and there is one demand at the top level, for vertices: then it visits in
 * the order of such policies, and no more of these vertices than the demand takes.
 */
final class ExtendedTraverser {

    private final Traversal walk;
    private final ResourceGraph graph;
    private final Witness witness;
    private final Demand.Primed request;
    /** The only demand of the top level, where as many as it takes will do; null where everything is visited. */
    private @Nullable Demand only;

    /** How much was found for the only demand, as far as it can be had together. */
    private long gathered;

    private Upwalk.Account account;

    ExtendedTraverser(Traversal walk) {
        this.walk = walk;
        this.graph = walk.graph;
        this.witness = walk.witness;
        this.request = walk.request;
        this.account = walk.upwalk.account();
    }

    /**
     * Returns the candidates that were chosen for the jobspec's top level, or nothing where it cannot be met. A walk
     * that stopped early and does not do is repeated as a whole.
     */
    Optional<List<Candidate>> run() {
        boolean isOne = request.top.length == 1 && !request.top[0].slot;
        only = isOne && walk.policy.stopEarly() ? request.top[0] : null;
        Optional<List<Candidate>> chosen = walkOnce();
        if (chosen.isEmpty() && isEnough()) {
            only = null;
            chosen = walkOnce();
        }
        return chosen;
    }

    private Optional<List<Candidate>> walkOnce() {
        gathered = 0;
        account = walk.upwalk.account();
        int root = walk.schedule.aggregates().root();
        var found = new Candidates(request.keys());
        walk.visits.reset();
        if (root >= 0) {
            visit(root, -1, request.top, true, false, found);
        }
        return siblings(request.top, found).choose();
    }

    private Siblings siblings(Demand[] demands, Candidates found) {
        return new Siblings(
                walk.schedule.aggregates(),
                walk.availability,
                walk.scoring.preference(),
                witness,
                walk.upwalk,
                demands,
                found);
    }

    private void visit(int u, int edge, Demand[] list, boolean pristine, boolean exclusiveAbove, Candidates up) {
        walk.visits.arrived();
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

    /** Offers the vertex for a demand that names its type, with the choices below it. */
    private void offer(int u, int edge, Demand demand, boolean exclusiveAbove, Candidates up) {
        boolean exclusive = walk.isExclusive(u, demand, exclusiveAbove);
        long granule = Traversal.granule(graph, u, demand);
        var alone = new Demand[] {demand};
        Cause refusal = walk.refusal(u, edge, alone, demand, exclusive, granule);
        if (refusal != null) {
            walk.turnAway(u, demand, alone, refusal);
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
        Candidate candidate = walk.candidate(u, edge, demand, exclusive, granule, chosen.get());
        up.add(demand.key, candidate);
        if (demand == only && account.add(candidate)) {
            gathered += candidate.amount();
        }
        walk.visits.finished();
    }

    /** Passes through a vertex that the jobspec leaves out, for the demands for which there is room below it. */
    private void pass(int u, int edge, List<Demand> list, boolean exclusiveAbove, Candidates up) {
        boolean exclusive = walk.isExclusive(u, null, exclusiveAbove);
        Cause refusal = walk.refusal(u, edge, new Demand[0], null, exclusive, 0);
        if (refusal != null) {
            walk.turnAway(u, null, list.toArray(Demand[]::new), refusal);
            return;
        }
        List<Demand> possible = new ArrayList<>();
        for (Demand demand : list) {
            if (demand.slot && walk.pruning.lacking(u, demand) >= 0) {
                walk.turnAway(u, null, new Demand[] {demand}, Cause.TOO_LITTLE_BELOW);
            } else {
                possible.add(demand);
            }
        }
        if (!possible.isEmpty()) {
            up.merge(below(u, possible.toArray(Demand[]::new), true, exclusive));
            walk.visits.finished();
        }
    }

    /** The candidates below a vertex: slots that apply here are looked for here, what is beside them too. */
    private Candidates below(int u, Demand[] list, boolean pristine, boolean exclusive) {
        var found = new Candidates(request.keys());
        walk.enter(u);
        List<Demand> others = new ArrayList<>();
        for (Demand demand : list) {
            List<Demand> shape = demand.slot ? Siblings.shape(demand) : List.of();
            boolean spans = demand.inNode && (walk.isNode(u) || (!pristine && walk.isInNode()));
            if (demand.slot && (spans || Steps.hasChildrenFor(graph, walk.dominant, u, shape))) {
                var members = new Candidates(request.keys());
                explore(u, shape.toArray(Demand[]::new), spans, true, members);
                found.add(new SlotSite(u, demand, members));
            } else {
                others.add(demand);
            }
        }
        if (!others.isEmpty()) {
            Demand[] below = others.toArray(Demand[]::new);
            explore(u, below, pristine || Steps.areForNodes(below), exclusive, found);
        }
        walk.leave(u);
        return found;
    }

    /** Whether enough was found for the only demand of the top level. */
    private boolean isEnough() {
        return only != null && gathered >= only.most;
    }

    private void explore(int u, Demand[] list, boolean pristine, boolean exclusive, Candidates found) {
        if (only != null && list.length == 1 && list[0] == only) {
            for (var edges = walk.schedule.childOrder().of(u); edges.hasNext() && !isEnough(); ) {
                int e = edges.nextInt();
                visit(graph.target(e), e, list, pristine, exclusive, found);
            }
            return;
        }
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == walk.dominant) {
                visit(graph.target(e), e, list, pristine, exclusive, found);
            }
        }
    }
}
