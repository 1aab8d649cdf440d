package io.banyan.graph;

import java.util.List;

/**
 * A part of a resource graph as a value: read from a file, granted from level to level, or brought by a provider. The
 * order of vertices and edges is part of it. Immutable.
 */
public record Subgraph(List<SubgraphVertex> vertices, List<SubgraphEdge> edges) {
    /** A subgraph without vertices. */
    public static final Subgraph EMPTY = new Subgraph(List.of(), List.of());

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException if an edge names a position where there is no vertex
     */
    public Subgraph {
        vertices = List.copyOf(vertices);
        edges = List.copyOf(edges);
        for (SubgraphEdge edge : edges) {
            requirePosition(edge.source(), vertices.size());
            requirePosition(edge.target(), vertices.size());
        }
    }

    /** Whether there is nothing in it. */
    public boolean isEmpty() {
        return vertices.isEmpty();
    }

    /** Vertices and edges together, the size by which the paper measures a request. */
    public int elements() {
        return vertices.size() + edges.size();
    }

    private static void requirePosition(int position, int count) {
        if (position < 0 || position >= count) {
            throw new IllegalArgumentException(
                    "An edge names vertex " + position + " of a subgraph that has " + count + " vertices.");
        }
    }
}
