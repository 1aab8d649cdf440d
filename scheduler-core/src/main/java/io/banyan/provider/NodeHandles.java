package io.banyan.provider;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import java.util.List;

/**
 * Creates the handles of supplied resources: one for each node, by its path, so that nodes can be released one by one,
 * or one for all resources if there is no node.
 */
public final class NodeHandles {
    private NodeHandles() {}

    /** The handles of the resources that were supplied for a request. O(n). */
    public static List<Handle> of(Subgraph brought, String requestId) {
        List<Handle> nodes = brought.vertices().stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .map(SubgraphVertex::path)
                .map(path -> new Handle(path, path))
                .toList();
        return nodes.isEmpty() ? List.of(new Handle("", requestId)) : nodes;
    }
}
