package io.banyan.graph.io;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.util.List;

/** Writes a graph in the language of Graphviz, for people to look at: a line a vertex and a line an edge. */
public final class DotWriter {
    private DotWriter() {}

    /** Writes a whole graph. O(V + E). */
    public static void write(ResourceGraph graph, Appendable out) throws IOException {
        write(graph.toSubgraph(), out);
    }

    /** Writes what was chosen of a graph; what is exclusive is filled. O(size of the selection). */
    public static void write(ResourceGraph graph, Selection selection, Appendable out) throws IOException {
        write(selection.toSubgraph(graph), out);
    }

    /** Writes a subgraph; what is exclusive is filled. O(n + m). */
    public static void write(Subgraph subgraph, Appendable out) throws IOException {
        List<SubgraphVertex> vertices = subgraph.vertices();
        out.append("digraph resources {\n    node [shape=box];\n");
        for (int i = 0; i < vertices.size(); i++) {
            SubgraphVertex vertex = vertices.get(i);
            String size = vertex.size() == 1 ? "" : "\\n" + vertex.size() + " " + vertex.unit();
            out.append("    v" + i + " [label=\"" + escaped(vertex.name()) + escapedText(size) + "\"");
            out.append(vertex.exclusive() ? ", style=filled];\n" : "];\n");
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

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** For text that holds Graphviz's own line break. */
    private static String escapedText(String text) {
        return text.replace("\"", "\\\"").stripTrailing();
    }
}
