package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares a register with one that is computed from scratch. For tests. */
final class RegisterCheck {

    private final ResourceGraph graph;
    private final Register register;

    RegisterCheck(ResourceGraph graph, Register register) {
        this.graph = graph;
        this.register = register;
    }

    /** Throws where they differ. O(V x depth). */
    void run(int root) {
        Set<Integer> parcels = new HashSet<>();
        Map<NodeSignature, Integer> counted = new HashMap<>();
        register.forEachParcel(root, true, c -> {
            parcels.add(c);
            counted.merge(register.require(c), 1, Integer::sum);
            require(
                    register.describer().of(c).equals(register.require(c)),
                    graph.path(c) + " has changed, but was not marked as changed.");
        });
        for (int v = 0; v < register.bound(); v++) {
            require(!register.isParcel(v) || parcels.contains(v), "Vertex " + v + " is still kept as a parcel.");
        }
        counted.forEach((alike, count) -> require(
                alike.members == count,
                "A node class has " + count + " members, but " + alike.members + " are counted."));
        register.wideVertices().forEach(this::checkBelow);
    }

    private void checkBelow(int wide, Below here) {
        here.checkInvariants();
        for (int type = 0; type < graph.types().size(); type++) {
            Ascent kept = here.ascent(type);
            var numbers = new ArrayList<Long>();
            int kind = type;
            register.forEachParcel(wide, true, c -> {
                if (graph.typeId(c) == kind) {
                    numbers.add(graph.number(c));
                }
            });
            require(
                    kept == null || !kept.isKnown() || !kept.isAscending() || isAscending(numbers),
                    graph.path(wide) + " is marked as having ascending ids, but its ids do not ascend.");
        }
        Map<NodeSignature, Integer> reached = new HashMap<>();
        register.forEachParcel(wide, false, c -> reached.merge(register.require(c), 1, Integer::sum));
        reached.forEach((alike, count) -> require(
                here.count(alike) == count,
                graph.path(wide) + " should reach " + count + " parcels of a node class, not " + here.count(alike)
                        + "."));
        require(
                reached.keySet().equals(new HashSet<>(here.signatures())),
                graph.path(wide) + " reaches node classes other than those in the register.");
        register.forEachChild(
                wide,
                child -> require(
                        here.hasChildOfType(graph.typeId(child)),
                        graph.path(wide) + " has no entry for its child " + graph.path(child) + "."));
    }

    private static boolean isAscending(List<Long> numbers) {
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i - 1) >= numbers.get(i)) {
                return false;
            }
        }
        return true;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalStateException(message);
        }
    }
}
