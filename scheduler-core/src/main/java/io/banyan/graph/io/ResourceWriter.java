package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.JgfNodes.Granted;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Writes granted resources, byte for byte as Flux's tools do if they know the format. Never fails: a node of which
 * neither core nor GPU was granted is in R with no children. O(length of the text).
 */
public final class ResourceWriter {
    /** Characters of a line of the format, in most graphs. */
    private static final int USUAL_LINE = 32;

    private static final int USUAL_PRETTY_LINE = 48;

    private ResourceWriter() {}

    /**
     * The granted vertices as text, without a line break at the end.
     *
     * @param startSec when the grant begins
     * @param endSec when it ends
     * @param queue the queue that the jobspec names; only R says it
     */
    public static String write(
            MatchFormat format,
            ResourceGraph graph,
            Selection selection,
            long startSec,
            long endSec,
            Optional<String> queue) {
        return write(format, graph, selection, startSec, endSec, queue, vertex -> Map.of());
    }

    /**
     * Returns the granted vertices as text, with the texts of the vertices' pruning filters for JGF.
     *
     * @param agfilter by vertex: texts by type, empty for none
     */
    public static String write(
            MatchFormat format,
            ResourceGraph graph,
            Selection selection,
            long startSec,
            long endSec,
            Optional<String> queue,
            IntFunction<Map<String, String>> agfilter) {
        return switch (format) {
            case SIMPLE -> simple(graph, selection);
            case PRETTY_SIMPLE -> prettySimple(graph, selection);
            case RLITE -> RSetWriter.ofGranted(graph, selection).rlite();
            case RV1_NOSCHED, RV1, RV1_SHORTHAND -> {
                RSetWriter granted = RSetWriter.ofGranted(graph, selection);
                yield rv1(format, graph, selection, granted, new Validity(startSec, endSec), queue, agfilter);
            }
            case JGF -> selection.isEmpty() ? "" : JanssonText.of(json -> jgf(json, graph, selection, agfilter));
            case JGF_SHORTHAND ->
                selection.isEmpty() ? "" : JanssonText.of(json -> shorthand(json, graph, selection, agfilter));
            case DOT -> selection.isEmpty() ? "" : text(out -> DotWriter.write(graph, selection, out));
            case GRAPHML -> selection.isEmpty() ? "" : text(out -> GraphmlWriter.write(graph, selection, out));
        };
    }

    /**
     * Returns the resources that a job holds as text. As {@link #write}, but R lists all cores and GPUs that no other
     * job can have: all those of an exclusively held node.
     */
    public static String writeHeld(
            MatchFormat format,
            ResourceGraph graph,
            Selection selection,
            long startSec,
            long endSec,
            Optional<String> queue) {
        return switch (format) {
            case RLITE -> RSetWriter.ofHeld(graph, selection).rlite();
            case RV1_NOSCHED, RV1, RV1_SHORTHAND -> {
                RSetWriter held = RSetWriter.ofHeld(graph, selection);
                yield rv1(format, graph, selection, held, new Validity(startSec, endSec), queue, vertex -> Map.of());
            }
            case SIMPLE, PRETTY_SIMPLE, JGF, JGF_SHORTHAND, DOT, GRAPHML ->
                write(format, graph, selection, startSec, endSec, queue);
        };
    }

    /** The beginning and the end of a grant in R. */
    private record Validity(long startSec, long endSec) {}

    /** Writes to memory. */
    private interface Part {
        void write(Writer out) throws IOException;
    }

    private static String text(Part part) {
        var text = new StringWriter();
        try {
            part.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException("A string cannot be written to.", e);
        }
        return text.toString().stripTrailing();
    }

    private static String simple(ResourceGraph graph, Selection selection) {
        var text = new StringBuilder(selection.size() * USUAL_LINE);
        for (int i = 0; i < selection.size(); i++) {
            appendDraws(text, selection, i, "d");
            appendLine(text, graph, selection, i, selection.exclusive(i) ? "x" : "s");
        }
        return text.toString();
    }

    private static String prettySimple(ResourceGraph graph, Selection selection) {
        var text = new StringBuilder(selection.size() * USUAL_PRETTY_LINE);
        for (int i = selection.size() - 1; i >= 0; i--) {
            appendLine(text, graph, selection, i, selection.exclusive(i) ? "exclusive" : "shared");
            appendDraws(text, selection, i, "drawn");
        }
        return text.toString();
    }

