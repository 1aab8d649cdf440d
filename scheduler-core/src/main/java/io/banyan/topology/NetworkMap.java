package io.banyan.topology;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The places of a graph's nodes on a grid. The vertex above the nodes has the shape of the grid as its property {@value
 * #TOPOLOGY}, such as {@code grid 16x8}, and each node below it has its coordinates as its property {@value
 * #COORDINATES}, such as {@code 3,2}. Places without a node are allowed. Immutable; valid as long as no node is added,
 * removed or moved.
 */
public final class NetworkMap {
    /** The property with the shape. */
    public static final String TOPOLOGY = "topology";

    /** The property with the place of a node. */
    public static final String COORDINATES = "coordinates";

    private static final String NODE = "node";
    private static final int NONE = -1;

    private final Grid grid;
    private final int[] vertices;
    private final Map<Integer, Integer> nodes = new HashMap<>();

    private NetworkMap(Grid grid) {
        this.grid = grid;
        this.vertices = new int[grid.nodes()];
        Arrays.fill(vertices, NONE);
    }

    /**
     * The places of the nodes of a graph; empty if the graph has no topology. O(vertices).
     *
     * @throws IllegalArgumentException with one sentence, if a shape or a place is wrong
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
        if (top < 0) {
            return Optional.empty();
        }
        var map = new NetworkMap(parsed(graph, top));
        for (int v : graph.verticesOfType(graph.types().id(NODE))) {
            if (isBelow(graph, v, top)) {
                map.place(graph, v);
            }
        }
        return Optional.of(map);
    }

    private static Grid parsed(ResourceGraph graph, int top) {
        try {
            return Grid.parse(graph.properties(top).getOrDefault(TOPOLOGY, ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the topology of " + graph.path(top) + " is wrong: " + e.getMessage(), e);
        }
    }

    private static boolean isBelow(ResourceGraph graph, int vertex, int top) {
        int at = vertex;
        while (at >= 0 && at != top) {
            at = graph.parent(at);
        }
        return at == top;
    }

    private void place(ResourceGraph graph, int vertex) {
        String text = graph.properties(vertex).get(COORDINATES);
        if (text == null) {
            throw new IllegalArgumentException(
                    graph.path(vertex) + " has no property '" + COORDINATES + "', such as 3,2 in a " + grid);
        }
        int node;
        try {
            node = grid.node(Arrays.stream(text.split(",", -1))
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
        vertices[node] = vertex;
        nodes.put(vertex, node);
    }

    /** Gives the nodes of a graph below a vertex their places, in the order of the graph. */
    public static void write(ResourceGraph graph, int top, Grid grid) {
        graph.setProperty(top, TOPOLOGY, grid.toString());
        int next = 0;
        for (int v : graph.verticesOfType(graph.types().id(NODE))) {
            if (isBelow(graph, v, top)) {
                graph.setProperty(v, COORDINATES, written(grid, next++));
            }
        }
    }

    private static String written(Grid grid, int node) {
        var text = new StringBuilder();
        for (int d = 0; d < grid.dimensions(); d++) {
            text.append(d == 0 ? "" : ",").append(grid.coordinate(node, d));
        }
        return text.toString();
    }

    /** The grid. */
    public Grid grid() {
        return grid;
    }

    /** The number of places with a node. */
    public int nodes() {
        return nodes.size();
    }

    /** The vertex of the graph at a node of the grid; -1 if there is none. O(1). */
    public int vertex(int node) {
        return vertices[node];
    }

    /** The node of the grid at which a vertex is; -1 if the vertex is not on the grid. O(1). */
    public int node(int vertex) {
        return nodes.getOrDefault(vertex, NONE);
    }
}
