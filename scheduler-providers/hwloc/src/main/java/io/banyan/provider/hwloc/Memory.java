package io.banyan.provider.hwloc;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Divisible;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The memory of a node, as one vertex whose size is in GB, of which jobs get parts of whole GB. */
final class Memory {
    private static final ResourceType MEMORY = new ResourceType("memory");

    private Memory() {}

    /** The graph with so much memory in its only node; of none, nothing is said. */
    static Subgraph added(Subgraph graph, long gigabytes) {
        int node = 0;
        while (!graph.vertices().get(node).type().equals(ResourceType.NODE)) {
            node++;
        }
        if (gigabytes == 0) {
            return graph;
        }
        SubgraphVertex host = graph.vertices().get(node);
        List<SubgraphVertex> vertices = new ArrayList<>(graph.vertices());
        List<SubgraphEdge> edges = new ArrayList<>(graph.edges());
        edges.add(SubgraphEdge.containment(node, vertices.size()));
        vertices.add(SubgraphVertex.of(Integer.toString(vertices.size()), MEMORY, 0, host.path() + "/memory0")
                .withSize(gigabytes, "GB")
                .withProperties(Map.of(Divisible.PROPERTY, "1"))
                .withRank(host.rank()));
        return new Subgraph(vertices, edges);
    }
}
