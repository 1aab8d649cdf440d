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

    /** The most resources of one type on a node. */
    private static final int MOST = 100_000;

    private MachineNodes() {}

    /**
     * Returns the nodes in the order of the graph, all free. A node has the resources of these types below it, and its
     * memory. O(vertices).
     *
     * @throws IllegalArgumentException if a node has more than 100,000 resources of one type
     */
    public static List<ProfileNode> of(ResourceGraph graph, Set<String> types) {
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
            } else if (!node.isEmpty() && types.contains(type)) {
                long all = (long) resources.getOrDefault(type, 0) + count(node, type, graph.size(v));
                resources.put(type, count(node, type, all));
            }
        }
        add(nodes, node, resources, memoryBytes);
        return nodes;
    }

    private static int count(String node, String type, long count) {
        if (count > MOST) {
            throw new IllegalArgumentException("node '" + node + "' has " + count + " resources of type '" + type
                    + "', and a plan can have at most " + MOST);
        }
        return (int) count;
    }

    private static void add(
            List<ProfileNode> nodes, String node, SortedMap<String, Integer> resources, long memoryBytes) {
        resources.values().removeIf(count -> count < 1);
        if (!node.isEmpty() && !resources.isEmpty()) {
            nodes.add(ProfileNode.free(node, resources, memoryBytes >> MIB_BITS));
        }
    }
}
