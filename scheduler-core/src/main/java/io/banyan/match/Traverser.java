package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One depth-first walk over the dominant subsystem that collects candidates for a primed jobspec, has a {@link Chooser}
 * choose among them at each level that the jobspec names, and carries them up through levels that it leaves out.
 */
final class Traverser {

    private final Traversal walk;
    private final ResourceGraph graph;
    private final Witness witness;
    private final Steps steps;
    private final Chooser chooser;
    private final Seen seen;
    private final int types;
    private final boolean severalParents;
    private final @Nullable ParcelWalk parcels;

    Traverser(Traversal walk, Seen seen) {
        this.walk = walk;
        this.graph = walk.graph;
        this.witness = walk.witness;
        this.steps = new Steps(graph, walk.dominant, walk.parcels());
        this.chooser = new Chooser(walk.policy, walk.scoring, walk.upwalk, witness, walk.shape);
        this.seen = seen;
        this.types = graph.types().size();
        this.severalParents = walk.schedule.aggregates().hasSeveralParents();
        this.parcels = walk.parcelWalk(this);
    }

    Seen seen() {
        return seen;
    }

    /** Returns the candidates chosen for the jobspec's top level, or nothing where it cannot be met. */
    Optional<List<Candidate>> run() {
        seen.begin();
        Optional<List<Candidate>> chosen = walkOnce();
        if (chosen.isEmpty() && severalParents && walk.request.isChain()) {
            seen.beginAgain();
            chosen = walkOnce();
        }
        return chosen;
    }

    private Optional<List<Candidate>> walkOnce() {
        int root = walk.schedule.aggregates().root();
        var found = new Candidates(types);
        walk.visits.reset();
        if (root >= 0) {
            enter(root, -1, walk.request.top, true, false, found);
        }
        var chosen = new ArrayList<Candidate>();
        boolean met = true;
        for (Demand demand : Chooser.required(walk.request.top)) {
            met &= chooser.choose(demand, found, Preference.atTop(walk.policy, walk.scoring, found, demand), chosen);
        }
        return met ? Optional.of(chosen) : Optional.empty();
    }

    /** Examines a vertex and its subtree, and offers the candidates; returns whether the vertex fits. */
    boolean enter(int u, int edge, Demand[] list, boolean pristine, boolean exclusiveAbove, Candidates up) {
        Steps.Step step = steps.into(u, list, pristine, walk.isInNode());
        walk.visits.arrived();
        if (step == null) {
            witness.outOfPlace(u, list);
            return false;
        }
        Demand matched = step.matched;
        boolean exclusive = walk.isExclusive(u, matched, exclusiveAbove);
        long granule = Traversal.granule(graph, u, matched);
        Cause refusal = walk.refusal(u, edge, list, matched, exclusive, granule);
        if (refusal != null) {
            walk.turnAway(u, matched, list, refusal);
            return false;
        }
        see(u, list);
        walk.enter(u);
        var found = new Candidates(types);
        if (step.slots.size() > 1) {
            chooser.alternatives(u, step.slots, partsOfAny(u, step.slots), found);
        } else if (step.slots.size() == 1) {
            Demand slot = step.slots.getFirst();
            if (spans(u, slot)) {
                NodeSlots.of(this, walk, chooser, steps, slot).make(u, found);
            } else {
                chooser.slots(u, slot, partsOf(u, slot.with, slot), found);
            }
            exploreBeside(u, step, exclusive, found);
        } else {
            explore(u, step.next, 1, step.pristine, exclusive, found);
        }
        walk.leave(u);
        return report(u, edge, matched, exclusive, granule, found, up);
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
        List<Candidate> chosen = matched == null || matched.with.length == 0 ? List.of() : new ArrayList<>();
        if (matched != null) {
            boolean met = true;
            for (Demand demand : matched.required) {
                if (!chooser.choose(demand, found, walk.scoring.preference(), chosen)) {
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
        up.add(graph.typeId(u), walk.candidate(u, edge, matched, exclusive, granule, chosen));
        walk.visits.finished();
        return true;
    }

    /** Whether the slot, which applies at a vertex that was entered, is made from vertices anywhere below it. */
    private boolean spans(int u, Demand slot) {
        return steps.spans(u, slot, walk.isInNode());
    }

    void see(int v, Demand[] list) {
        if (severalParents) {
            seen.add(v, list);
        }
    }

    boolean isSeen(int v, Demand[] list) {
        return severalParents && seen.contains(v, list);
    }

    private void explore(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Candidates found) {
        if (parcels != null && parcels.applies(u, list, pristine)) {
            parcels.explore(u, list, needed, pristine, exclusive, found);
        } else if (parcels != null && parcels.appliesToSites(u, list, pristine)) {
            parcels.exploreSites(u, list, exclusive, found);
        } else {
            exploreAll(u, list, needed, pristine, exclusive, found);
        }
    }

    private void exploreAll(int u, Demand[] list, long needed, boolean pristine, boolean exclusive, Candidates found) {
        if (!walk.policy.stopEarly()) {
            for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == walk.dominant && !isSeen(graph.target(e), list)) {
                    enter(graph.target(e), e, list, pristine, exclusive, found);
                }
            }
            return;
        }
        var shares = new Shares(list, needed, walk.upwalk.account());
        for (var edges = walk.schedule.childOrder().of(u); edges.hasNext(); ) {
            int e = edges.nextInt();
            int child = graph.target(e);
            if (isSeen(child, list) || shares.hasEnoughOf(graph.typeId(child))) {
                continue;
            }
            if (enter(child, e, list, pristine, exclusive, found)) {
                shares.count(found);
                if (shares.hasEnough()) {
                    return;
                }
            }
        }
    }

    /**
     * Returns the candidates directly below the vertex that slots can be made of, as far as the given slot needs them.
     */
    private Candidates partsOf(int u, Demand[] parts, Demand slot) {
        var found = new Candidates(types);
        boolean all = walk.policy.ranking() == MatchPolicy.Ranking.LOCALITY
                && (parcels == null || !parcels.fewSlotsWillDo(u, slot));
        explore(u, parts, all ? Long.MAX_VALUE : slot.most, false, true, found);
        return found;
    }

    /** Returns the candidates directly below the vertex that slots that stand in for each other can be made of. */
    private Candidates partsOfAny(int u, List<Demand> slots) {
        if (spans(u, slots.getFirst())) {
            return NodeSlots.ofAny(this, walk, chooser, steps, slots).parts(u);
        }
        var found = new Candidates(types);
        exploreAll(u, Alternatives.union(slots), slots.getLast().most, false, true, found);
        return found;
    }

    private void exploreBeside(int u, Steps.Step step, boolean exclusive, Candidates found) {
        Demand[] beside = steps.beside(step.slots, step.next);
        if (beside.length > 0) {
            explore(u, beside, 1, step.matched == null, exclusive, found);
        }
    }
}
