package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PrimitiveIterator;

/**
 * Makes the slots of one node, for the extension {@code node-slots}. Each slot is made in the smallest place of the
 * node that has all of it: in one socket if one has enough, and otherwise from the remaining resources of several
 * sockets. A walk that stops early enters first the places that have enough by the counts of the pruning filters, and
 * no more than it needs: O(needed candidates + children of the places entered). Any other walk looks at the whole node.
 */
final class NodeSlots {

    private final Traverser traverser;
    private final Traversal walk;
    private final ResourceGraph graph;
    private final Chooser chooser;
    private final Steps steps;
    private final Demand slot;
    /** The demands that the slots are made of. */
    private final Demand[] kinds;

    /** The most slots that are offered. */
    private final long most;

    private final boolean stopsEarly;
    /** Whether each slot takes a certain amount, whatever the node has. */
    private final boolean isExact;
    /** The amount that a slot takes of each of its kinds. */
    private final long[] shares;
    /** The amount that was found of each kind. */
    private final long[] totals;

    private final List<Made> made = new ArrayList<>();

    /** A slot, and how many levels it spans. */
    private record Made(int height, Candidate slot) {}

    /** A vertex of the node, with the candidates below it that are in no slot. */
    private static final class Place {
        private Candidates found;
        private final List<Place> inner = new ArrayList<>();
        private int height;

        Place(int types) {
            found = new Candidates(types);
        }
    }

    /** For the slots of one kind. */
    static NodeSlots of(Traverser traverser, Traversal walk, Chooser chooser, Steps steps, Demand slot) {
        boolean isExact = Arrays.stream(slot.with).allMatch(kind -> kind.count.isExact());
        return new NodeSlots(traverser, walk, chooser, steps, slot, slot.with, isExact);
    }

    /** For slots that stand in for each other. */
    static NodeSlots ofAny(Traverser traverser, Traversal walk, Chooser chooser, Steps steps, List<Demand> slots) {
        return new NodeSlots(traverser, walk, chooser, steps, slots.getLast(), Alternatives.union(slots), false);
    }

    private NodeSlots(
            Traverser traverser,
            Traversal walk,
            Chooser chooser,
            Steps steps,
            Demand slot,
            Demand[] kinds,
            boolean isExact) {
        this.traverser = traverser;
        this.walk = walk;
        this.graph = walk.graph;
        this.chooser = chooser;
        this.steps = steps;
        this.slot = slot;
        this.kinds = kinds;
        boolean all = walk.policy.ranking() == MatchPolicy.Ranking.LOCALITY;
        this.most = all ? Chooser.MAX_SLOTS : Math.min(slot.most, Chooser.MAX_SLOTS);
        this.isExact = isExact;
        this.stopsEarly = isExact && !all && walk.policy.stopEarly();
        this.shares = Arrays.stream(kinds).mapToLong(kind -> kind.count.min()).toArray();
        this.totals = new long[kinds.length];
    }

    /** Offers the slots that can be made below the vertex, those that span the fewest levels first. */
    void make(int u, Candidates up) {
        Place node = explore(u);
        for (int i = 0; i < totals.length; i++) {
            Demand kind = kinds[i];
            shares[i] = isExact ? shares[i] : kind.count.calc(totals[i]);
            walk.witness.found(kind, totals[i], totals[i] >= kind.count.min());
        }
        if (!isExact) {
            settleAll(node);
        }
        chooser.offer(u, slot, inOrder(), up);
    }

    /** All that slots can be made of below the vertex. */
    Candidates parts(int u) {
        Place node = explore(u);
        gather(node);
        return node.found;
    }

    private void gather(Place place) {
        for (Place below : place.inner) {
            gather(below);
            take(below, place);
        }
    }

    // ---- exploring ------------------------------------------------------------------------------------------------

    private Place explore(int u) {
        var place = new Place(graph.types().size());
        var gathered = new Shares(kinds, most - made.size(), walk.upwalk.account());
        List<Integer> last = new ArrayList<>();
        for (var edges = edges(u); edges.hasNext() && !isEnough(gathered); ) {
            int e = edges.nextInt();
            int child = graph.target(e);
            if (graph.subsystem(e) != walk.dominant || traverser.isSeen(child, kinds)) {
                continue;
            }
            if (steps.named(child, kinds) != null) {
                member(e, gathered, place);
            } else if (stopsEarly && walk.pruning.lacking(child, slot) >= 0) {
                last.add(e);
            } else {
                inner(e, gathered, place);
            }
        }
        for (int i = 0; i < last.size() && !isEnough(gathered); i++) {
            inner(last.get(i), gathered, place);
        }
        if (isExact) {
            settle(place);
        }
        return place;
    }

