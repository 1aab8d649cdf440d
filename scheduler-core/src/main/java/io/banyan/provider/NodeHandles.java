package io.banyan.provider;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import java.util.List;

/**
 * Names what a provider brought, so that it can be given back piece by piece: each node by its path, or else everything
 * at once.
 */
public final class NodeHandles {
    private NodeHandles() {}

    /** The handles of what was brought for a request. O(n). */
    public static List<Handle> of(Subgraph brought, String requestId) {
        List<Handle> nodes = brought.vertices().stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .map(SubgraphVertex::path)
                .map(path -> new Handle(path, path))
                .toList();
        return nodes.isEmpty() ? List.of(new Handle("", requestId)) : nodes;
    }
}
