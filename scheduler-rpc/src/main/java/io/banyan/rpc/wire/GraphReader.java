package io.banyan.rpc.wire;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.v1.JgfGraph;
import io.banyan.v1.PropertySet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a subgraph from its protobuf mirror, in O(vertices + edges + characters of the paths). The later attach checks
 * the rules of a resource graph; this reader only refuses input that cannot be a subgraph at all.
 */
public final class GraphReader {
    /** The most vertices of one message. */
    public static final int MAX_VERTICES = 5_000_000;

    /** The most edges of one message. */
    public static final int MAX_EDGES = 10_000_000;

    /**
     * How long derived paths may be on average, in characters, so that a short message cannot stand for a huge graph.
     */
    static final int MAX_AVERAGE_PATH = 256;

    private static final long FREE_PATH_CHARACTERS = 1 << 20;

    private final JgfGraph in;
    private final int count;
    private final Map<Integer, ResourceType> types = new HashMap<>();
    private final Map<Integer, Subsystem> subsystems = new HashMap<>();
    private final List<Map<String, String>> propertySets = new ArrayList<>();

    private GraphReader(JgfGraph in) {
        this.in = in;
        this.count = in.getFlagsCount();
    }

    /**
     * The subgraph of a message.
     *
     * @throws WireException if the columns disagree in length, refer to missing elements or exceed a limit
     */
    public static Subgraph read(JgfGraph message) throws WireException {
        try {
            return new GraphReader(message).read();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new WireException("A resource subgraph in a message is malformed: " + e.getMessage(), e);
        }
    }

    private Subgraph read() throws WireException {
        requireColumns();
        readPropertySets();
        List<SubgraphEdge> edges = readEdges();
        String[] names = readNames();
        List<Map<Subsystem, String>> paths = readPaths(names, edges);
        List<SubgraphVertex> vertices = new ArrayList<>(count);
        long uniqId = 0;
        long number = 0;
        int rank = 0;
        for (int i = 0; i < count; i++) {
            int flags = in.getFlags(i);
            uniqId += in.getUniqId(i);
            number += in.getNumber(i);
            rank = Math.toIntExact(rank + in.getRank(i));
            vertices.add(new SubgraphVertex(
                    (flags & GraphWriter.NUMERIC_ID) != 0 ? Long.toString(uniqId) : string(element(in.getIdList(), i)),
                    uniqId,
                    type(in.getType(i)),
                    string(in.getBasename(i)),
                    names[i],
                    number,
                    rank,
                    in.getSizeCount() == 0 ? 1 : in.getSize(i),
                    string(element(in.getUnitList(), i)),
                    propertiesOf(i),
                    (flags & GraphWriter.EXCLUSIVE) != 0,
                    (flags & GraphWriter.DOWN) != 0 ? Status.DOWN : Status.UP,
                    paths.get(i)));
        }
        readDraws(vertices);
        return new Subgraph(vertices, edges);
    }

    private void readDraws(List<SubgraphVertex> vertices) throws WireException {
        for (int i = 0; i < in.getDrawVertexCount(); i++) {
            int vertex = in.getDrawVertex(i);
            requirePosition("a draw", vertex);
            if (in.getDrawAmount(i) < 1) {
                throw new WireException(
                        "A vertex in a message draws " + in.getDrawAmount(i) + "; expected at least 1.");
            }
            Map<ResourceType, Long> draws = new TreeMap<>(vertices.get(vertex).draws());
            draws.put(type(in.getDrawType(i)), in.getDrawAmount(i));
            vertices.set(vertex, vertices.get(vertex).withDraws(draws));
        }
    }

