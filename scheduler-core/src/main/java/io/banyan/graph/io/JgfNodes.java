package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the vertices and edges of one JGF document: values, or vertices of a graph without making values of them.
 * Default values are left out. O(length of the text); for a graph's vertex, only the text is allocated.
 */
final class JgfNodes {
    private static final int USUAL_LENGTH = 64;

    private final JsonGenerator json;
    private final StringBuilder text = new StringBuilder(USUAL_LENGTH);
    private char[] characters = new char[USUAL_LENGTH];

    JgfNodes(JsonGenerator json) {
        this.json = json;
    }

    /**
     * The facts about a vertex that a grant states and the graph does not: its amount, whether it is exclusive, and the
     * label of its request.
     *
     * @param label of the request that it was granted for, if it has one
     */
    record Granted(
            long amount,
            boolean exclusive,
            Status status,
            Map<ResourceType, Long> draws,
            @Nullable String label) {}

    /** A value. */
    void write(SubgraphVertex vertex) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", vertex.id());
        json.writeObjectFieldStart("metadata");
        String basename = vertex.basename();
        writeType(vertex.type().name(), basename);
        if (!vertex.name().equals(SubgraphVertex.nameOf(basename, vertex.number()))) {
            json.writeStringField("name", vertex.name());
        }
        json.writeNumberField("id", vertex.number());
        if (vertex.uniqId() >= 0 && vertex.uniqId() != SubgraphVertex.uniqIdOf(vertex.id())) {
            json.writeNumberField("uniq_id", vertex.uniqId());
        }
        json.writeNumberField("rank", vertex.rank());
        writeStrings("properties", vertex.properties());
        writeUnit(vertex.unit());
        writeUse(vertex.exclusive(), vertex.size(), vertex.status());
        writePaths(vertex.paths());
        writeDraws(vertex.draws());
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Writes a vertex of a graph, with the text of its pruning filter, if there is one. */
    void write(ResourceGraph graph, int v, Granted granted, Map<String, String> agfilter) throws IOException {
        json.writeStartObject();
        json.writeFieldName("id");
        writeId(graph, v);
        json.writeObjectFieldStart("metadata");
        writeType(graph.types().name(graph.typeId(v)), graph.basename(v));
        if (graph.isNamed(v)) {
            json.writeStringField("name", graph.name(v));
        }
        json.writeNumberField("id", graph.number(v));
        json.writeNumberField("rank", graph.rank(v));
        writeStrings("properties", graph.properties(v));
        writeUnit(graph.unit(v));
        writeUse(granted.exclusive(), granted.amount(), granted.status());
        writePaths(graph, v);
        writeDraws(granted.draws());
        String label = granted.label();
        if (label != null) {
            writeStrings("ephemeral", Map.of("label", label));
        }
        writeStrings("agfilter", agfilter);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void writeId(ResourceGraph graph, int v) throws IOException {
        text.setLength(0);
        writeText(text.append(graph.uniqId(v)));
    }

    private void writeText(StringBuilder made) throws IOException {
        int length = made.length();
        if (length > characters.length) {
            characters = new char[2 * length];
        }
        made.getChars(0, length, characters, 0);
        json.writeString(characters, 0, length);
    }

    private void writeType(String type, String basename) throws IOException {
        json.writeStringField("type", type);
        if (!basename.equals(type)) {
            json.writeStringField("basename", basename);
        }
    }

    private void writeUnit(String unit) throws IOException {
        if (!unit.isEmpty()) {
            json.writeStringField("unit", unit);
        }
    }

    private void writeUse(boolean exclusive, long size, Status status) throws IOException {
        if (exclusive) {
            json.writeBooleanField("exclusive", true);
        }
        if (size != 1) {
            json.writeNumberField("size", size);
        }
        if (status == Status.DOWN) {
            json.writeNumberField("status", 1);
        }
    }

    private void writePaths(Map<Subsystem, String> paths) throws IOException {
        json.writeObjectFieldStart("paths");
        for (Map.Entry<Subsystem, String> entry : paths.entrySet()) {
            json.writeStringField(entry.getKey().name(), entry.getValue());
        }
        json.writeEndObject();
    }

    private void writePaths(ResourceGraph graph, int v) throws IOException {
        json.writeObjectFieldStart("paths");
        List<Subsystem> subsystems = graph.subsystems();
        for (int s = 0; s < subsystems.size(); s++) {
            if (graph.isMember(v, s)) {
                json.writeFieldName(subsystems.get(s).name());
                text.setLength(0);
                graph.appendWrittenPath(text, v, s);
                writeText(text);
            }
        }
        json.writeEndObject();
    }

    private void writeDraws(Map<ResourceType, Long> draws) throws IOException {
        if (draws.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart("draws");
        for (Map.Entry<ResourceType, Long> entry : draws.entrySet()) {
            json.writeNumberField(entry.getKey().name(), entry.getValue());
        }
        json.writeEndObject();
    }

    private void writeStrings(String key, Map<String, String> strings) throws IOException {
        if (strings.isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(key);
        for (Map.Entry<String, String> entry : strings.entrySet()) {
            json.writeStringField(entry.getKey(), entry.getValue());
        }
        json.writeEndObject();
    }

    /** An edge between values. */
    void writeEdge(String source, String target, Subsystem subsystem) throws IOException {
        json.writeStartObject();
        json.writeStringField("source", source);
        json.writeStringField("target", target);
        writeSubsystem(subsystem);
        json.writeEndObject();
    }

    /** An edge between vertices of a graph. */
    void writeEdge(ResourceGraph graph, int source, int target, int subsystemId) throws IOException {
        json.writeStartObject();
        json.writeFieldName("source");
        writeId(graph, source);
        json.writeFieldName("target");
        writeId(graph, target);
        writeSubsystem(graph.subsystems().get(subsystemId));
        json.writeEndObject();
    }

    private void writeSubsystem(Subsystem subsystem) throws IOException {
        if (!subsystem.equals(Subsystem.CONTAINMENT)) {
            writeStrings("metadata", Map.of("subsystem", subsystem.name()));
        }
    }
}