    private PrimitiveIterator.OfInt edges(int u) {
        return walk.policy.stopEarly() ? walk.schedule.childOrder().of(u) : new OutEdges(u);
    }

    /** The edges from a vertex, in the order in which they came. */
    private final class OutEdges implements PrimitiveIterator.OfInt {
        private int next;

        OutEdges(int u) {
            next = graph.firstOut(u);
        }

        @Override
        public boolean hasNext() {
            return next >= 0;
        }

        @Override
        public int nextInt() {
            int edge = next;
            next = graph.nextOut(edge);
            return edge;
        }
    }

    private boolean isEnough(Shares gathered) {
        return stopsEarly && (made.size() >= most || gathered.hasEnough());
    }

    /** Looks at a vertex that may be a part of a slot. */
    private void member(int edge, Shares gathered, Place place) {
        int v = graph.target(edge);
        if (stopsEarly && gathered.hasEnoughOf(graph.typeId(v))) {
            return;
        }
        var there = new Candidates(graph.types().size());
        if (traverser.enter(v, edge, kinds, false, true, there)) {
            for (int i = 0; i < totals.length; i++) {
                totals[i] = Demand.add(totals[i], there.qualified(kinds[i].typeId));
            }
            place.found.merge(there);
            gathered.count(place.found);
        }
    }

    /** Looks at a vertex that the request does not name, and at its descendants. */
    private void inner(int edge, Shares gathered, Place place) {
        int v = graph.target(edge);
        if (graph.firstOut(v) < 0) {
            return;
        }
        walk.visits.arrived();
        Cause refusal = walk.refusal(v, edge, kinds, null, true, 0);
        if (refusal != null) {
            walk.turnAway(v, null, kinds, refusal);
            return;
        }
        traverser.see(v, kinds);
        walk.enter(v);
        Place below = explore(v);
        walk.leave(v);
        walk.visits.finished();
        if (isExact) {
            take(below, place);
            gathered.count(place.found);
        } else {
            place.inner.add(below);
        }
    }

    // ---- making slots ---------------------------------------------------------------------------------------------

    private void settleAll(Place place) {
        for (Place below : place.inner) {
            settleAll(below);
            take(below, place);
        }
        settle(place);
    }

    /** Moves the remaining candidates of a place to the one above. */
    private void take(Place below, Place place) {
        boolean any = Arrays.stream(kinds)
                .anyMatch(kind -> !below.found.of(kind.typeId).isEmpty());
        if (any) {
            place.found.merge(below.found);
            place.height = Math.max(place.height, below.height + 1);
        }
    }

    /** Makes as many slots as possible from the candidates in a place; the rest is left. */
    private void settle(Place place) {
        Comparator<Candidate> preference = walk.scoring.preference();
        var draws = new Draw[kinds.length];
        long slots = stopsEarly ? most - made.size() : most;
        for (int i = 0; i < draws.length; i++) {
            Demand kind = kinds[i];
            List<Candidate> sorted = place.found.sorted(kind.typeId, preference);
            draws[i] = new Draw(walk.upwalk.together(kind, sorted, List.of()), shares[i]);
            slots = Math.min(slots, shares[i] == 0 ? 0 : draws[i].bundles());
        }
        if (slots <= 0) {
            return;
        }
        Chooser.made(draws, slots).forEach(it -> made.add(new Made(place.height, it)));
        var rest = new Candidates(graph.types().size());
        for (int i = 0; i < draws.length; i++) {
            int type = kinds[i].typeId;
            draws[i].rest().forEach(candidate -> rest.add(type, candidate));
        }
        place.found = rest;
    }

    /**
     * The slots, those that span the fewest levels first. Scores do not increase, so that a stable sort keeps this
     * order.
     */
    private List<Candidate> inOrder() {
        Comparator<Candidate> preference = walk.scoring.preference();
        made.sort(Comparator.comparingInt(Made::height).thenComparing(Made::slot, preference));
        var ordered = new ArrayList<Candidate>();
        for (int i = 0; i < made.size() && i < most; i++) {
            Candidate next = made.get(i).slot();
            boolean isBetter = i > 0 && preference.compare(next, ordered.getLast()) < 0;
            ordered.add(isBetter ? Candidate.slot(ordered.getLast().score(), next.chosen()) : next);
        }
        return ordered;
    }
}
