package io.banyan.instance.jobs;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.resource.ResourceType;
import java.util.HashMap;
import java.util.Map;

/**
 * The cores that a reservation counts for. A reservation that takes a share of a node's GPUs or memory counts for the
 * same share of its cores, because others can hardly use these.
 */
final class ReservedCores {
    private final ResourceGraph graph;
    private final int node;
    private final int core;
    /** The amounts that are taken of each node, by type; those outside nodes are under -1. */
    private final Map<Integer, Map<Integer, Long>> taken = new HashMap<>();

    private ReservedCores(ResourceGraph graph) {
        this.graph = graph;
        this.node = graph.types().id(new ResourceType("node"));
        this.core = graph.types().id(new ResourceType("core"));
    }

    /** Returns the number of cores, at least 1. O(selection x depth + vertices below its nodes). */
    static long of(ResourceGraph graph, Selection selection) {
        ReservedCores cores = new ReservedCores(graph);
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (selection.exclusive(i) && graph.typeId(v) != cores.node) {
                cores.taken
                        .computeIfAbsent(cores.nodeOf(v), it -> new HashMap<>())
                        .merge(graph.typeId(v), selection.amount(i), Long::sum);
            }
        }
        return Math.max(1, cores.count());
    }

    private int nodeOf(int v) {
        int at = v;
        while (at >= 0 && graph.typeId(at) != node) {
            at = graph.parent(at);
        }
        return at;
    }

    private long count() {
        long count = 0;
        for (Map.Entry<Integer, Map<Integer, Long>> entry : taken.entrySet()) {
            Map<Integer, Long> amounts = entry.getValue();
            long cores = amounts.getOrDefault(core, 0L);
            boolean isCoresOnly = amounts.keySet().stream().allMatch(type -> type == core);
            count += entry.getKey() < 0 || isCoresOnly ? cores : Math.max(cores, share(entry.getKey(), amounts));
        }
        return count;
    }

    /** Returns the cores of a node that are as great a share as the greatest share of another type, rounded up. */
    private long share(int v, Map<Integer, Long> amounts) {
        Map<Integer, Long> totals = new HashMap<>();
        add(v, totals);
        double greatest = 0;
        for (Map.Entry<Integer, Long> amount : amounts.entrySet()) {
            greatest = Math.max(greatest, (double) amount.getValue() / totals.getOrDefault(amount.getKey(), 1L));
        }
        return (long) Math.ceil(greatest * totals.getOrDefault(core, 0L));
    }

    private void add(int v, Map<Integer, Long> totals) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.parent(child) == v) {
                totals.merge(graph.typeId(child), graph.size(child), Long::sum);
                add(child, totals);
            }
        }
    }
}
