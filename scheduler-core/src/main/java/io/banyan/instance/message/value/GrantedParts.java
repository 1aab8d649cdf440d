package io.banyan.instance.message.value;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Distinguishes the granted vertices of a granted subgraph from those that only show their place. All O(n x depth + m).
 */
public final class GrantedParts {
    private GrantedParts() {}

    /** The paths of the granted vertices above which nothing is granted: each stands for all that is below it. */
    public static List<String> tops(Subgraph subgraph) {
        int[] parents = parents(subgraph);
        List<SubgraphVertex> vertices = subgraph.vertices();
        List<String> tops = new ArrayList<>();
        for (int i = 0; i < vertices.size(); i++) {
            if (vertices.get(i).exclusive()) {
                int above = parents[i];
                while (above >= 0 && !vertices.get(above).exclusive()) {
                    above = parents[above];
                }
                if (above < 0) {
                    tops.add(vertices.get(i).path());
                }
            }
        }
        return tops;
    }

    /** The positions of the parents on the containment paths, -1 for a root; so that no way up is a circle. */
    public static int[] parents(Subgraph subgraph) {
        int[] parents = new int[subgraph.vertices().size()];
        Arrays.fill(parents, -1);
        for (SubgraphEdge edge : subgraph.edges()) {
            String path = subgraph.vertices().get(edge.target()).path();
            String above = subgraph.vertices().get(edge.source()).path();
            if (Paths.isChild(path, above) && edge.subsystem().equals(Subsystem.CONTAINMENT)) {
                parents[edge.target()] = edge.source();
            }
        }
        return parents;
    }

    /**
     * A subgraph as a selection of vertices of a graph, in post-order.
     *
     * @param vertices index of each vertex in the graph, by position
     */
    public static Selection selection(Subgraph subgraph, int[] vertices, ResourceGraph graph) {
        int[] parents = parents(subgraph);
        int[] firstChild = new int[parents.length];
        int[] nextSibling = new int[parents.length];
        Arrays.fill(firstChild, -1);
        int firstRoot = -1;
        for (int i = parents.length - 1; i >= 0; i--) {
            if (parents[i] >= 0) {
                nextSibling[i] = firstChild[parents[i]];
                firstChild[parents[i]] = i;
            } else {
                nextSibling[i] = firstRoot;
                firstRoot = i;
            }
        }
        var builder = new Selection.Builder();
        int containment = graph.subsystemId(Subsystem.CONTAINMENT);
        int level = 1;
        int at = firstRoot;
        while (at >= 0) {
            while (firstChild[at] >= 0) {
                at = firstChild[at];
                level++;
            }
            emit(subgraph.vertices().get(at), vertices[at], level, graph.inEdge(vertices[at], containment), builder);
            while (nextSibling[at] < 0 && parents[at] >= 0) {
                at = parents[at];
                level--;
                emit(
                        subgraph.vertices().get(at),
                        vertices[at],
                        level,
                        graph.inEdge(vertices[at], containment),
                        builder);
            }
            at = nextSibling[at];
        }
        return builder.build();
    }

    private static void emit(SubgraphVertex vertex, int index, int level, int inEdge, Selection.Builder builder) {
        builder.add(index, vertex.size(), vertex.exclusive(), level, inEdge).draws(vertex.draws());
    }

    /** Returns the subgraph without these subtrees, and without the ancestors that then lead to nothing granted. */
    public static Subgraph without(Subgraph subgraph, Collection<String> removed) {
        if (removed.isEmpty()) {
            return subgraph;
        }
        List<SubgraphVertex> vertices = subgraph.vertices();
        Set<String> gone = new HashSet<>(removed);
        int[] parents = parents(subgraph);
        boolean[] kept = new boolean[vertices.size()];
        for (int i = 0; i < kept.length; i++) {
            if (vertices.get(i).exclusive()
                    && !Paths.isWithinAny(vertices.get(i).path(), gone)) {
                for (int up = i; up >= 0 && !kept[up]; up = parents[up]) {
                    kept[up] = true;
                }
            }
        }
        return only(subgraph, kept);
    }

    private static Subgraph only(Subgraph subgraph, boolean[] kept) {
        int[] position = new int[kept.length];
        List<SubgraphVertex> vertices = new ArrayList<>();
        for (int i = 0; i < kept.length; i++) {
            position[i] = vertices.size();
            if (kept[i]) {
                vertices.add(subgraph.vertices().get(i));
            }
        }
        List<SubgraphEdge> edges = new ArrayList<>();
        for (SubgraphEdge edge : subgraph.edges()) {
            if (kept[edge.source()] && kept[edge.target()]) {
                edges.add(new SubgraphEdge(position[edge.source()], position[edge.target()], edge.subsystem()));
            }
        }
        return new Subgraph(vertices, edges);
    }
}
