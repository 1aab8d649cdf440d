package io.banyan.graph.io;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Removes the parts that a job has released since its resources were written. */
final class FreeRanks {
    private FreeRanks() {}

    /** Returns the subgraph without the vertices of these ranks and their descendants. O(vertices x depth + edges). */
    static Subgraph without(Subgraph subgraph, IdSet ranks) {
        Set<String> freed = new HashSet<>();
        for (SubgraphVertex vertex : subgraph.vertices()) {
            if (vertex.rank() >= 0 && ranks.contains(vertex.rank())) {
                freed.add(vertex.path());
            }
        }
        var positions = new int[subgraph.vertices().size()];
        List<SubgraphVertex> kept = new ArrayList<>();
        for (int i = 0; i < positions.length; i++) {
            SubgraphVertex vertex = subgraph.vertices().get(i);
            boolean isFreed = isWithin(vertex.path(), freed);
            positions[i] = isFreed ? -1 : kept.size();
            if (!isFreed) {
                kept.add(vertex);
            }
        }
        List<SubgraphEdge> edges = new ArrayList<>();
        for (SubgraphEdge edge : subgraph.edges()) {
            int source = positions[edge.source()];
            int target = positions[edge.target()];
            if (source >= 0 && target >= 0) {
                edges.add(new SubgraphEdge(source, target, edge.subsystem()));
            }
        }
        return new Subgraph(kept, edges);
    }

    private static boolean isWithin(String path, Set<String> freed) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (freed.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }
}
