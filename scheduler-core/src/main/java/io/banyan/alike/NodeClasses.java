package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The parcels of the dominant subsystem: the subtrees below the {@link ParcelCut}, as a rule nodes, each with its
 * {@link NodeSignature}. For every wide vertex they are kept by signature, and for each signature in the orders that
 * were asked for.
 *
 * <p>No work is done before the first query, which costs O(V). From then on, each caller that changes the state reports
 * the changed vertices ({@link #changed}). The next query examines the changed parcels again, each in O(parcel + depth
 * x log parcels). For hierarchies in which no vertex has several parents. Not thread-safe.
 */
public final class NodeClasses {
    /** So many are asked in no time. */
    private static final int MANY_SIGNATURES = 64;
    /** So many parcels of a signature are worth asking one of them for the others. */
    private static final int MOST_ALIKE = 4;

    private static final Set<String> VALUED = Set.of("perf_class");

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final States states;
    private final Exploration exploration;
    private final Traits traits;
    /** Null before something is asked for the first time, and after all is different. */
    private @Nullable Register register;

    private long version;
    private final ChangedParcels changed = new ChangedParcels();

    /** Compares the children of one vertex as an exploration that stops early meets them. */
    public interface Exploration {
        int compare(int childA, int childB);
    }

    /** The parcels of a graph in the states that are given. Costs nothing yet. */
    public NodeClasses(ResourceGraph graph, Aggregates aggregates, States states, Exploration exploration) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.states = states;
        this.exploration = exploration;
        this.traits = new Traits(graph, VALUED);
    }

    /** Returns a number that differs after every change: results from the same number are still valid. */
    public long version() {
        return version;
    }

    // ---- questions ------------------------------------------------------------------------------------------------

    /**
     * Brings everything up to date, and distinguishes vertices by these properties. O(V) the first time and where a
     * property is new here, else O(changed vertices).
     */
    public void refresh(Set<String> properties) {
        if (traits.heed(properties)) {
            forget();
        }
        Register known = register;
        if (known == null) {
            register = new Register(graph, aggregates, states, traits, exploration::compare);
            return;
        }
        changed.drain((v, isBelow) -> {
            if (known.cut().isWide(v)) {
                known.updateWide(v);
            } else if (known.isParcel(v)) {
                known.update(v, isBelow);
            }
        });
    }

    private Register known() {
        Register known = register;
        if (known == null) {
            throw new IllegalStateException("The node classes are not computed yet.");
        }
        return known;
    }

    /** Whether the vertex is above the cut, with parcels below it. */
    public boolean isWide(int v) {
        return known().cut().isWide(v);
    }

    /** Whether a wide vertex has children that are wide themselves. */
    public boolean hasWideChildren(int v) {
        return known().below(v).hasWideChildren();
    }

    /** Whether a wide vertex has a child of the type. O(1). */
    public boolean hasChildOfType(int wide, int type) {
        return known().below(wide).hasChildOfType(type);
    }

    /** How many wide vertices of the type there are. */
    public int wideOfType(int type) {
        return known().cut().wideOfType(type);
    }

    /** Whether vertices of the type hang, or have hung, directly below wide ones. */
    public boolean hangsBelowWide(int type) {
        return known().cut().hangsBelowWide(type);
    }

    /** Whether some wide vertex can be passed at some times and not at others. */
    public boolean hasTimedWays() {
        return known().hasTimedWays();
    }

    /** The signatures of the parcels that can be reached from a wide vertex, in an order that repeats. */
    public Collection<NodeSignature> signaturesBelow(int wide) {
        return known().below(wide).signatures();
    }

    /**
     * Whether of the parcels that can be reached from a wide vertex so few are alike that asking one for others saves
     * little. O(1).
     */
    public boolean areUnlikeBelow(int wide) {
        Below below = known().below(wide);
        int signatures = below.signatures().size();
        return signatures > MANY_SIGNATURES && MOST_ALIKE * signatures > below.parcels();
    }

    /** The signature of a parcel, or null where the vertex is none. */
    public @Nullable NodeSignature signature(int v) {
        return known().isParcel(v) ? known().require(v) : null;
    }

    /**
     * The vertices of a parcel that can be reached, each before those below it, which are in the order of their edges.
     * If another parcel is alike, and not only because both depend on time, its vertex at the same position is in the
     * same state. O(parcel).
     */
    public int[] vertices(int parcel) {
        return known().describer().vertices(parcel);
    }

    /** How many parcels of a signature can be reached from a wide vertex. */
    public int countBelow(int wide, NodeSignature signature) {
        return known().below(wide).count(signature);
    }

    /**
     * The parcels of a signature that can be reached from a wide vertex, in an order. O(1), but for an order that is
     * asked for the first time below the vertex: O(parcels x log).
     */
    public NodeRow membersBelow(int wide, NodeSignature signature, Order order) {
        return new NodeRow(known().sorted(wide, signature, order));
    }

    /** The parcels of a signature that can be reached from a wide vertex, by logical id. Costs as above. */
    public Numbered numberedBelow(int wide, NodeSignature signature) {
        return new Numbered(graph, known().sorted(wide, signature, Order.NUMBER_UP));
    }

    /**
     * Whether of the parcels of a type below a wide vertex each has a greater logical id than all that a depth-first
     * walk meets before it, so that no two have the same. O(1), but O(parcels) the first time and after one came that
     * is not the last.
     */
    public boolean isAscendingBelow(int wide, int type) {
        return known().isAscending(wide, type);
    }

    /**
     * The children of a wide vertex that are parcels of a signature or lead to some, in the order of exploration. Costs
     * as above.
     */
    public NodeRow leadingBelow(int wide, NodeSignature signature) {
        return new NodeRow(known().leading(wide, signature));
    }

    /** Some parcel of a signature that can be reached from a wide vertex. */
    public int anyBelow(int wide, NodeSignature signature) {
        return known().anyBelow(wide, signature);
    }

    /**
     * Returns the signature at a certain time of parcels whose signature depends on time; a parcel of this signature
     * says how much of each vertex is taken then. Such values compare with those that do not depend on time. O(vertices
     * that depend on time x depth).
     */
    public NodeSignature at(NodeSignature signature, int parcel, IntToLongFunction taken) {
        var pairs = new long[2 * signature.timedVertices()];
        int size = 0;
        for (int i = 0; i < signature.timedVertices(); i++) {
            int v = known().vertexAt(parcel, signature.timedVertex(i));
            long amount = taken.applyAsLong(v);
            if (amount > 0) {
                pairs[size++] = signature.timedVertex(i);
                pairs[size++] = amount;
            }
            if (v == parcel && amount >= graph.size(v)) {
                break;
            }
        }
        return signature.with(size == pairs.length ? pairs : Arrays.copyOf(pairs, size));
    }

    /** Which of two parcels a depth-first walk meets first. */
    public int compareByPlace(int a, int b) {
        return known().cut().compare(a, b);
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /** The vertex's own state has changed. O(depth). */
    public void changed(int v) {
        changed(v, true);
    }

    /** Records a change of the vertex's bookings only. O(depth). */
    public void booked(int v) {
        changed(v, false);
    }

    private void changed(int v, boolean inMore) {
        version++;
        Register known = register;
        if (known == null) {
            return;
        }
        int parcel = known.parcelOf(v);
        int where = parcel < 0 && known.cut().isWide(v) ? v : parcel;
        if (where < 0) {
            return;
        }
        changed.add(where, inMore || where != v);
    }

    /** Where the vertex stands in the order of exploration is about to change, which the change itself then does. */
    public void reorder(int v, Runnable change) {
        Register known = register;
        int parent = known == null ? -1 : aggregates.parent(v);
        Below above = known != null && parent >= 0 && known.cut().isWide(parent) ? known.below(parent) : null;
        if (known == null || above == null || !above.isExplored()) {
            change.run();
            return;
        }
        List<NodeSignature> led = known.ledTo(v);
        led.forEach(k -> above.mislead(v, k));
        change.run();
        led.forEach(k -> above.lead(v, k));
    }

    /**
     * Vertices have come, parents before children. O(added vertices + depth), and the parcels that they have come into.
     */
    public void attached(int[] added) {
        version++;
        Register known = register;
        if (known == null || added.length == 0) {
            return;
        }
        if (aggregates.hasSeveralParents() || known.cut().isWornOut()) {
            forget();
            return;
        }
        var isNew = new BitSet();
        Arrays.stream(added).forEach(isNew::set);
        for (int top : added) {
            int parent = aggregates.parent(top);
            if (parent < 0 || (!isNew.get(parent) && !hang(known, top, parent))) {
                forget();
                return;
            }
        }
    }

    /** Returns whether a registered ancestor exists. */
    private boolean hang(Register known, int top, int parent) {
        if (known.cut().isWide(parent)) {
            // Where its parent was split only now, all that has come below it is settled already.
            if (!known.isParcel(top) && !known.cut().isWide(top)) {
                known.settle(top, parent);
            }
            return true;
        }
        int parcel = known.parcelOf(parent);
        if (parcel >= 0 && known.cut().shouldBeWide(parcel)) {
            known.split(parcel);
        } else if (parcel >= 0) {
            changed(parcel);
        }
        return parcel >= 0;
    }

    /** A subtree is about to go. O(subtree + depth). */
    public void detaching(int top) {
        version++;
        Register known = register;
        if (known == null) {
            return;
        }
        int parent = aggregates.parent(top);
        if (parent < 0) {
            forget();
        } else if (known.cut().isWide(parent)) {
            known.leave(top);
        } else {
            changed(top);
        }
    }

    /** Nothing is known any more. */
    private void forget() {
        register = null;
        changed.clear();
    }

    /** The memory of all this. O(V). */
    public long bytes() {
        return (register == null ? 0 : register.bytes()) + changed.bytes();
    }

    // ---- tests ----------------------------------------------------------------------------------------------------

    /** Vertices that were looked at to know their parcels' signatures. */
    public long described() {
        return register == null ? 0 : register.describer().described();
    }

    /** How many signatures there are. */
    public int signatures() {
        return register == null ? 0 : register.describer().count();
    }

    /** Throws if the register differs from one that is computed from scratch. O(V x depth): for tests. */
    public void checkInvariants() {
        if (register != null && !aggregates.hasSeveralParents()) {
            refresh(Set.of());
            new RegisterCheck(graph, known()).run(aggregates.root());
        }
    }
}
