package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JGF, the JSON graph format of RFC 4, in one line and in the spacing of Flux. What has its usual value is left out:
 * a basename that is the type, a name that is basename and id, a size of 1, and so on. O(length of the text).
 */
public final class JgfWriter {
    private JgfWriter() {}

    /** A subgraph as text. */
    public static String write(Subgraph subgraph) {
        return JsonText.of(json -> writeDocument(json, subgraph));
    }

    /** Writes a subgraph. */
    public static void write(Subgraph subgraph, Writer out) throws IOException {
        JsonText.write(out, json -> writeDocument(json, subgraph));
    }

    /** Writes a whole graph, vertex by vertex, without making a value of it first. */
    public static void write(ResourceGraph graph, Writer out) throws IOException {
        JsonText.write(out, json -> writeDocument(json, graph));
    }

    private static void writeDocument(JsonGenerator json, Subgraph subgraph) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("graph");
        json.writeArrayFieldStart("nodes");
        for (SubgraphVertex vertex : subgraph.vertices()) {
            writeVertex(json, vertex, null, Map.of());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (SubgraphEdge edge : subgraph.edges()) {
            String source = subgraph.vertices().get(edge.source()).id();
            String target = subgraph.vertices().get(edge.target()).id();
            writeEdge(json, source, target, edge.subsystem());
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeDocument(JsonGenerator json, ResourceGraph graph) throws IOException {
        int[] order = graph.preOrder();
        json.writeStartObject();
        json.writeObjectFieldStart("graph");
        json.writeArrayFieldStart("nodes");
        for (int v : order) {
            writeVertex(json, graph.vertex(v), null, Map.of());
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (int v : order) {
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                String target = Long.toString(graph.uniqId(graph.target(e)));
                Subsystem subsystem = graph.subsystems().get(graph.subsystem(e));
                writeEdge(json, Long.toString(graph.uniqId(v)), target, subsystem);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Writes a node, with the label of the request that it was granted for and what its pruning filter says, if any. */
    static void writeVertex(
            JsonGenerator json, SubgraphVertex vertex, @Nullable String label, Map<String, String> agfilter)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("id", vertex.id());
        json.writeObjectFieldStart("metadata");
        json.writeStringField("type", vertex.type().name());
        if (!vertex.basename().equals(vertex.type().name())) {
            json.writeStringField("basename", vertex.basename());
        }
        if (!vertex.name().equals(SubgraphVertex.nameOf(vertex.basename(), vertex.number()))) {
            json.writeStringField("name", vertex.name());
        }
        json.writeNumberField("id", vertex.number());
        if (vertex.uniqId() >= 0 && vertex.uniqId() != SubgraphVertex.uniqIdOf(vertex.id())) {
            json.writeNumberField("uniq_id", vertex.uniqId());
        }
        json.writeNumberField("rank", vertex.rank());
        if (!vertex.properties().isEmpty()) {
            writeStrings(json, "properties", vertex.properties());
        }
        if (!vertex.unit().isEmpty()) {
            json.writeStringField("unit", vertex.unit());
        }
        if (vertex.exclusive()) {
            json.writeBooleanField("exclusive", true);
        }
        if (vertex.size() != 1) {
            json.writeNumberField("size", vertex.size());
        }
        if (vertex.status() == Status.DOWN) {
            json.writeNumberField("status", 1);
        }
        json.writeObjectFieldStart("paths");
        for (Map.Entry<Subsystem, String> entry : vertex.paths().entrySet()) {
            json.writeStringField(entry.getKey().name(), entry.getValue());
        }
        json.writeEndObject();
        if (!vertex.draws().isEmpty()) {
            json.writeObjectFieldStart("draws");
            for (Map.Entry<ResourceType, Long> entry : vertex.draws().entrySet()) {
                json.writeNumberField(entry.getKey().name(), entry.getValue());
            }
            json.writeEndObject();
        }
        if (label != null) {
            writeStrings(json, "ephemeral", Map.of("label", label));
        }
        if (!agfilter.isEmpty()) {
            writeStrings(json, "agfilter", agfilter);
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeStrings(JsonGenerator json, String key, Map<String, String> strings) throws IOException {
        json.writeObjectFieldStart(key);
        for (Map.Entry<String, String> entry : strings.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    static void writeEdge(JsonGenerator json, String source, String target, Subsystem subsystem) throws IOException {
        json.writeStartObject();
        json.writeStringField("source", source);
        json.writeStringField("target", target);
        if (!subsystem.equals(Subsystem.CONTAINMENT)) {
            writeStrings(json, "metadata", Map.of("subsystem", subsystem.name()));
        }
        json.writeEndObject();
    }
}
