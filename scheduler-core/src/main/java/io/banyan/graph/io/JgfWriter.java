package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.JgfNodes.Granted;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;

/**
 * Writes JGF, the JSON graph format of RFC 4, in one line and in the spacing of Flux. Default values are left out: a
 * basename that is the type, a name that is basename and id, a size of 1, and so on. O(length of the text).
 */
public final class JgfWriter {
    private JgfWriter() {}

    /** A subgraph as text. */
    public static String write(Subgraph subgraph) {
        return JanssonText.of(json -> writeDocument(json, subgraph));
    }

    /** Writes a subgraph. */
    public static void write(Subgraph subgraph, Writer out) throws IOException {
        JanssonText.write(out, json -> writeDocument(json, subgraph));
    }

    /** Writes a whole graph, vertex by vertex, without making a value of it first. */
    public static void write(ResourceGraph graph, Writer out) throws IOException {
        JanssonText.write(out, json -> writeDocument(json, graph));
    }

    private static void writeDocument(JsonGenerator json, Subgraph subgraph) throws IOException {
        var nodes = new JgfNodes(json);
        json.writeStartObject();
        json.writeObjectFieldStart("graph");
        json.writeArrayFieldStart("nodes");
        for (SubgraphVertex vertex : subgraph.vertices()) {
            nodes.write(vertex);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (SubgraphEdge edge : subgraph.edges()) {
            String source = subgraph.vertices().get(edge.source()).id();
            String target = subgraph.vertices().get(edge.target()).id();
            nodes.writeEdge(source, target, edge.subsystem());
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeDocument(JsonGenerator json, ResourceGraph graph) throws IOException {
        int[] order = graph.preOrder();
        var nodes = new JgfNodes(json);
        json.writeStartObject();
        json.writeObjectFieldStart("graph");
        json.writeArrayFieldStart("nodes");
        for (int v : order) {
            nodes.write(graph, v, new Granted(graph.size(v), false, graph.initialStatus(v), Map.of(), null), Map.of());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (int v : order) {
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                nodes.writeEdge(graph, v, graph.target(e), graph.subsystem(e));
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }
}
