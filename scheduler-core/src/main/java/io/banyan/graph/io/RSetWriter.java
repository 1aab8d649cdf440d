package io.banyan.graph.io;

import com.fasterxml.jackson.core.JsonGenerator;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * R by rank (RFC 20): the cores and GPUs are gathered as they stream by in post-order, and counted to the node that
 * follows. Nodes without a rank, and cores and GPUs without an id, have no place in R.
 */
final class RSetWriter {
    private static final Set<String> GATHERERS = Set.of("node", "storage_node");

    /** A node that was gathered. */
    private record Host(int rank, String name) {}

    private final ResourceGraph graph;
    /** By the JSON text of the children: the ranks that have them. */
    private final Map<String, IdSet.Builder> ranksByChildren = new TreeMap<>();

    private final Map<String, IdSet.Builder> ranksByProperty = new TreeMap<>();
    private final List<Host> hosts = new ArrayList<>();

    private final Set<Integer> seen = new HashSet<>();
    private final int core;
    private final int gpu;
    private IdSet.Builder cores = IdSet.builder();
    private IdSet.Builder gpus = IdSet.builder();

    private RSetWriter(ResourceGraph graph) {
        this.graph = graph;
        this.core = graph.types().id("core");
        this.gpu = graph.types().id("gpu");
    }

    /** Returns a writer for R of a grant: of the cores and GPUs, those that were chosen one by one. O(selection). */
    static RSetWriter ofGranted(ResourceGraph graph, Selection selection) {
        var writer = new RSetWriter(graph);
        for (int i = 0; i < selection.size(); i++) {
            writer.gather(selection.vertex(i));
        }
        return writer.sorted();
    }

    /** Returns a writer for R of holds: exclusively chosen vertices, with all cores and GPUs below them. O(holds). */
    static RSetWriter ofHeld(ResourceGraph graph, Selection selection) {
        var writer = new RSetWriter(graph);
        BitSet below = belowExclusive(selection);
        for (int i = 0; i < selection.size(); i++) {
            if (selection.exclusive(i) && !below.get(i)) {
                writer.gatherAll(selection.vertex(i));
            } else if (!below.get(i)) {
                writer.gather(selection.vertex(i));
            }
        }
        return writer.sorted();
    }

    /** The positions of what lies below something exclusive; parents come after their children. */
    private static BitSet belowExclusive(Selection selection) {
        var below = new BitSet();
        int top = Integer.MAX_VALUE;
        for (int i = selection.size() - 1; i >= 0; i--) {
            if (selection.level(i) > top) {
                below.set(i);
            } else {
                top = selection.exclusive(i) ? selection.level(i) : Integer.MAX_VALUE;
            }
        }
        return below;
    }

    private void gatherAll(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.parent(child) == v) {
                gatherAll(child);
            }
        }
        gather(v);
    }

    private void gather(int v) {
        int type = graph.typeId(v);
        if ((type == core || type == gpu) && graph.number(v) >= 0) {
            (type == core ? cores : gpus).add(graph.number(v));
        } else if (GATHERERS.contains(graph.types().name(type))) {
            if (graph.rank(v) >= 0 && seen.add(v)) {
                addNode(v, children(cores.build(), gpus.build()));
            }
            cores = IdSet.builder();
            gpus = IdSet.builder();
        }
    }

    private RSetWriter sorted() {
        hosts.sort(Comparator.comparingInt(Host::rank));
        return this;
    }

    /** The notation of a set of ids needs no escapes. */
    private static String children(IdSet cores, IdSet gpus) {
        var text = new StringBuilder("{");
        if (!cores.isEmpty()) {
            text.append("\"core\": \"").append(cores).append('"');
        }
        if (!gpus.isEmpty()) {
            text.append(text.length() > 1 ? ", " : "")
                    .append("\"gpu\": \"")
                    .append(gpus)
                    .append('"');
        }
        return text.append('}').toString();
    }

    private void addNode(int v, String children) {
        int rank = graph.rank(v);
        ranksByChildren.computeIfAbsent(children, ignored -> IdSet.builder()).add(rank);
        graph.properties(v)
                .forEach((key, value) -> ranksByProperty
                        .computeIfAbsent(value.isEmpty() ? key : key + "=" + value, ignored -> IdSet.builder())
                        .add(rank));
        hosts.add(new Host(rank, graph.name(v)));
    }

    /** The list of ranks and their children; empty where no node was gathered. */
    String rlite() {
        return hosts.isEmpty() ? "" : JanssonText.of(this::writeRlite);
    }

    private void writeRlite(JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (Map.Entry<String, IdSet.Builder> entry : ranksByChildren.entrySet()) {
            json.writeStartObject();
            json.writeStringField("rank", entry.getValue().build().toString());
            json.writeFieldName("children");
            json.writeRawValue(entry.getKey());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the keys of R's execution part that come from the vertices. */
    void writeExecution(JsonGenerator json) throws IOException {
        json.writeFieldName("R_lite");
        writeRlite(json);
        json.writeArrayFieldStart("nodelist");
        if (!hosts.isEmpty()) {
            json.writeString(
                    HostList.of(hosts.stream().map(Host::name).toList()).toString());
        }
        json.writeEndArray();
        if (!ranksByProperty.isEmpty()) {
            json.writeObjectFieldStart("properties");
            for (Map.Entry<String, IdSet.Builder> entry : ranksByProperty.entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue().build().toString());
            }
            json.writeEndObject();
        }
    }
}
