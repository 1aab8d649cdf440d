package io.banyan.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.JgfWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Networks whose links are the edges of a subsystem: two leaf switches with three nodes each below two others. */
class NetworkLinksTest {
    private static final int[][] LINKS = {{0, 6}, {1, 6}, {2, 6}, {3, 7}, {4, 7}, {5, 7}, {6, 8}, {6, 9}, {7, 8}, {7, 9}
    };
    private static final String TEXT = NetworkGraph.text(6, 4, LINKS);

    private static ResourceGraph graph(String text) throws Exception {
        ResourceGraph graph = ResourceGraph.of(NetworkGraph.subgraph(text));
        graph.checkInvariants();
        return graph;
    }

    private static NetworkMap map(ResourceGraph graph) {
        return NetworkMap.of(graph).orElseThrow();
    }

    private static void refused(String text, String sentence) {
        assertThatThrownBy(() -> NetworkMap.of(graph(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void edgesOfTheSubsystemAreLinks() throws Exception {
        ResourceGraph graph = graph(TEXT);
        NetworkMap map = map(graph);
        assertThat(map.nodes()).isEqualTo(6);
        assertThat(map.topology()).hasToString("network");
        assertThat(map.topology().vertices()).isEqualTo(10);
        assertThat(map.topology().distance(0, 2)).isEqualTo(2);
        assertThat(map.topology().distance(0, 3)).isEqualTo(4);
        assertThat(map.topology().places()).isEmpty();
        assertThat(graph.path(map.vertex(4))).isEqualTo("/cluster0/node4");
        assertThat(map.node(map.vertex(4))).isEqualTo(4);
        assertThatThrownBy(() -> NetworkMap.write(graph, graph.root(), map.topology()))
                .hasMessage("the nodes of the network have no coordinates");
    }

    @Test
    void aGraphIsWrittenAsItWasRead() throws Exception {
        var text = new StringWriter();
        ResourceGraph graph = graph(TEXT);
        JgfWriter.write(graph, text);
        ResourceGraph again = graph(text.toString());
        assertThat(again.toSubgraph())
                .isEqualTo(ResourceGraph.of(graph.toSubgraph()).toSubgraph());
        assertThat(again.edgeCount()).isEqualTo(graph.edgeCount());
        assertThat(map(again).topology().distances().mean())
                .isEqualTo(map(graph).topology().distances().mean());
        assertThat(again.properties(again.findAnywhere("/network0/switch3"))).containsEntry("bandwidth", "100G");
    }

    /** The last node and its switch come later, with links to what is there; another node goes. */
    @Test
    void aNodeIsAttachedWithItsLinks() throws Exception {
        ResourceGraph graph =
                graph(NetworkGraph.text(5, 3, new int[][] {{0, 5}, {1, 5}, {2, 5}, {3, 6}, {4, 6}, {5, 7}, {6, 7}}));
        assertThat(map(graph).nodes()).isEqualTo(5);
        long touched = graph.touched();
        graph.attach(NetworkGraph.subgraph(TEXT));
        graph.checkInvariants();
        assertThat(graph.touched()).isGreaterThan(touched);
        NetworkMap more = map(graph);
        assertThat(more.nodes()).isEqualTo(6);
        assertThat(more.topology().distance(3, 5)).isEqualTo(2);
        graph.detach(graph.find("/cluster0/node1"));
        assertThat(map(graph).nodes()).isEqualTo(5);
        assertThat(map(graph).topology().distance(0, 1)).isEqualTo(2);
    }

    @Test
    void nodesWithoutAPathBetweenThemAreAllowed() throws Exception {
        NetworkMap map = map(graph(NetworkGraph.text(4, 2, new int[][] {{0, 4}, {1, 4}, {2, 5}})));
        assertThat(map.topology().distance(0, 1)).isEqualTo(2);
        assertThat(map.topology().distance(0, 2)).isEqualTo(Topology.UNREACHABLE);
        assertThat(map.topology().distance(3, 2)).isEqualTo(Topology.UNREACHABLE);
        assertThat(map.topology().distances().unreachablePairs()).isEqualTo(5);
    }

    @Test
    void aWrongNetworkIsRefusedInOneSentence() {
        refused(
                TEXT.replace("\"network\": \"/network0", "\"other\": \"/network0")
                        .replace(": \"network\"}}", ": \"other\"}}"),
                "the topology of /cluster0 is 'network', but the graph has no subsystem 'network' with its links;"
                        + " child instances do not get it");
        refused(
                TEXT.replace(
                        "\"type\": \"switch\", \"id\": 2", "\"type\": \"switc\", \"basename\": \"switch\", \"id\": 2"),
                "the link from /network0/switch0 to /network0/switch2 must connect nodes of the topology or vertices"
                        + " of the type 'switch', and /network0/switch2 is neither");
    }

    @Test
    void anEdgeToNowhereIsRefusedWhereTheGraphIsRead() {
        assertThatThrownBy(
                        () -> NetworkGraph.subgraph(TEXT.replace("\"target\": \"switch3\"", "\"target\": \"switch9\"")))
                .hasMessageContaining("switch9");
    }
}
