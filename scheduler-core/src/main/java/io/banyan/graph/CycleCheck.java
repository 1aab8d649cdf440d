package io.banyan.graph;

import io.banyan.graph.AttachPlan.EdgeUse;
import io.banyan.resource.Subsystem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Makes sure that a subgraph closes no cycle. Paths cannot form one, so only subsystems in which the subgraph brings a
 * second parent for a vertex are looked at: there, a cycle would lie among the subgraph's vertices and their ancestors.
 */
final class CycleCheck {
    private final GraphStore store;
    private final AttachPlan plan;

    CycleCheck(GraphStore store, AttachPlan plan) {
        this.store = store;
        this.plan = plan;
    }

    void check() throws GraphException {
        Set<Subsystem> suspects = new HashSet<>();
        for (int e = 0; e < plan.uses().length; e++) {
            SubgraphEdge edge = plan.subgraph().edges().get(e);
            if (plan.uses()[e] == EdgeUse.SECONDARY && suspects.add(edge.subsystem())) {
                check(edge.subsystem());
            }
        }
    }

    private void check(Subsystem subsystem) throws GraphException {
        int positions = plan.existing().length;
        Map<Integer, Integer> items = new HashMap<>();
        for (int i = 0; i < positions; i++) {
            if (plan.existing()[i] >= 0) {
                items.put(plan.existing()[i], i);
            }
        }
        IntStream.Builder from = IntStream.builder();
        IntStream.Builder to = IntStream.builder();
        for (int e = 0; e < plan.uses().length; e++) {
            SubgraphEdge edge = plan.subgraph().edges().get(e);
            if (plan.uses()[e] != EdgeUse.SKIPPED && edge.subsystem().equals(subsystem)) {
                from.add(edge.source());
                to.add(edge.target());
            }
        }
        int count = addAncestors(store.subsystems.id(subsystem), items, positions, from, to);
        int found =
                CycleFinder.findCycle(count, from.build().toArray(), to.build().toArray());
        if (found >= 0) {
            String where =
                    found < positions ? plan.subgraph().vertices().get(found).label() : "an existing vertex";
            throw new GraphException(
                    "The edges of the subsystem " + subsystem + " form a cycle at or above " + where + ".");
        }
    }

    /** Adds the edges above the existing vertices and returns how many items there are with their ancestors. */
    private int addAncestors(
            int s, Map<Integer, Integer> items, int positions, IntStream.Builder from, IntStream.Builder to) {
        int[] queue = items.keySet().stream().mapToInt(Integer::intValue).toArray();
        int count = positions;
        while (queue.length > 0) {
            IntStream.Builder next = IntStream.builder();
            for (int v : queue) {
                for (int e = store.edges.firstIn(v); e >= 0; e = store.edges.nextIn(e)) {
                    if (store.edges.subsystem(e) != s) {
                        continue;
                    }
                    int parent = store.edges.source(e);
                    Integer known = items.putIfAbsent(parent, count);
                    if (known == null) {
                        next.add(parent);
                        count++;
                    }
                    from.add(known == null ? count - 1 : known);
                    to.add(items.getOrDefault(v, -1));
                }
            }
            queue = next.build().toArray();
        }
        return count;
    }
}
