package io.banyan.alike;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parcels below one wide vertex that can be reached from it, by signature. */
final class Below {

    /** Where vertices stand in the orders. */
    interface Comparisons {
        SortedVertices.Comparison of(Order order);

        SortedVertices.Comparison ofExploration();
    }

    private final Comparisons comparisons;
    /** In the order in which the signatures came, so that runs repeat. */
    private final Map<NodeSignature, Members> bySignature = new LinkedHashMap<>();

    /**
     * The signature whose members were looked up last, and the one before that: as a rule many parcels change from one
     * signature to another.
     */
    private @Nullable NodeSignature lastSignature;

    private @Nullable Members lastMembers;
    private @Nullable NodeSignature formerSignature;
    private @Nullable Members formerMembers;

    private int parcels;

    private final EnumSet<Order> asked = EnumSet.noneOf(Order.class);
    private boolean explored;
    /** Children that are wide themselves. */
    private int wideChildren;
    /** By type: how many children there are. */
    private int[] children = {};
    /** By type: whether logical ids ascend, for requested types. */
    private final Map<Integer, Ascent> ascents = new LinkedHashMap<>();

    Below(Comparisons comparisons) {
        this.comparisons = comparisons;
    }

    Collection<NodeSignature> signatures() {
        return Collections.unmodifiableSet(bySignature.keySet());
    }

    int count(NodeSignature signature) {
        Members members = members(signature);
        return members == null ? 0 : members.count;
    }

    private @Nullable Members members(NodeSignature signature) {
        if (signature.equals(lastSignature)) {
            return lastMembers;
        }
        Members members = signature.equals(formerSignature) ? formerMembers : bySignature.get(signature);
        formerSignature = lastSignature;
        formerMembers = lastMembers;
        lastSignature = signature;
        lastMembers = members;
        return members;
    }

    /** The members of a signature are others from now on. */
    private void forget() {
        lastSignature = null;
        lastMembers = null;
        formerSignature = null;
        formerMembers = null;
    }

    Members require(NodeSignature signature) {
        Members members = members(signature);
        if (members == null) {
            throw new IllegalStateException("There is no parcel of this signature here.");
        }
        return members;
    }

    /** How many parcels can be reached. */
    int parcels() {
        return parcels;
    }

    /**
     * A parcel of the signature or a child that leads to one, or -1 where none is known without putting them in order.
     */
    int any(NodeSignature signature) {
        Members members = require(signature);
        SortedVertices some = explored ? leading(members) : null;
        for (Order order : some == null ? asked : EnumSet.noneOf(Order.class)) {
            some = sorted(members, order);
        }
        return some == null ? -1 : some.walk().vertex();
    }

    /** Adds a parcel that can be reached from here; returns whether it is the first of its signature. */
    boolean add(int parcel, NodeSignature signature) {
        Members members = members(signature);
        if (members == null) {
            members = empty();
            bySignature.put(signature, members);
            forget();
        }
        if (!asked.isEmpty()) {
            for (Order order : asked) {
                sorted(members, order).add(parcel);
            }
        }
        parcels++;
        return members.count++ == 0;
    }

    /**
     * Removes a parcel that can no longer be reached or has another signature now; returns whether it was the last of
     * this one.
     */
    boolean remove(int parcel, NodeSignature signature) {
        Members members = require(signature);
        if (!asked.isEmpty()) {
            for (Order order : asked) {
                sorted(members, order).remove(parcel);
            }
        }
        members.count--;
        parcels--;
        if (members.count == 0) {
            bySignature.remove(signature);
            forget();
        }
        return members.count == 0;
    }

    /** A child comes, or goes where the change is -1. */
    void count(int type, boolean isWide, int change) {
        if (children.length <= type) {
            children = Arrays.copyOf(children, type + 1);
        }
        children[type] += change;
        wideChildren += isWide ? change : 0;
    }

    /** Whether the logical ids of the parcels of a type ascend, for requested types. */
    @Nullable Ascent ascent(int type) {
        return ascents.get(type);
    }

    void keep(int type, Ascent ascent) {
        ascents.put(type, ascent);
    }

    boolean hasChildOfType(int type) {
        return type >= 0 && type < children.length && children[type] > 0;
    }

    boolean hasWideChildren() {
        return wideChildren > 0;
    }

    /** A child leads to a parcel of the signature, or is one. */
    void lead(int child, NodeSignature signature) {
        Members members = explored ? members(signature) : null;
        if (members != null) {
            leading(members).add(child);
        }
    }

    /** A child leads there no more. Nothing is to be done where it was the last. */
    void mislead(int child, NodeSignature signature) {
        Members members = explored ? members(signature) : null;
        if (members != null) {
            leading(members).remove(child);
        }
    }

    boolean isSorted(Order order) {
        return asked.contains(order);
    }

    boolean isExplored() {
        return explored;
    }

    /** Orders all members in one more way; {@code all} gives each parcel to the sink. */
    void sort(Order order, Iterable<Map.Entry<Integer, NodeSignature>> all) {
        asked.add(order);
        bySignature.values().forEach(members -> sorted(members, order));
        all.forEach(entry -> sorted(require(entry.getValue()), order).add(entry.getKey()));
    }

    /**
     * Maintains the order of exploration from now on; the arguments are the children with the signatures below them.
     * Orders that were requested before, even if only to find {@linkplain #any some} parcel, are no longer maintained
     * unless they are requested again, because an exploration requests no other order.
     */
    void explore(Map<Integer, Set<NodeSignature>> children) {
        explored = true;
        asked.clear();
        bySignature.values().forEach(members -> members.sorted.clear());
        bySignature.values().forEach(this::leading);
        children.forEach((child, signatures) ->
                signatures.forEach(signature -> leading(require(signature)).add(child)));
    }

    private Members empty() {
        var members = new Members();
        asked.forEach(order -> sorted(members, order));
        if (explored) {
            leading(members);
        }
        return members;
    }

    SortedVertices sorted(Members members, Order order) {
        return members.sorted.computeIfAbsent(order, unused -> new SortedVertices(comparisons.of(order)));
    }

    private SortedVertices leading(Members members) {
        @Nullable SortedVertices vertices = members.leading;
        if (vertices == null) {
            vertices = new SortedVertices(comparisons.ofExploration());
            members.leading = vertices;
        }
        return vertices;
    }

    long bytes() {
        return 200
                + bySignature.values().stream()
                        .mapToLong(members -> 64 + members.bytes())
                        .sum();
    }

    void checkInvariants() {
        bySignature.values().forEach(members -> {
            asked.forEach(order -> {
                sorted(members, order).checkInvariants();
                if (sorted(members, order).size() != members.count) {
                    throw new IllegalStateException("An order does not contain all parcels.");
                }
            });
            if (explored) {
                leading(members).checkInvariants();
            }
        });
    }
}