    private void requireColumns() throws WireException {
        requireAtMost("vertices", count, MAX_VERTICES);
        requireAtMost("edges", in.getEdgeSourceCount(), MAX_EDGES);
        requireLength("uniq_id", in.getUniqIdCount(), count);
        requireLength("type", in.getTypeCount(), count);
        requireLength("basename", in.getBasenameCount(), count);
        requireLength("number", in.getNumberCount(), count);
        requireLength("rank", in.getRankCount(), count);
        requireLengthOrNone("id", in.getIdCount(), count);
        requireLengthOrNone("name", in.getNameCount(), count);
        requireLengthOrNone("size", in.getSizeCount(), count);
        requireLengthOrNone("unit", in.getUnitCount(), count);
        requireLengthOrNone("properties", in.getPropertiesCount(), count);
        requireLength("path_subsystem", in.getPathSubsystemCount(), in.getPathVertexCount());
        requireLength("path", in.getPathCount(), in.getPathVertexCount());
        requireLength("draw_type", in.getDrawTypeCount(), in.getDrawVertexCount());
        requireLength("draw_amount", in.getDrawAmountCount(), in.getDrawVertexCount());
        requireLength("edge_target", in.getEdgeTargetCount(), in.getEdgeSourceCount());
        requireLengthOrNone("edge_subsystem", in.getEdgeSubsystemCount(), in.getEdgeSourceCount());
    }

    private void readPropertySets() throws WireException {
        for (PropertySet set : in.getPropertySetsList()) {
            Map<String, String> properties = new TreeMap<>();
            if (set.getEntriesCount() % 2 != 0) {
                throw new WireException("A set of properties in a message has a key without a value.");
            }
            for (int i = 0; i < set.getEntriesCount(); i += 2) {
                properties.put(string(set.getEntries(i)), string(set.getEntries(i + 1)));
            }
            propertySets.add(properties);
        }
    }

    private List<SubgraphEdge> readEdges() throws WireException {
        List<SubgraphEdge> edges = new ArrayList<>(in.getEdgeSourceCount());
        int source = 0;
        int target = 0;
        for (int i = 0; i < in.getEdgeSourceCount(); i++) {
            source += in.getEdgeSource(i);
            target += in.getEdgeTarget(i);
            requirePosition("an edge's source", source);
            requirePosition("an edge's target", target);
            Subsystem subsystem =
                    in.getEdgeSubsystemCount() == 0 ? Subsystem.CONTAINMENT : subsystem(in.getEdgeSubsystem(i));
            edges.add(new SubgraphEdge(source, target, subsystem));
        }
        return edges;
    }

    private String[] readNames() throws WireException {
        String[] names = new String[count];
        long number = 0;
        for (int i = 0; i < count; i++) {
            number += in.getNumber(i);
            names[i] = (in.getFlags(i) & GraphWriter.PLAIN_NAME) != 0
                    ? SubgraphVertex.nameOf(string(in.getBasename(i)), number)
                    : string(element(in.getNameList(), i));
        }
        return names;
    }

