package io.banyan.topology;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** JGF of a cluster whose links are a subsystem, for tests. */
public final class NetworkGraph {
    private final List<String> vertices = new ArrayList<>();
    private final List<String> edges = new ArrayList<>();

    private NetworkGraph() {}

    /**
     * The text of a cluster of nodes with two cores, and of switches that no containment has.
     *
     * @param links pairs of vertices: the nodes from 0 on, and behind them the switches
     */
    public static String text(int nodes, int switches, int[][] links) {
        var graph = new NetworkGraph();
        graph.vertex("cluster", "cluster", 0, "\"properties\": {\"topology\": \"network\"}, ", "/cluster0", "");
        graph.vertex("fabric", "network", 0, "", "", "/network0");
        for (int node = 0; node < nodes; node++) {
            String path = "/cluster0/node" + node;
            graph.vertex(id(node, nodes), "node", node, "", path, "/network0/node" + node);
            graph.edge("cluster", id(node, nodes), "containment");
            graph.edge("fabric", id(node, nodes), "network");
            for (int core = 0; core < 2; core++) {
                graph.vertex("c" + node + core, "core", core, "", path + "/core" + core, "");
                graph.edge(id(node, nodes), "c" + node + core, "containment");
            }
        }
        for (int i = 0; i < switches; i++) {
            graph.vertex(
                    "switch" + i,
                    "switch",
                    i,
                    "\"properties\": {\"bandwidth\": \"100G\"}, ",
                    "",
                    "/network0/switch" + i);
            graph.edge("fabric", "switch" + i, "network");
        }
        for (int[] link : links) {
            graph.edge(id(Math.min(link[0], link[1]), nodes), id(Math.max(link[0], link[1]), nodes), "network");
        }
        return "{\"graph\": {\"nodes\": [" + String.join(", ", graph.vertices) + "], \"edges\": ["
                + String.join(", ", graph.edges) + "]}}";
    }

    /** The subgraph of a text. */
    public static Subgraph subgraph(String text) {
        try {
            return JgfReader.read(text, "a test");
        } catch (GraphException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static String id(int vertex, int nodes) {
        return vertex < nodes ? "node" + vertex : "switch" + (vertex - nodes);
    }

    private void vertex(String id, String type, int number, String more, String path, String inNetwork) {
        Map<String, String> paths = Map.of("containment", path, "network", inNetwork);
        List<String> written = paths.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> "\"" + entry.getKey() + "\": \"" + entry.getValue() + "\"")
                .sorted()
                .toList();
        vertices.add("{\"id\": \"" + id + "\", \"metadata\": {\"type\": \"" + type + "\", \"id\": " + number + ", "
                + more + "\"paths\": {" + String.join(", ", written) + "}}}");
    }

    private void edge(String from, String to, String subsystem) {
        edges.add("{\"source\": \"" + from + "\", \"target\": \"" + to + "\", \"metadata\": {\"subsystem\": \""
                + subsystem + "\"}}");
    }
}
