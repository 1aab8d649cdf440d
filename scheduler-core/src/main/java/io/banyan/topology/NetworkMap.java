package io.banyan.topology;

import io.banyan.graph.ResourceGraph;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes of a graph on its network. The vertex above the nodes has the shape of the network as its property {@value
 * #TOPOLOGY}, such as {@code grid 16x8} or {@code fattree 4x4x8}, and each node below it has its coordinates as its
 * property {@value #COORDINATES}, such as {@code 3,2}. Places without a node are allowed. For the shape {@value
 * #NETWORK}, the links are the edges of a subsystem ({@link LinkReader}), and nodes have no coordinates. Immutable;
 * valid as long as no vertex is added, removed or moved.
 */
public final class NetworkMap {
    /** The property with the shape. */
    public static final String TOPOLOGY = "topology";

    /** The property with the place of a node. */
    public static final String COORDINATES = "coordinates";

    /** The shape of a network that its links describe, and the subsystem with these links. */
    public static final String NETWORK = LinkReader.SUBSYSTEM;

    private static final String NODE = "node";
    private static final int NONE = -1;

    private final Topology topology;
    private final int[] vertices;
    private final Map<Integer, Integer> nodes = new HashMap<>();

    private NetworkMap(Topology topology) {
        this.topology = topology;
        this.vertices = new int[topology.nodes()];
        Arrays.fill(vertices, NONE);
    }

    /**
     * The places of the nodes of a graph; empty if the graph has no topology. O(vertices + links).
     *
     * @throws IllegalArgumentException with one sentence, if a shape, a place or a link is wrong
     */
    public static Optional<NetworkMap> of(ResourceGraph graph) {
        int top = NONE;
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.properties(v).containsKey(TOPOLOGY)) {
                if (top >= 0) {
                    throw new IllegalArgumentException("a graph can have one topology, but " + graph.path(top) + " and "
                            + graph.path(v) + " both have one");
                }
                top = v;
            }
        }
        return top < 0 ? Optional.empty() : Optional.of(mapped(graph, top));
    }

    private static NetworkMap mapped(ResourceGraph graph, int top) {
        int[] below = nodesBelow(graph, top);
        String shape = graph.properties(top).getOrDefault(TOPOLOGY, "");
        if (shape.equals(NETWORK)) {
            var map = new NetworkMap(LinkReader.read(graph, top, below));
            for (int node = 0; node < below.length; node++) {
                map.put(node, below[node]);
            }
            return map;
        }
        var map = new NetworkMap(parsed(graph, top, shape));
        Places places = map.topology.places().orElseThrow();
        for (int v : below) {
            map.place(graph, v, places);
        }
        return map;
    }

    private static Topology parsed(ResourceGraph graph, int top, String shape) {
        try {
            return NetworkKind.parse(shape);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the topology of " + graph.path(top) + " is wrong: " + e.getMessage(), e);
        }
    }

    private static int[] nodesBelow(ResourceGraph graph, int top) {
        return Arrays.stream(graph.verticesOfType(graph.types().id(NODE)))
                .filter(v -> isBelow(graph, v, top))
                .toArray();
    }

    private static boolean isBelow(ResourceGraph graph, int vertex, int top) {
        int at = vertex;
        while (at >= 0 && at != top) {
            at = graph.parent(at);
        }
        return at == top;
    }

    private void place(ResourceGraph graph, int vertex, Places places) {
        String text = graph.properties(vertex).get(COORDINATES);
        if (text == null) {
            throw new IllegalArgumentException(graph.path(vertex) + " has no property '" + COORDINATES + "', such as "
                    + places.text(places.nodes() - 1) + " in a " + places);
        }
        int node;
        try {
            node = places.node(Arrays.stream(text.split(",", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the coordinates of " + graph.path(vertex) + " must be numbers such as 3,2, found '" + text + "'",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the coordinates of " + graph.path(vertex) + " are wrong: " + e.getMessage(), e);
        }
        if (vertices[node] >= 0) {
            throw new IllegalArgumentException(
                    graph.path(vertices[node]) + " and " + graph.path(vertex) + " have the same coordinates, " + text);
        }
        put(node, vertex);
    }

    private void put(int node, int vertex) {
        vertices[node] = vertex;
        nodes.put(vertex, node);
    }

    /**
     * Gives the nodes of a graph below a vertex their places, in the order of the graph.
     *
     * @throws IllegalArgumentException if the nodes of the network have no coordinates
     */
    public static void write(ResourceGraph graph, int top, Topology topology) {
        Places places = topology.places()
                .orElseThrow(
                        () -> new IllegalArgumentException("the nodes of the " + topology + " have no coordinates"));
        graph.setProperty(top, TOPOLOGY, topology.toString());
        int next = 0;
        for (int v : nodesBelow(graph, top)) {
            graph.setProperty(v, COORDINATES, places.text(next++));
        }
    }

    /** The network. */
    public Topology topology() {
        return topology;
    }

    /** The number of places with a node. */
    public int nodes() {
        return nodes.size();
    }

    /** The number of nodes in the largest connected part of the network. O(vertices + links). */
    public int largestPart() {
        BitSet seen = new BitSet(topology.vertices());
        int largest = 0;
        for (int node = 0; node < topology.nodes(); node++) {
            if (!seen.get(node)) {
                largest = Math.max(largest, part(node, seen));
            }
        }
        return largest;
    }

    /** The nodes in the part of a node. Places without a node connect others too. */
    private int part(int first, BitSet seen) {
        Deque<Integer> open = new ArrayDeque<>(List.of(first));
        seen.set(first);
        int count = 0;
        while (!open.isEmpty()) {
            int at = open.remove();
            count += at < topology.nodes() && vertices[at] >= 0 ? 1 : 0;
            topology.eachLinked(at, next -> {
                if (!seen.get(next)) {
                    seen.set(next);
                    open.add(next);
                }
            });
        }
        return count;
    }

    /** The vertex of the graph at a node of the network; -1 if there is none. O(1). */
    public int vertex(int node) {
        return vertices[node];
    }

    /** The node of the network at which a vertex is; -1 if the vertex is not on the network. O(1). */
    public int node(int vertex) {
        return nodes.getOrDefault(vertex, NONE);
    }
}
