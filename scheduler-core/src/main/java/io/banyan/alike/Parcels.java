package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The parcels of the dominant subsystem: the subtrees below the {@link Cut}, as a rule nodes, each with its
 * {@link Likeness}. For every wide vertex they are kept by likeness, and for each likeness in the orders that were asked for.
 *
 * <p>Nothing is done before something is asked for the first time, which costs O(V). From then on whoever changes something
 * says where ({@link #changed}); a parcel is looked at again, O(parcel + depth x log parcels), when something is asked next. For
 * hierarchies in which no vertex has several parents. Not thread-safe.
 */
public final class Parcels {

    private static final Set<String> VALUED = Set.of("perf_class");

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final States states;
    private final SortedVertices.Comparison exploration;
    private final Traits traits;
    private Describer describer;
    private Cut cut;
    private Map<Integer, Below> below = new HashMap<>();
    private @Nullable Likeness[] likeness = {};
    /** Wide vertices through which nobody gets. */
    private BitSet blocked = new BitSet();
    /** Wide vertices whose own state depends on time. */
    private BitSet timed = new BitSet();

    private int[] changed = new int[16];
    private int changes;
    private BitSet isChanged = new BitSet();
    private boolean built;

    /** Compares the children of one vertex as an exploration that stops early meets them. */
    public interface Exploration {
        int compare(int childA, int childB);
    }

    /** The parcels of a graph in the states that are given. Costs nothing yet. */
    public Parcels(ResourceGraph graph, Aggregates aggregates, States states, Exploration exploration) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.states = states;
        this.exploration = exploration::compare;
        this.traits = new Traits(graph, VALUED);
        this.describer = new Describer(graph, aggregates, states, traits);
        this.cut = new Cut(graph, aggregates);
    }

    // ---- questions ------------------------------------------------------------------------------------------------

    /**
     * Brings everything up to date, with these properties told apart. O(V) the first time and where a property is new here,
     * else O(what changed).
     */
    public void refresh(Set<String> properties) {
        if (!traits.heeds(properties)) {
            traits.heed(properties);
            if (built) {
                forEachParcel(aggregates.root(), true, this::changed);
            }
        }
        if (!built) {
            build();
        }
        for (int i = 0; i < changes; i++) {
            int v = changed[i];
            isChanged.clear(v);
            if (cut.isWide(v)) {
                updateWide(v);
            } else if (likeness(v) != null) {
                update(v);
            }
        }
        changes = 0;
    }

    /** Whether the vertex is above the cut, with parcels below it. */
    public boolean isWide(int v) {
        return cut.isWide(v);
    }

    /** Whether a wide vertex has children that are wide themselves. */
    public boolean hasWideChildren(int v) {
        return below(v).hasWideChildren();
    }

    /** Whether a wide vertex has a child of the type. O(1). */
    public boolean hasChildOfType(int wide, int type) {
        return below(wide).hasChildOfType(type);
    }

    /** How many wide vertices of the type there are. */
    public int wideOfType(int type) {
        return cut.wideOfType(type);
    }

    /** Whether vertices of the type hang, or have hung, directly below wide ones. */
    public boolean hangsBelowWide(int type) {
        return cut.hangsBelowWide(type);
    }

    /** Whether some wide vertex can be passed at some times and not at others. */
    public boolean hasTimedWays() {
        return !timed.isEmpty();
    }

    /** The likenesses of the parcels that can be reached from a wide vertex, in an order that repeats. */
    public Collection<Likeness> likenessesBelow(int wide) {
        return below(wide).likenesses();
    }

    /** How many parcels of a likeness can be reached from a wide vertex. */
    public int countBelow(int wide, Likeness likeness) {
        return below(wide).count(likeness);
    }

    /** Any parcel of a likeness that can be reached from a wide vertex. */
    public int oneBelow(int wide, Likeness likeness) {
        return membersBelow(wide, likeness, Order.PLACE).vertex();
    }

    /**
     * The parcels of a likeness that can be reached from a wide vertex, in an order. O(1), but for an order that is asked
     * for the first time below the vertex: O(parcels x log).
     */
    public Row membersBelow(int wide, Likeness likeness, Order order) {
        Below here = below(wide);
        if (!here.isSorted(order)) {
            var all = new ArrayList<Map.Entry<Integer, Likeness>>();
            forEachParcel(wide, false, c -> all.add(new SimpleImmutableEntry<>(c, require(c))));
            here.sort(order, all);
        }
        return new Row(here.require(likeness).sorted.get(order));
    }

    /** The children of a wide vertex that are parcels of a likeness or lead to some, in the order of exploration. Costs as above. */
    public Row leadingBelow(int wide, Likeness likeness) {
        Below here = below(wide);
        if (!here.isExplored()) {
            var children = new LinkedHashMap<Integer, Set<Likeness>>();
            forEachChild(wide, child -> {
                if (!cut.isWide(child)) {
                    children.put(child, Set.of(require(child)));
                } else if (!blocked.get(child)) {
                    children.put(child, new LinkedHashSet<>(below(child).likenesses()));
                }
            });
            here.explore(children);
        }
        return new Row(here.require(likeness).leading);
    }

    /** Which of two parcels a depth-first walk meets first. */
    public int compareByPlace(int a, int b) {
        return cut.compare(a, b);
    }

    /** Goes along vertices in an order; undefined when something changes. */
    public static final class Row {
        private final SortedVertices.@Nullable Walk walk;

        private Row(@Nullable SortedVertices vertices) {
            this.walk = vertices == null ? null : vertices.walk();
        }

        /** Whether there is a vertex here. */
        public boolean isAtVertex() {
            return walk != null && walk.isAtMember();
        }

        /** The vertex here. */
        public int vertex() {
            if (walk == null) {
                throw new IllegalStateException("There is no vertex here.");
            }
            return walk.vertex();
        }

        /** Goes on to the next. */
        public void advance() {
            if (walk != null) {
                walk.advance();
            }
        }
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /** The vertex's own state has changed. O(depth). */
    public void changed(int v) {
        if (!built) {
            return;
        }
        int where = cut.isWide(v) ? v : cut.parcelOf(v);
        if (where < 0 || isChanged.get(where)) {
            return;
        }
        isChanged.set(where);
        if (changes == changed.length) {
            changed = Arrays.copyOf(changed, 2 * changes);
        }
        changed[changes++] = where;
    }

    /** Where the vertex stands in the order of exploration is about to change, which the change itself then does. */
    public void reorder(int v, Runnable change) {
        int parent = built ? aggregates.parent(v) : -1;
        Below above = parent >= 0 && cut.isWide(parent) ? below(parent) : null;
        if (above == null || !above.isExplored()) {
            change.run();
            return;
        }
        List<Likeness> led = ledTo(v);
        led.forEach(k -> above.mislead(v, k));
        change.run();
        led.forEach(k -> above.lead(v, k));
    }

    private List<Likeness> ledTo(int child) {
        if (cut.isWide(child)) {
            return blocked.get(child) ? List.of() : List.copyOf(below(child).likenesses());
        }
        Likeness own = likeness(child);
        return own == null ? List.of() : List.of(own);
    }

    /** Vertices have come, parents before children. O(what has come + depth), and the parcels that they have come into. */
    public void attached(int[] added) {
        if (!built || added.length == 0) {
            return;
        }
        if (aggregates.hasSeveralParents()) {
            forget();
            return;
        }
        var isNew = new BitSet();
        Arrays.stream(added).forEach(isNew::set);
        for (int top : added) {
            int parent = aggregates.parent(top);
            if (parent < 0) {
                forget();
                return;
            }
            if (!isNew.get(parent)) {
                hang(top, parent);
            }
        }
    }

    private void hang(int top, int parent) {
        if (cut.isWide(parent)) {
            settle(top, parent);
            return;
        }
        int parcel = cut.parcelOf(parent);
        if (parcel < 0) {
            forget();
        } else if (cut.shouldBeWide(parcel)) {
            withdraw(parcel);
            below(aggregates.parent(parcel)).count(graph.typeId(parcel), false, -1);
            settle(parcel, aggregates.parent(parcel));
        } else {
            changed(parcel);
        }
    }

    /** A subtree is about to go. O(subtree + depth). */
    public void detaching(int top) {
        if (!built) {
            return;
        }
        int parent = aggregates.parent(top);
        if (parent < 0) {
            forget();
            return;
        }
        if (cut.isWide(parent)) {
            withdraw(top);
            below(parent).count(graph.typeId(top), cut.isWide(top), -1);
            forgetBelow(top);
        } else {
            changed(top);
        }
    }

    /** Nothing is known any more. */
    private void forget() {
        built = false;
        changes = 0;
        isChanged = new BitSet();
        below = new HashMap<>();
        likeness = new Likeness[0];
        blocked = new BitSet();
        timed = new BitSet();
        describer = new Describer(graph, aggregates, states, traits);
        cut = new Cut(graph, aggregates);
    }

    private void forgetBelow(int v) {
        if (cut.isWide(v)) {
            forEachChild(v, this::forgetBelow);
            below.remove(v);
            blocked.clear(v);
            timed.clear(v);
        }
        cut.forget(v);
    }

    // ---- keeping up -----------------------------------------------------------------------------------------------

    private void build() {
        forget();
        built = true;
        int root = aggregates.root();
        if (root >= 0 && cut.shouldBeWide(root)) {
            settle(root, -1);
        }
    }

    /** The vertex and all below it come in, below a wide vertex. */
    private void settle(int v, int parent) {
        cut.meet(v);
        boolean wide = cut.shouldBeWide(v);
        if (parent >= 0) {
            below(parent).count(graph.typeId(v), wide, 1);
        }
        if (!wide) {
            if (likeness.length <= v) {
                likeness = Arrays.copyOf(likeness, graph.vertexBound());
            }
            Likeness own = describer.enter(v);
            likeness[v] = own;
            enter(v, own, v);
            return;
        }
        cut.widen(v);
        below.put(v, new Below(new ByPlaceAndExploration()));
        judge(v);
        forEachChild(v, child -> settle(child, v));
    }

    /** The parcels at and below the vertex go out. */
    private void withdraw(int v) {
        forEachParcel(v, true, c -> {
            Likeness own = require(c);
            leave(c, own, c);
            describer.leave(own);
            likeness[c] = null;
        });
    }

    private void update(int parcel) {
        Likeness before = require(parcel);
        Likeness after = describer.enter(parcel);
        if (!after.equals(before)) {
            leave(parcel, before, parcel);
            likeness[parcel] = after;
            enter(parcel, after, parcel);
        }
        describer.leave(before);
    }

    private void judge(int wide) {
        boolean stands = states.isDown(wide) || states.taken(wide) >= graph.size(wide);
        blocked.set(wide, stands);
        timed.set(wide, states.dependsOnTime(wide));
    }

    private void updateWide(int wide) {
        boolean before = blocked.get(wide);
        judge(wide);
        boolean after = blocked.get(wide);
        int parent = aggregates.parent(wide);
        if (before == after || parent < 0) {
            return;
        }
        List<Likeness> led = List.copyOf(below(wide).likenesses());
        if (after) {
            led.forEach(k -> below(parent).mislead(wide, k));
            forEachParcel(wide, false, c -> leave(c, require(c), wide));
        } else {
            forEachParcel(wide, false, c -> enter(c, require(c), wide));
            led.forEach(k -> below(parent).lead(wide, k));
        }
    }

    /** The parcel can be reached from the wide vertices above another one, as far up as there is a way. */
    private void enter(int parcel, Likeness own, int from) {
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

    private void leave(int parcel, Likeness own, int from) {
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

    private Below below(int wide) {
        Below here = below.get(wide);
        if (here == null) {
            throw new IllegalStateException("Vertex " + wide + " is not above any parcel.");
        }
        return here;
    }

    private @Nullable Likeness likeness(int parcel) {
        return parcel < likeness.length ? likeness[parcel] : null;
    }

    private Likeness require(int parcel) {
        Likeness own = likeness(parcel);
        if (own == null) {
            throw new IllegalStateException("Vertex " + parcel + " is no parcel.");
        }
        return own;
    }

    private void forEachChild(int v, IntConsumer sink) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                sink.accept(graph.target(e));
            }
        }
    }

    /** The parcels at and below a vertex: all, or those that can be reached from it. */
    private void forEachParcel(int v, boolean all, IntConsumer sink) {
        if (likeness(v) != null) {
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

    // ---- tests ----------------------------------------------------------------------------------------------------

    /** Vertices that were looked at to know their parcels' likenesses, since the start or since the graph was last empty. */
    public long described() {
        return describer.described();
    }

    /** How many likenesses there are. */
    public int likenesses() {
        return describer.count();
    }

    /** The memory of all this. O(V). */
    public long bytes() {
        return 4L * likeness.length
                + cut.bytes()
                + describer.bytes()
                + below.values().stream().mapToLong(Below::bytes).sum();
    }

    /** Throws where what is kept is not what would be found anew. O(V x depth): for tests. */
    public void checkInvariants() {
        if (!built || aggregates.hasSeveralParents()) {
            return;
        }
        refresh(Set.of());
        below.values().forEach(Below::checkInvariants);
        var counted = new HashMap<Likeness, Integer>();
        var parcels = new HashSet<Integer>();
        forEachParcel(aggregates.root(), true, c -> {
            parcels.add(c);
            Likeness own = require(c);
            counted.merge(own, 1, Integer::sum);
            if (!describer.of(c).equals(own)) {
                throw new IllegalStateException(graph.path(c) + " has changed, and nobody said so.");
            }
        });
        for (int v = 0; v < likeness.length; v++) {
            if (likeness[v] != null && !parcels.contains(v)) {
                throw new IllegalStateException("Vertex " + v + " is still kept as a parcel.");
            }
        }
        below.forEach((wide, here) -> {
            var reached = new HashMap<Likeness, Integer>();
            forEachParcel(wide, false, c -> reached.merge(require(c), 1, Integer::sum));
            reached.forEach((k, count) -> {
                if (here.count(k) != count) {
                    throw new IllegalStateException(graph.path(wide) + " should reach " + count
                            + " parcels of a likeness, not " + here.count(k));
                }
            });
            forEachChild(wide, child -> {
                if (!here.hasChildOfType(graph.typeId(child))) {
                    throw new IllegalStateException(graph.path(wide) + " does not know of its child " + graph.path(child));
                }
            });
            if (!reached.keySet().equals(new HashSet<>(here.likenesses()))) {
                throw new IllegalStateException(graph.path(wide) + " reaches other likenesses than are kept.");
            }
        });
        counted.forEach((k, count) -> {
            if (!k.dependsOnTime() && k.members != count) {
                throw new IllegalStateException(
                        "A likeness has " + count + " members, but " + k.members + " are counted.");
            }
        });
    }
}
