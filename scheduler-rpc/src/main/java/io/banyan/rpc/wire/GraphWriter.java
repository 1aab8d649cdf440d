package io.banyan.rpc.wire;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.v1.JgfGraph;
import io.banyan.v1.PropertySet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a subgraph as its protobuf mirror, in O(vertices + edges + characters of the different strings). Twelve to
 * twenty bytes a vertex with its edge, about a tenth of the JSON text. {@link GraphReader} is the way back.
 */
public final class GraphWriter {
    static final int EXCLUSIVE = 1;
    static final int DOWN = 2;
    static final int NUMERIC_ID = 4;
    static final int PLAIN_NAME = 8;
    static final int DERIVED_PATH = 16;

    private final JgfGraph.Builder out = JgfGraph.newBuilder();
    private final Map<String, Integer> strings = new HashMap<>();
    private final Map<Map<String, String>, Integer> propertySets = new HashMap<>();
    private final List<SubgraphVertex> vertices;
    private final int[] parents;
    private final int[] flags;

    private GraphWriter(Subgraph graph) {
        vertices = graph.vertices();
        parents = GraphPaths.parents(vertices.size(), graph.edges());
        flags = new int[vertices.size()];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = flagsOf(i);
        }
        string("");
    }

    /** The message for a subgraph. */
    public static JgfGraph write(Subgraph graph) {
        var writer = new GraphWriter(graph);
        writer.writeFlags();
        writer.writeNames();
        writer.writeQuantities();
        writer.writeProperties();
        writer.writePaths();
        writer.writeEdges(graph.edges());
        writer.writeDraws();
        return writer.out.build();
    }

    private void writeFlags() {
        long uniqIdBefore = 0;
        for (int i = 0; i < vertices.size(); i++) {
            SubgraphVertex vertex = vertices.get(i);
            out.addFlags(flags[i]);
            out.addUniqId(vertex.uniqId() - uniqIdBefore);
            uniqIdBefore = vertex.uniqId();
        }
    }

    private int flagsOf(int position) {
        SubgraphVertex vertex = vertices.get(position);
        int bits = vertex.exclusive() ? EXCLUSIVE : 0;
        bits |= vertex.status() == Status.DOWN ? DOWN : 0;
        bits |= hasNumericId(vertex) ? NUMERIC_ID : 0;
        bits |= hasPlainName(vertex) ? PLAIN_NAME : 0;
        bits |= hasDerivedPath(position) ? DERIVED_PATH : 0;
        return bits;
    }

    private boolean has(int position, int flag) {
        return (flags[position] & flag) != 0;
    }

    private boolean allHave(int flag) {
        for (int bits : flags) {
            if ((bits & flag) == 0) {
                return false;
            }
        }
        return true;
    }

    private void writeNames() {
        boolean anyId = !allHave(NUMERIC_ID);
        boolean anyName = !allHave(PLAIN_NAME);
        for (int i = 0; i < flags.length; i++) {
            SubgraphVertex vertex = vertices.get(i);
            out.addType(string(vertex.type().name()));
            out.addBasename(string(vertex.basename()));
            if (anyId) {
                out.addId(has(i, NUMERIC_ID) ? 0 : string(vertex.id()));
            }
            if (anyName) {
                out.addName(has(i, PLAIN_NAME) ? 0 : string(vertex.name()));
            }
        }
    }

    private void writeQuantities() {
        boolean anySize = vertices.stream().anyMatch(vertex -> vertex.size() != 1);
        boolean anyUnit = vertices.stream().anyMatch(vertex -> !vertex.unit().isEmpty());
        long numberBefore = 0;
        int rankBefore = 0;
        for (SubgraphVertex vertex : vertices) {
            out.addNumber(vertex.number() - numberBefore);
            out.addRank((long) vertex.rank() - rankBefore);
            numberBefore = vertex.number();
            rankBefore = vertex.rank();
            if (anySize) {
                out.addSize(vertex.size());
            }
            if (anyUnit) {
                out.addUnit(string(vertex.unit()));
            }
        }
    }

    private void writeProperties() {
        if (vertices.stream().allMatch(vertex -> vertex.properties().isEmpty())) {
            return;
        }
        for (SubgraphVertex vertex : vertices) {
            out.addProperties(vertex.properties().isEmpty() ? 0 : propertySet(vertex.properties()));
        }
    }

    private void writePaths() {
        for (int i = 0; i < vertices.size(); i++) {
            boolean first = true;
            boolean derived = has(i, DERIVED_PATH);
            for (Map.Entry<Subsystem, String> path : vertices.get(i).paths().entrySet()) {
                if (!first || !derived) {
                    out.addPathVertex(i);
                    out.addPathSubsystem(string(path.getKey().name()));
                    out.addPath(string(path.getValue()));
                }
                first = false;
            }
        }
    }

    private void writeEdges(List<SubgraphEdge> edges) {
        boolean other = edges.stream().anyMatch(edge -> !edge.subsystem().equals(Subsystem.CONTAINMENT));
        int sourceBefore = 0;
        int targetBefore = 0;
        for (SubgraphEdge edge : edges) {
            out.addEdgeSource(edge.source() - sourceBefore);
            out.addEdgeTarget(edge.target() - targetBefore);
            sourceBefore = edge.source();
            targetBefore = edge.target();
            if (other) {
                out.addEdgeSubsystem(string(edge.subsystem().name()));
            }
        }
    }

    private void writeDraws() {
        for (int i = 0; i < vertices.size(); i++) {
            for (Map.Entry<ResourceType, Long> draw : vertices.get(i).draws().entrySet()) {
                out.addDrawVertex(i);
                out.addDrawType(string(draw.getKey().name()));
                out.addDrawAmount(draw.getValue());
            }
        }
    }

    private static boolean hasNumericId(SubgraphVertex vertex) {
        return vertex.uniqId() >= 0 && vertex.id().equals(Long.toString(vertex.uniqId()));
    }

    private static boolean hasPlainName(SubgraphVertex vertex) {
        return vertex.name().equals(SubgraphVertex.nameOf(vertex.basename(), vertex.number()));
    }

    /** Whether the first path is in containment and equals the result of {@link GraphPaths#child} for the parent's. */
    private boolean hasDerivedPath(int position) {
        SubgraphVertex vertex = vertices.get(position);
        if (vertex.paths().isEmpty()) {
            return false;
        }
        var first = vertex.paths().entrySet().iterator().next();
        if (!first.getKey().equals(Subsystem.CONTAINMENT)) {
            return false;
        }
        int parent = parents[position];
        String above = parent < 0 ? "" : vertices.get(parent).path();
        String path = first.getValue();
        return path.length() == above.length() + 1 + vertex.name().length()
                && path.length() <= GraphPaths.MAX_PATH
                && path.startsWith(above)
                && path.charAt(above.length()) == '/'
                && path.endsWith(vertex.name());
    }

    private int propertySet(Map<String, String> properties) {
        return propertySets.computeIfAbsent(properties, set -> {
            var entries = PropertySet.newBuilder();
            set.forEach((key, value) -> entries.addEntries(string(key)).addEntries(string(value)));
            out.addPropertySets(entries);
            return out.getPropertySetsCount();
        });
    }

    private int string(String text) {
        Integer known = strings.get(text);
        if (known != null) {
            return known;
        }
        int position = out.getStringsCount();
        out.addStrings(text);
        strings.put(text, position);
        return position;
    }
}
