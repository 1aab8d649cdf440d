package io.banyan.rpc.wire;

import io.banyan.graph.SubgraphEdge;
import io.banyan.resource.Subsystem;
import java.util.Arrays;
import java.util.List;

/** Which path a vertex has if nothing else is said: that of its parent in containment, a slash and its name. */
final class GraphPaths {
    /** The longest path that is left to the reader to derive, in characters. */
    static final int MAX_PATH = 4096;

    private static final int NONE = -1;

    private GraphPaths() {}

    /**
     * For each vertex the position of the source of its first containment edge, or -1. An edge that would close a cycle
     * does not count. O(vertices + edges).
     */
    static int[] parents(int vertices, List<SubgraphEdge> edges) {
        int[] parents = new int[vertices];
        Arrays.fill(parents, NONE);
        for (SubgraphEdge edge : edges) {
            if (parents[edge.target()] == NONE && edge.subsystem().equals(Subsystem.CONTAINMENT)) {
                parents[edge.target()] = edge.source();
            }
        }
        cutCycles(parents);
        return parents;
    }

    /** The path of a vertex below another. */
    static String child(String parentPath, String name) {
        return parentPath + "/" + name;
    }

    private static void cutCycles(int[] parents) {
        int[] walk = new int[parents.length];
        for (int start = 0; start < parents.length; start++) {
            int vertex = start;
            while (vertex != NONE && walk[vertex] == 0) {
                walk[vertex] = start + 1;
                int parent = parents[vertex];
                if (parent != NONE && walk[parent] == start + 1) {
                    parents[vertex] = NONE;
                }
                vertex = parents[vertex];
            }
        }
    }
}
