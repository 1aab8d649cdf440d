package io.banyan.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The places of eight nodes on a grid. */
class NetworkMapTest {
    private ResourceGraph graph = new ResourceGraph();
    private int[] nodes = {};

    @BeforeEach
    void load() throws Exception {
        graph = GraphFiles.load(Path.of("..", "resource-graphs", "small.graphml"));
        nodes = graph.verticesOfType(graph.types().id("node"));
    }

    private void refused(String sentence) {
        assertThatThrownBy(() -> NetworkMap.of(graph))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void aGraphWithoutTopologyHasNoMap() {
        assertThat(NetworkMap.of(graph)).isEmpty();
    }

    @Test
    void placesAreReadAsTheyWereWritten() {
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        NetworkMap map = NetworkMap.of(graph).orElseThrow();
        assertThat(map.topology()).isEqualTo(Grid.of(4, 2));
        assertThat(map.nodes()).isEqualTo(8);
        for (int node = 0; node < 8; node++) {
            assertThat(map.vertex(node)).isEqualTo(nodes[node]);
            assertThat(map.node(nodes[node])).isEqualTo(node);
        }
        assertThat(map.node(graph.root())).isEqualTo(-1);
    }

    @Test
    void aPlaceCanBeEmpty() throws Exception {
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        graph.detach(nodes[3]);
        NetworkMap map = NetworkMap.of(ResourceGraph.of(graph.toSubgraph())).orElseThrow();
        assertThat(map.nodes()).isEqualTo(7);
        assertThat(map.vertex(3)).isEqualTo(-1);
    }

    @Test
    void aWrongPlaceIsRefusedWithItsNode() {
        NetworkMap.write(graph, graph.root(), Grid.of(4, 2));
        String path = graph.path(nodes[5]);
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "0,0");
        refused(graph.path(nodes[0]) + " and " + path + " have the same coordinates, 0,0");
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "4,0");
        refused("the coordinates of " + path
                + " are wrong: a coordinate must be 0 to 3 in dimension 1 of a grid 4x2, found 4");
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "1,1,0");
        refused("the coordinates of " + path + " are wrong: a place in a grid 4x2 has 2 coordinates, found 3");
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "1;1");
        refused("the coordinates of " + path + " must be numbers such as 3,2, found '1;1'");
        graph.removeProperty(nodes[5], NetworkMap.COORDINATES);
        refused(path + " has no property 'coordinates', such as 3,1 in a grid 4x2");
    }

    @Test
    void placesOfAFatTreeAreReadAsTheyWereWritten() {
        Topology tree = NetworkKind.parse("fattree 2x2x2");
        NetworkMap.write(graph, graph.root(), tree);
        assertThat(graph.properties(nodes[5])).containsEntry(NetworkMap.COORDINATES, "1,0,1");
        NetworkMap map = NetworkMap.of(graph).orElseThrow();
        assertThat(map.topology()).hasToString("fattree 2x2x2");
        assertThat(map.node(nodes[5])).isEqualTo(5);
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "0,2,0");
        refused("the coordinates of " + graph.path(nodes[5])
                + " are wrong: a coordinate must be 0 to 1 in dimension 2 of a fattree 2x2x2, found 2");
        graph.setProperty(nodes[5], NetworkMap.COORDINATES, "1,0,0");
        refused(graph.path(nodes[4]) + " and " + graph.path(nodes[5]) + " have the same coordinates, 1,0,0");
        graph.removeProperty(nodes[5], NetworkMap.COORDINATES);
        refused(graph.path(nodes[5]) + " has no property 'coordinates', such as 1,1,1 in a fattree 2x2x2");
    }

    @Test
    void aWrongTopologyIsRefused() {
        graph.setProperty(graph.root(), NetworkMap.TOPOLOGY, "ring 8");
        refused("the topology of " + graph.path(graph.root())
                + " is wrong: expected a shape such as 'grid 16x8', 'torus 8x4x4', 'fattree 4x4x8' or "
                + "'dragonfly 8x4x4', found 'ring 8'");
        graph.setProperty(graph.root(), NetworkMap.TOPOLOGY, "grid 8");
        graph.setProperty(nodes[0], NetworkMap.TOPOLOGY, "grid 8");
        assertThatThrownBy(() -> NetworkMap.of(graph)).hasMessageContaining("a graph can have one topology");
    }
}
