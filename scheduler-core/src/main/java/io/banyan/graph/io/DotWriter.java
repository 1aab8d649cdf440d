package io.banyan.graph.io;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.resource.Usage;
import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;

/** Writes a graph in the language of Graphviz, for people to look at: a line a vertex and a line an edge. */
public final class DotWriter {
    private DotWriter() {}

    /** Writes a whole graph; vertices that are down are filled red. O(V + E). */
    public static void write(ResourceGraph graph, Appendable out) throws IOException {
        write(graph.toSubgraph(), out);
    }

    /** Writes a whole graph in the colours of the use of each vertex at the time. O(V + E). */
    public static void write(ResourceGraph graph, IntFunction<Usage> usages, Appendable out) throws IOException {
        int[] order = graph.preOrder();
        write(graph.toSubgraph(), position -> filled(usages.apply(order[position])), out);
    }

    /** Writes a selection of a graph; exclusive vertices are filled. O(size of the selection). */
    public static void write(ResourceGraph graph, Selection selection, Appendable out) throws IOException {
        write(selection.toSubgraph(graph), out);
    }

    /** Writes a subgraph; exclusive vertices are filled, vertices that are down are filled red. O(n + m). */
    public static void write(Subgraph subgraph, Appendable out) throws IOException {
        write(subgraph, position -> fill(subgraph.vertices().get(position)), out);
    }

    private static String fill(SubgraphVertex vertex) {
        if (vertex.status() == Status.DOWN) {
            return filled(Usage.DOWN);
        }
        return vertex.exclusive() ? ", style=filled" : "";
    }

    private static String filled(Usage usage) {
        return ", style=filled, fillcolor=\"" + PlotColours.of(usage) + "\"";
    }

    private static void write(Subgraph subgraph, IntFunction<String> fills, Appendable out) throws IOException {
        List<SubgraphVertex> vertices = subgraph.vertices();
        out.append("digraph resources {\n    node [shape=box];\n");
        for (int i = 0; i < vertices.size(); i++) {
            SubgraphVertex vertex = vertices.get(i);
            String size = vertex.size() == 1 ? "" : "\\n" + (vertex.size() + " " + escaped(vertex.unit())).strip();
            out.append("    v" + i + " [label=\"" + escaped(vertex.name()) + size + "\"");
            out.append(fills.apply(i)).append("];\n");
        }
        for (SubgraphEdge edge : subgraph.edges()) {
            out.append("    v" + edge.source() + " -> v" + edge.target());
            boolean isContainment = edge.subsystem().equals(Subsystem.CONTAINMENT);
            out.append(
                    isContainment
                            ? ";\n"
                            : " [label=\"" + escaped(edge.subsystem().name()) + "\", style=dashed];\n");
        }
        out.append("}\n");
    }

    /** The text as part of a quoted string. */
    static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\n", " ")
                .replace("\r", " ");
    }
}