    /** The paths of all vertices, each in the order in which they were written. */
    private List<Map<Subsystem, String>> readPaths(String[] names, List<SubgraphEdge> edges) throws WireException {
        List<@Nullable Map<Subsystem, String>> explicit = explicitPaths();
        String[] containment = new ContainmentPaths(names, GraphPaths.parents(count, edges), explicit).all();
        List<Map<Subsystem, String>> paths = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Map<Subsystem, String> others = explicit.get(i);
            if (!isDerived(i)) {
                paths.add(others == null ? Map.of() : others);
            } else if (others == null) {
                paths.add(Map.of(Subsystem.CONTAINMENT, containment[i]));
            } else {
                Map<Subsystem, String> all = new LinkedHashMap<>();
                all.put(Subsystem.CONTAINMENT, containment[i]);
                all.putAll(others);
                paths.add(all);
            }
        }
        return paths;
    }

    private List<@Nullable Map<Subsystem, String>> explicitPaths() throws WireException {
        List<@Nullable Map<Subsystem, String>> explicit = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            explicit.add(null);
        }
        for (int i = 0; i < in.getPathVertexCount(); i++) {
            int vertex = in.getPathVertex(i);
            requirePosition("a path", vertex);
            Map<Subsystem, String> paths = explicit.get(vertex);
            if (paths == null) {
                paths = new LinkedHashMap<>();
                explicit.set(vertex, paths);
            }
            paths.put(subsystem(in.getPathSubsystem(i)), string(in.getPath(i)));
        }
        return explicit;
    }

    private boolean isDerived(int position) {
        return (in.getFlags(position) & GraphWriter.DERIVED_PATH) != 0;
    }

    private Map<String, String> propertiesOf(int position) throws WireException {
        int set = element(in.getPropertiesList(), position);
        if (set == 0) {
            return Map.of();
        }
        if (set < 0 || set > propertySets.size()) {
            throw new WireException("A vertex in a message names the set of properties " + set + ", but there are "
                    + propertySets.size() + ".");
        }
        return propertySets.get(set - 1);
    }

    private ResourceType type(int position) throws WireException {
        ResourceType known = types.get(position);
        if (known == null) {
            known = new ResourceType(string(position));
            types.put(position, known);
        }
        return known;
    }

    private Subsystem subsystem(int position) throws WireException {
        Subsystem known = subsystems.get(position);
        if (known == null) {
            known = new Subsystem(string(position));
            subsystems.put(position, known);
        }
        return known;
    }

    private static int element(List<Integer> column, int position) {
        return column.isEmpty() ? 0 : column.get(position);
    }

    private String string(int position) throws WireException {
        if (position == 0) {
            return "";
        }
        if (position < 0 || position >= in.getStringsCount()) {
            throw new WireException("A resource subgraph in a message names string "
                    + Integer.toUnsignedString(position) + " of " + in.getStringsCount() + ".");
        }
        return in.getStrings(position);
    }

    private void requirePosition(String what, int position) throws WireException {
        if (position < 0 || position >= count) {
            throw new WireException("A resource subgraph in a message has " + count + " vertices, but " + what
                    + " names vertex " + position + ".");
        }
    }

    private static void requireAtMost(String what, int number, int most) throws WireException {
        if (number > most) {
            throw new WireException("A resource subgraph in a message has " + number + " " + what + "; at most " + most
                    + " are allowed.");
        }
    }

    private static void requireLength(String column, int length, int expected) throws WireException {
        if (length != expected) {
            throw new WireException("The column '" + column + "' of a resource subgraph in a message has " + length
                    + " elements instead of " + expected + ".");
        }
    }

    private static void requireLengthOrNone(String column, int length, int expected) throws WireException {
        if (length != 0) {
            requireLength(column, length, expected);
        }
    }

    /** Derives the containment paths of vertices with that flag from those of their parents, without recursion. */
    private final class ContainmentPaths {
        private final String[] names;
        private final int[] parents;
        private final @Nullable String[] paths;
        private long characters;

        ContainmentPaths(String[] names, int[] parents, List<@Nullable Map<Subsystem, String>> explicit) {
            this.names = names;
            this.parents = parents;
            this.paths = new @Nullable String[names.length];
            for (int i = 0; i < names.length; i++) {
                Map<Subsystem, String> known = explicit.get(i);
                if (!isDerived(i)) {
                    paths[i] = known == null ? "" : known.getOrDefault(Subsystem.CONTAINMENT, "");
                }
            }
        }

        String[] all() throws WireException {
            int[] chain = new int[Math.max(16, names.length)];
            String[] all = new String[names.length];
            for (int i = 0; i < names.length; i++) {
                int length = 0;
                int vertex = i;
                while (vertex >= 0 && paths[vertex] == null) {
                    chain[length++] = vertex;
                    vertex = parents[vertex];
                }
                String above = vertex < 0 ? "" : pathOf(vertex);
                while (length > 0) {
                    vertex = chain[--length];
                    above = derive(above, names[vertex]);
                    paths[vertex] = above;
                }
                all[i] = above;
            }
            return all;
        }

        private String pathOf(int vertex) {
            String path = paths[vertex];
            return path == null ? "" : path;
        }

        private String derive(String above, String name) throws WireException {
            String path = GraphPaths.child(above, name);
            characters += path.length();
            if (path.length() > GraphPaths.MAX_PATH
                    || characters > FREE_PATH_CHARACTERS + (long) MAX_AVERAGE_PATH * count) {
                throw new WireException("The paths of a resource subgraph in a message are too long: at most "
                        + GraphPaths.MAX_PATH + " characters, and " + MAX_AVERAGE_PATH + " on average, are allowed.");
            }
            return path;
        }
    }
}
