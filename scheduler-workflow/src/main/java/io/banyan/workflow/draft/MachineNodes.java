package io.banyan.workflow.draft;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.MemoryUnit;
import io.banyan.workflow.profile.ProfileNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The nodes of a resource graph, as plans see them. */
public final class MachineNodes {
    private static final String NODE = "node";
    private static final String MEMORY = "memory";
    private static final int MIB_BITS = 20;

    /** Types that only group others. */
    private static final Set<String> GROUPS = Set.of("socket", "numanode", "numa", "l3cache", "l2cache", "l1cache");

    private MachineNodes() {}

    /**
     * Returns the nodes in the order of the graph, all free. A node has the vertices below it, counted by type, and its
     * memory; sockets and caches only group other vertices. O(vertices).
     */
    public static List<ProfileNode> of(ResourceGraph graph) {
        List<ProfileNode> nodes = new ArrayList<>();
        String node = "";
        SortedMap<String, Integer> resources = new TreeMap<>();
        long memoryBytes = 0;
        int depth = 0;
        for (int v : graph.preOrder()) {
            if (!node.isEmpty() && graph.depth(v) <= depth) {
                add(nodes, node, resources, memoryBytes);
                node = "";
            }
            String type = graph.types().name(graph.typeId(v));
            if (node.isEmpty() && type.equals(NODE)) {
                node = graph.name(v);
                depth = graph.depth(v);
                resources = new TreeMap<>();
                memoryBytes = 0;
            } else if (!node.isEmpty() && type.equals(MEMORY)) {
                memoryBytes += graph.size(v) * MemoryUnit.bytes(graph.unit(v)).orElse(0);
            } else if (!node.isEmpty() && !GROUPS.contains(type)) {
                resources.merge(type, Math.toIntExact(graph.size(v)), Integer::sum);
            }
        }
        add(nodes, node, resources, memoryBytes);
        return nodes;
    }

    private static void add(
            List<ProfileNode> nodes, String node, SortedMap<String, Integer> resources, long memoryBytes) {
        resources.values().removeIf(count -> count < 1);
        if (!node.isEmpty() && !resources.isEmpty()) {
            nodes.add(ProfileNode.free(node, resources, memoryBytes >> MIB_BITS));
        }
    }
}