    private static void appendLine(StringBuilder text, ResourceGraph graph, Selection selection, int i, String use) {
        indent(text, selection.level(i));
        graph.appendName(text, selection.vertex(i));
        appendUse(text, selection.amount(i), use);
    }

    /** Appends the amounts that are drawn for a vertex, one level below the vertex. */
    private static void appendDraws(StringBuilder text, Selection selection, int i, String use) {
        if (!selection.hasDraws()) {
            return;
        }
        selection.draws(i).forEach((type, amount) -> {
            indent(text, selection.level(i) + 1);
            appendUse(text.append(type.name()), amount, use);
        });
    }

    private static void indent(StringBuilder text, int level) {
        text.append(text.isEmpty() ? "      " : "\n      ");
        for (int i = 0; i < level; i++) {
            text.append("---");
        }
    }

    private static void appendUse(StringBuilder text, long amount, String use) {
        text.append('[').append(amount).append(':').append(use).append(']');
    }

    private static String rv1(
            MatchFormat format,
            ResourceGraph graph,
            Selection selection,
            RSetWriter resources,
            Validity validity,
            Optional<String> queue,
            IntFunction<Map<String, String>> agfilter) {
        return JanssonText.of(json -> {
            json.writeStartObject();
            json.writeNumberField("version", 1);
            json.writeObjectFieldStart("execution");
            resources.writeExecution(json);
            json.writeNumberField("starttime", validity.startSec);
            json.writeNumberField("expiration", validity.endSec);
            json.writeEndObject();
            if (queue.isPresent()) {
                json.writeObjectFieldStart("attributes");
                json.writeObjectFieldStart("system");
                json.writeObjectFieldStart("scheduler");
                json.writeStringField("queue", queue.get());
                json.writeEndObject();
                json.writeEndObject();
                json.writeEndObject();
            }
            if (format == MatchFormat.RV1) {
                json.writeFieldName("scheduling");
                jgf(json, graph, selection, agfilter);
            } else if (format == MatchFormat.RV1_SHORTHAND) {
                json.writeFieldName("scheduling");
                shorthand(json, graph, selection, agfilter);
            }
            json.writeEndObject();
        });
    }

    private static void jgf(
            JsonGenerator json, ResourceGraph graph, Selection selection, IntFunction<Map<String, String>> agfilter)
            throws IOException {
        json.writeStartObject();
        writeGraph(json, graph, selection, new BitSet(), agfilter);
        json.writeEndObject();
    }

    /**
     * Writes the selection without the vertices that a whole vertex implies, except vertices with draws and the paths
     * to them.
     */
    private static void shorthand(
            JsonGenerator json, ResourceGraph graph, Selection selection, IntFunction<Map<String, String>> agfilter)
            throws IOException {
        var implied = new BitSet();
        int[] parents = selection.parents();
        for (int i = 0; i < parents.length; i++) {
            implied.set(i, parents[i] >= 0 && selection.exclusive(parents[i]));
        }
        for (int i = 0; selection.hasDraws() && i < parents.length; i++) {
            for (int u = selection.draws(i).isEmpty() ? -1 : i; u >= 0; u = parents[u]) {
                implied.clear(u);
            }
        }
        json.writeStartObject();
        writeGraph(json, graph, selection, implied, agfilter);
        if (!implied.isEmpty()) {
            json.writeStringField("writer", "fluxion:jgf_shorthand");
        }
        json.writeEndObject();
    }

    private static void writeGraph(
            JsonGenerator json,
            ResourceGraph graph,
            Selection selection,
            BitSet left,
            IntFunction<Map<String, String>> agfilter)
            throws IOException {
        var nodes = new JgfNodes(json);
        json.writeObjectFieldStart("graph");
        json.writeArrayFieldStart("nodes");
        for (int i = left.nextClearBit(0); i < selection.size(); i = left.nextClearBit(i + 1)) {
            int v = selection.vertex(i);
            nodes.write(graph, v, granted(selection, i), agfilter.apply(v));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        int[] parents = selection.parents();
        for (int i = left.nextClearBit(0); i < selection.size(); i = left.nextClearBit(i + 1)) {
            if (parents[i] >= 0) {
                int e = selection.inEdge(i);
                int subsystem = e < 0 ? graph.subsystemId(Subsystem.CONTAINMENT) : graph.subsystem(e);
                nodes.writeEdge(graph, selection.vertex(parents[i]), selection.vertex(i), subsystem);
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static Granted granted(Selection selection, int i) {
        return new Granted(
                selection.amount(i), selection.exclusive(i), Status.UP, selection.draws(i), selection.label(i));
    }
}
