package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Which signature each parcel has, and which parcels can be reached from each wide vertex: as it was found out when
 * something changed there last.
 */
final class Register {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final States states;
    private final SortedVertices.Comparison exploration;
    private final Describer describer;
    private final ParcelCut cut;
    private final Map<Integer, Below> below = new HashMap<>();
    private @Nullable NodeSignature[] signature = {};
    /** Wide vertices that a match cannot pass. */
    private final BitSet blocked = new BitSet();
    /** Wide vertices whose own state depends on time. */
    private final BitSet timed = new BitSet();

    /** Creates the register of a graph in its current state. O(V). */
    Register(
            ResourceGraph graph,
            Aggregates aggregates,
            States states,
            Traits traits,
            SortedVertices.Comparison exploration) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.states = states;
        this.exploration = exploration;
        this.describer = new Describer(graph, aggregates, states, traits);
        this.cut = new ParcelCut(graph, aggregates);
        int root = aggregates.root();
        if (root >= 0 && cut.shouldBeWide(root)) {
            settle(root, -1);
        }
    }

    ParcelCut cut() {
        return cut;
    }

    Describer describer() {
        return describer;
    }

    boolean hasTimedWays() {
        return !timed.isEmpty();
    }

    boolean isParcel(int v) {
        return signature(v) != null;
    }

    /** The parcel that the vertex is in, or -1 where it is wide or in none. O(depth). */
    int parcelOf(int v) {
        int u = v;
        while (u >= 0 && !isParcel(u)) {
            u = cut.isWide(u) ? -1 : aggregates.parent(u);
        }
        return u;
    }

    /** The signature of a parcel. */
    NodeSignature require(int parcel) {
        NodeSignature own = signature(parcel);
        if (own == null) {
            throw new IllegalStateException("Vertex " + parcel + " is no parcel.");
        }
        return own;
    }

    private @Nullable NodeSignature signature(int v) {
        return v < signature.length ? signature[v] : null;
    }

    /** One more than the greatest vertex that can be a parcel. */
    int bound() {
        return signature.length;
    }

    Below below(int wide) {
        Below here = below.get(wide);
        if (here == null) {
            throw new IllegalStateException("Vertex " + wide + " is not above any parcel.");
        }
        return here;
    }

    Map<Integer, Below> wideVertices() {
        return below;
    }

    /** The parcels of a signature below a wide vertex in an order. */
    SortedVertices sorted(int wide, NodeSignature alike, Order order) {
        Below here = below(wide);
        if (!here.isSorted(order)) {
            var all = new ArrayList<Map.Entry<Integer, NodeSignature>>();
            forEachParcel(wide, false, c -> all.add(Map.entry(c, require(c))));
            here.sort(order, all);
        }
        return here.sorted(here.require(alike), order);
    }

    /** Whether the logical ids of the parcels of a type below a wide vertex ascend. */
    boolean isAscending(int wide, int type) {
        Below here = below(wide);
        Ascent kept = here.ascent(type);
        Ascent ascent = kept == null ? new Ascent(graph, cut) : kept;
        here.keep(type, ascent);
        if (!ascent.isKnown()) {
            ascent.begin();
            forEachParcel(wide, true, c -> {
                if (graph.typeId(c) == type) {
                    ascent.met(c);
                }
            });
        }
        return ascent.isAscending();
    }

    /** The children of a wide vertex that lead to parcels of a signature, in the order of exploration. */
    @Nullable SortedVertices leading(int wide, NodeSignature alike) {
        Below here = below(wide);
        if (!here.isExplored()) {
            var children = new LinkedHashMap<Integer, Set<NodeSignature>>();
            forEachChild(wide, child -> children.put(child, new LinkedHashSet<>(ledTo(child))));
            here.explore(children);
        }
        return here.require(alike).leading;
    }

    /** Signatures of the parcels that the child of a wide vertex is or leads to. */
    List<NodeSignature> ledTo(int child) {
        if (cut.isWide(child)) {
            return blocked.get(child) ? List.of() : List.copyOf(below(child).signatures());
        }
        NodeSignature own = signature(child);
        return own == null ? List.of() : List.of(own);
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /** A vertex and all below it come, below a wide vertex or as the root. */
    void settle(int v, int parent) {
        cut.meet(v);
        boolean wide = cut.shouldBeWide(v);
        if (parent >= 0) {
            below(parent).count(graph.typeId(v), wide, 1);
        }
        if (!wide) {
            if (signature.length <= v) {
                signature = Arrays.copyOf(signature, Math.max(graph.vertexBound(), v + 1 + v / 2));
            }
            NodeSignature own = describer.enter(v);
            signature[v] = own;
            forEachAscentOf(v, ascent -> ascent.came(v));
            enter(v, own, v);
            return;
        }
        cut.widen(v);
        below.put(v, new Below(new ByPlaceAndExploration()));
        judge(v);
        forEachChild(v, child -> settle(child, v));
    }

    /** A parcel has become too much for one. */
    void split(int parcel) {
        int parent = aggregates.parent(parcel);
        withdraw(parcel);
        below(parent).count(graph.typeId(parcel), false, -1);
        settle(parcel, parent);
    }

    /** A child of a wide vertex is about to go, with all below it. */
    void leave(int top) {
        withdraw(top);
        below(aggregates.parent(top)).count(graph.typeId(top), cut.isWide(top), -1);
        forget(top);
    }

    /** The parcels at and below the vertex go out. */
    private void withdraw(int v) {
        forEachParcel(v, true, c -> {
            NodeSignature own = require(c);
            leave(c, own, c);
            forEachAscentOf(c, ascent -> ascent.goes(c));
            describer.leave(own);
            signature[c] = null;
        });
    }

    private void forEachAscentOf(int parcel, Consumer<Ascent> sink) {
        for (int u = aggregates.parent(parcel); u >= 0; u = aggregates.parent(u)) {
            Ascent ascent = below(u).ascent(graph.typeId(parcel));
            if (ascent != null) {
                sink.accept(ascent);
            }
        }
    }

    private void forget(int v) {
        if (cut.isWide(v)) {
            forEachChild(v, this::forget);
            below.remove(v);
            blocked.clear(v);
            timed.clear(v);
        }
        cut.forget(v);
    }

    /** A parcel of a signature that can be reached from a wide vertex: whichever is found first. */
    int anyBelow(int wide, NodeSignature alike) {
        int child = below(wide).any(alike);
        if (child < 0) {
            SortedVertices sorted = sorted(wide, alike, Order.PLACE);
            child = sorted == null ? -1 : sorted.walk().vertex();
        }
        return cut.isWide(child) ? anyBelow(child, alike) : child;
    }

    /** The vertex of a parcel before which so many come. O(depth x children). */
    int vertexAt(int parcel, int position) {
        int v = parcel;
        int more = position;
        while (more > 0) {
            more--;
            int e = graph.firstOut(v);
            while (graph.subsystem(e) != aggregates.dominant() || more >= aggregates.subtreeSize(graph.target(e))) {
                more -= graph.subsystem(e) == aggregates.dominant() ? aggregates.subtreeSize(graph.target(e)) : 0;
                e = graph.nextOut(e);
            }
            v = graph.target(e);
        }
        return v;
    }

    /** The state of a parcel has changed, that of its top at least, and perhaps of other vertices. */
    void update(int parcel, boolean ofOthers) {
        NodeSignature before = require(parcel);
        NodeSignature after = ofOthers ? describer.enter(parcel) : describer.enter(parcel, before);
        if (!after.equals(before)) {
            leave(parcel, before, parcel);
            signature[parcel] = after;
            enter(parcel, after, parcel);
        }
        describer.leave(before);
    }

    private void judge(int wide) {
        boolean stands = states.isDown(wide) || states.taken(wide) >= graph.size(wide);
        blocked.set(wide, stands);
        timed.set(wide, states.times(wide) != 0);
    }

    /**
     * The state of a wide vertex itself has changed. O(1), and where it can be passed now or no more O(parcels below it
     * x log).
     */
    void updateWide(int wide) {
        boolean before = blocked.get(wide);
        judge(wide);
        boolean after = blocked.get(wide);
        int parent = aggregates.parent(wide);
        if (before == after || parent < 0) {
            return;
        }
        List<NodeSignature> led = List.copyOf(below(wide).signatures());
        if (after) {
            led.forEach(k -> below(parent).mislead(wide, k));
            forEachParcel(wide, false, c -> leave(c, require(c), wide));
        } else {
            forEachParcel(wide, false, c -> enter(c, require(c), wide));
            led.forEach(k -> below(parent).lead(wide, k));
        }
    }

    /** The parcel can be reached from the wide vertices above another one, as far up as there is a way. */
    private void enter(int parcel, NodeSignature own, int from) {
        boolean leads = from == parcel;
        int child = from;
        for (int u = aggregates.parent(from); u >= 0; u = aggregates.parent(u)) {
            Below here = below(u);
            boolean first = here.add(parcel, own);
            if (leads) {
                here.lead(child, own);
            }
            if (blocked.get(u)) {
                return;
            }
            leads = first;
            child = u;
        }
    }

    private void leave(int parcel, NodeSignature own, int from) {
        boolean leads = from == parcel;
        int child = from;
        for (int u = aggregates.parent(from); u >= 0; u = aggregates.parent(u)) {
            Below here = below(u);
            if (leads) {
                here.mislead(child, own);
            }
            boolean last = here.remove(parcel, own);
            if (blocked.get(u)) {
                return;
            }
            leads = last;
            child = u;
        }
    }

    // ---- walks ----------------------------------------------------------------------------------------------------

    void forEachChild(int v, IntConsumer sink) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                sink.accept(graph.target(e));
            }
        }
    }

    /** The parcels at and below a vertex: all, or those that can be reached from it. */
    void forEachParcel(int v, boolean all, IntConsumer sink) {
        if (isParcel(v)) {
            sink.accept(v);
        } else if (cut.isWide(v)) {
            forEachChild(v, child -> {
                if (all || !blocked.get(child)) {
                    forEachParcel(child, all, sink);
                }
            });
        }
    }

    private final class ByPlaceAndExploration implements Below.Comparisons {
        @Override
        public SortedVertices.Comparison of(Order order) {
            return (a, b) -> {
                int preference = order.compare(graph, a, b);
                return preference != 0 ? preference : cut.compare(a, b);
            };
        }

        @Override
        public SortedVertices.Comparison ofExploration() {
            return exploration;
        }
    }

    /** The memory of all this. O(V). */
    long bytes() {
        return 4L * signature.length
                + cut.bytes()
                + describer.bytes()
                + below.values().stream().mapToLong(Below::bytes).sum();
    }
}
