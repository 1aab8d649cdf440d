package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How vertices relate to the demands of their level: one names the vertex's type, or none does and levels may still be
 * left out; a slot applies where a vertex has children of all the types that the slot is made of.
 */
public final class Steps {

    private final ResourceGraph graph;
    private final int dominant;
    private final int nodeType;

    private final @Nullable NodeClasses nodeClasses;

    public Steps(ResourceGraph graph, int dominant) {
        this(graph, dominant, null);
    }

    /** Creates steps with parcels that are up to date, which know the children of wide vertices. */
    Steps(ResourceGraph graph, int dominant, @Nullable NodeClasses nodeClasses) {
        this.graph = graph;
        this.dominant = dominant;
        this.nodeClasses = nodeClasses;
        this.nodeType = graph.types().id("node");
    }

    /** One step of a traversal. */
    static final class Step {

        /** The demand that names the vertex's type, or null where the vertex is passed through. */
        final @Nullable Demand matched;
        /** The slots that are to be made from children. */
        final List<Demand> slots;
        /** The demands of the descendants. */
        final Demand[] next;
        /** Whether levels may still be left out below. */
        final boolean pristine;

        Step(@Nullable Demand matched, List<Demand> slots, Demand[] next, boolean pristine) {
            this.matched = matched;
            this.slots = slots;
            this.next = next;
            this.pristine = pristine;
        }
    }

    /**
     * The step into a vertex, or null where the request has no place for it.
     *
     * @param pristine whether levels may still be left out
     * @param inNode whether the vertex is below a node
     */
    @Nullable Step into(int u, Demand[] list, boolean pristine, boolean inNode) {
        Demand matched = null;
        for (Demand demand : list) {
            if (!demand.slot && demand.typeId == graph.typeId(u)) {
                if (matched != null) {
                    return null;
                }
                matched = demand;
            }
        }
        if (matched == null && !pristine) {
            return null;
        }
        Demand[] next = matched == null ? list : matched.with;
        List<Demand> slots = slotsAt(u, next, matched != null && inNode);
        boolean leavesOut = matched == null || areForNodes(next);
        return new Step(matched, slots, next, leavesOut && slots.isEmpty());
    }

    /** Whether all demands are slots that are made in a node, however far below that is. */
    static boolean areForNodes(Demand[] list) {
        for (Demand demand : list) {
            if (!demand.inNode) {
                return false;
            }
        }
        return list.length > 0;
    }

    /** The first demand that names the vertex's type, or null. */
    public @Nullable Demand named(int u, Demand[] list) {
        for (Demand demand : list) {
            if (!demand.slot && demand.typeId == graph.typeId(u)) {
                return demand;
            }
        }
        return null;
    }

    /**
     * The slots of the list that can be made below the vertex: directly below it or, with the extension {@code
     * node-slots}, anywhere in a node.
     *
     * @param namedInNode whether the vertex is below a node, and the request names it
     */
    public List<Demand> slotsAt(int u, Demand[] list, boolean namedInNode) {
        List<Demand> slots = List.of();
        for (Demand demand : list) {
            if (demand.slot && (spans(u, demand, namedInNode) || hasChildrenFor(u, demand))) {
                if (slots.isEmpty()) {
                    slots = List.of(demand);
                } else {
                    slots = new ArrayList<>(slots);
                    slots.add(demand);
                }
            }
        }
        return slots;
    }

    /**
     * Returns the demands that a level names beside the one slot that applies, such as licences beside the slots of
     * nodes. Fluxion looks at the slot alone; so does this where the graph has no pool that is given in parts.
     */
    public Demand[] beside(List<Demand> applying, Demand[] list) {
        return graph.hasDivisible() && applying.size() == 1
                ? Arrays.stream(list).filter(demand -> !demand.slot).toArray(Demand[]::new)
                : new Demand[0];
    }

    /** Whether the slot is made from vertices anywhere below the vertex. */
    boolean spans(int u, Demand slot, boolean namedInNode) {
        return slot.inNode && (namedInNode || graph.typeId(u) == nodeType);
    }

    private boolean hasChildrenFor(int u, Demand slot) {
        if (nodeClasses == null || !nodeClasses.isWide(u)) {
            for (Demand kind : slot.with) {
                if (!hasChildOf(graph, dominant, u, kind.typeId)) {
                    return false;
                }
            }
            return true;
        }
        for (Demand kind : slot.with) {
            if (!nodeClasses.hasChildOfType(u, kind.typeId)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the vertex has children of all the types that a slot is made of. */
    public static boolean hasChildrenFor(ResourceGraph graph, int dominant, int u, List<Demand> kinds) {
        for (Demand demand : kinds) {
            if (!hasChildOf(graph, dominant, u, demand.typeId)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasChildOf(ResourceGraph graph, int dominant, int u, int typeId) {
        for (int e = graph.firstOut(u); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == dominant && graph.typeId(graph.target(e)) == typeId) {
                return true;
            }
        }
        return false;
    }
}
