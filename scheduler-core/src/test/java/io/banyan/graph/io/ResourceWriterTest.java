package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.fixture.Graphs;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One socket and one core of it, in every format: the bytes that Flux's tools write for it. */
class ResourceWriterTest {
    private static final String GRANTED_SOCKET = """
            {"id": "7", "metadata": {"type": "socket", "id": 1, "rank": -1, "exclusive": true, "paths": {"containment": "/tiny0/rack0/node1/socket1"}}}, \
            {"id": "3", "metadata": {"type": "node", "id": 1, "rank": 1, "paths": {"containment": "/tiny0/rack0/node1"}}}, \
            {"id": "1", "metadata": {"type": "rack", "id": 0, "rank": -1, "paths": {"containment": "/tiny0/rack0"}}}, \
            {"id": "0", "metadata": {"type": "cluster", "basename": "tiny", "id": 0, "rank": -1, "paths": {"containment": "/tiny0"}}}]""";
    private static final String JGF = """
            {"graph": {"nodes": [{"id": "79", "metadata": {"type": "core", "id": 35, "rank": -1, "exclusive": true, "paths": {"containment": "/tiny0/rack0/node1/socket1/core35"}}}, \
            """ + GRANTED_SOCKET + """
            , "edges": [{"source": "7", "target": "79"}, {"source": "3", "target": "7"}, {"source": "1", "target": "3"}, {"source": "0", "target": "1"}]}}""";
    private static final String SHORTHAND = "{\"graph\": {\"nodes\": [" + GRANTED_SOCKET + """
            , "edges": [{"source": "3", "target": "7"}, {"source": "1", "target": "3"}, {"source": "0", "target": "1"}]}, "writer": "fluxion:jgf_shorthand"}""";
    private static final String R = """
            {"version": 1, "execution": {"R_lite": [{"rank": "1", "children": {"core": "35"}}], "nodelist": ["node1"], "starttime": 0, "expiration": 3600}}""";

    private ResourceGraph graph = new ResourceGraph();

    @BeforeEach
    void readTheGraph() throws GraphException {
        graph = TinyGraph.graph();
    }

    @Test
    void simple() {
        assertThat(write(MatchFormat.SIMPLE, socketAndCore()))
                .isEqualTo("""
                      ---------------core35[1:x]
                      ------------socket1[1:x]
                      ---------node1[1:s]
                      ------rack0[1:s]
                      ---tiny0[1:s]""".indent(6).stripTrailing().replaceAll("(?m)^ +", "      "));
    }

    @Test
    void prettySimple() {
        assertThat(write(MatchFormat.PRETTY_SIMPLE, socketAndCore()).lines().map(line -> "|" + line))
                .containsExactly(
                        "|      ---tiny0[1:shared]",
                        "|      ------rack0[1:shared]",
                        "|      ---------node1[1:shared]",
                        "|      ------------socket1[1:exclusive]",
                        "|      ---------------core35[1:exclusive]");
    }

    @Test
    void rlite() {
        assertThat(write(MatchFormat.RLITE, socketAndCore()))
                .isEqualTo("[{\"rank\": \"1\", \"children\": {\"core\": \"35\"}}]");
    }

    @Test
    void r() {
        assertThat(write(MatchFormat.RV1_NOSCHED, socketAndCore())).isEqualTo(R);
        assertThat(write(MatchFormat.RV1, socketAndCore()))
                .isEqualTo(R.substring(0, R.length() - 1) + ", \"scheduling\": " + JGF + "}");
        assertThat(write(MatchFormat.RV1_SHORTHAND, socketAndCore()))
                .isEqualTo(R.substring(0, R.length() - 1) + ", \"scheduling\": " + SHORTHAND + "}");
    }

    @Test
    void jgf() {
        assertThat(write(MatchFormat.JGF, socketAndCore())).isEqualTo(JGF);
        assertThat(write(MatchFormat.JGF_SHORTHAND, socketAndCore())).isEqualTo(SHORTHAND);
    }

    @Test
    void shorthandOfWhatImpliesNothingNamesNoWriter() {
        Selection node = selection(Map.of("/tiny0/rack0/node0", true), "/tiny0/rack0/node0", "/tiny0/rack0", "/tiny0");
        assertThat(write(MatchFormat.JGF_SHORTHAND, node)).isEqualTo(write(MatchFormat.JGF, node));
    }

    @Test
    void saysTheQueueInR() {
        String written =
                ResourceWriter.write(MatchFormat.RV1_NOSCHED, graph, socketAndCore(), 0, 3600, Optional.of("batch"));
        assertThat(written)
                .isEqualTo(R.substring(0, R.length() - 1)
                        + ", \"attributes\": {\"system\": {\"scheduler\": {\"queue\": \"batch\"}}}}");
    }

    @Test
    void aNodeWithoutCoresStandsInRWithNoChildren() {
        Selection node = selection(Map.of("/tiny0/rack0/node0", true), "/tiny0/rack0/node0", "/tiny0/rack0", "/tiny0");
        assertThat(write(MatchFormat.RLITE, node)).isEqualTo("[{\"rank\": \"0\", \"children\": {}}]");
        assertThat(write(MatchFormat.RV1_NOSCHED, node)).isEqualTo("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {}}], "nodelist": ["node0"], "starttime": 0, "expiration": 3600}}""");
    }

    @Test
    void whatIsHeldIsEverythingBelowWhatIsExclusive() {
        ResourceGraph racks = Graphs.graph("cluster { 1 rack { 2 node { 2 socket { 2 core, 1 gpu } } } }");
        Selection node = new Selection.Builder()
                .add(racks.find("/cluster0/rack0/node1"), 1, true, 3, -1)
                .add(racks.find("/cluster0/rack0"), 1, false, 2, -1)
                .add(racks.find("/cluster0"), 1, false, 1, -1)
                .build();
        Selection socket = new Selection.Builder()
                .add(racks.find("/cluster0/rack0/node0/socket1/core1"), 1, true, 5, -1)
                .add(racks.find("/cluster0/rack0/node0/socket1"), 1, true, 4, -1)
                .add(racks.find("/cluster0/rack0/node0"), 1, false, 3, -1)
                .add(racks.find("/cluster0/rack0"), 1, false, 2, -1)
                .add(racks.find("/cluster0"), 1, false, 1, -1)
                .build();
        Selection rack = new Selection.Builder()
                .add(racks.find("/cluster0/rack0"), 1, true, 2, -1)
                .add(racks.find("/cluster0"), 1, false, 1, -1)
                .build();
        assertThat(held(racks, node))
                .isEqualTo("[{\"rank\": \"1\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}]");
        assertThat(held(racks, socket))
                .isEqualTo("[{\"rank\": \"0\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}]");
        assertThat(held(racks, rack))
                .isEqualTo("[{\"rank\": \"0-1\", \"children\": {\"core\": \"0-1\", \"gpu\": \"0\"}}]");
    }

    private static String held(ResourceGraph graph, Selection selection) {
        return ResourceWriter.writeHeld(MatchFormat.RLITE, graph, selection, 0, 10, Optional.empty());
    }

    @Test
    void nothingIsNeverAnError() {
        Selection nothing = new Selection.Builder().build();
        for (MatchFormat format : MatchFormat.values()) {
            String written = write(format, nothing);
            assertThat(written)
                    .satisfiesAnyOf(
                            text -> assertThat(text).isEmpty(),
                            text -> assertThat(text).contains("\"R_lite\": [], \"nodelist\": []"));
        }
    }

    @Test
    void groupsRanksByTheirChildrenAndSaysProperties() {
        graph.setProperty(graph.find("/tiny0/rack0/node0"), "ssd", "");
        graph.setProperty(graph.find("/tiny0/rack0/node1"), "ssd", "");
        graph.setProperty(graph.find("/tiny0/rack0/node1"), "arch", "x86");
        var builder = new Selection.Builder();
        for (int node = 0; node < 2; node++) {
            String path = "/tiny0/rack0/node" + node;
            for (String child : new String[] {"core0", "core2", "core1", "gpu0"}) {
                int v = graph.find(path + "/socket0/" + child);
                builder.add(v, 1, true, 5, graph.firstIn(v));
            }
            int socket = graph.find(path + "/socket0");
            builder.add(socket, 1, true, 4, graph.firstIn(socket));
            int v = graph.find(path);
            builder.add(v, 1, false, 3, graph.firstIn(v));
        }
        assertThat(write(MatchFormat.RV1_NOSCHED, builder.build())).isEqualTo("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0-1", "children": {"core": "0-2", "gpu": "0"}}], \
                "nodelist": ["node[0-1]"], "properties": {"arch=x86": "1", "ssd": "0-1"}, "starttime": 0, "expiration": 3600}}""");
    }

    @Test
    void writesLabelsUnitsAndAmounts() {
        int memory = graph.find("/tiny0/rack0/node0/socket0/memory0");
        Selection labelled = new Selection.Builder()
                .add(memory, 2, true, 1, -1)
                .label("mine")
                .build();
        assertThat(write(MatchFormat.JGF, labelled)).contains("""
                "rank": -1, "unit": "GB", "exclusive": true, "size": 2, \
                "paths": {"containment": "/tiny0/rack0/node0/socket0/memory0"}, "ephemeral": {"label": "mine"}}""");
    }

    @Test
    void nodesWithoutRankHaveNoPlaceInR() throws GraphException {
        var node = SubgraphVertex.of("500", ResourceType.NODE, 9, "/tiny0/node9");
        var root = graph.vertex(graph.root());
        graph.attach(new io.banyan.graph.Subgraph(
                java.util.List.of(root, node), java.util.List.of(io.banyan.graph.SubgraphEdge.containment(0, 1))));
        Selection selection = selection(Map.of("/tiny0/node9", true), "/tiny0/node9", "/tiny0");
        assertThat(write(MatchFormat.RLITE, selection)).isEmpty();
    }

    @Test
    void parsesTheNamesOfFormats() {
        for (MatchFormat format : MatchFormat.values()) {
            assertThat(MatchFormat.parse(format.toString())).isEqualTo(format);
        }
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> MatchFormat.parse("xml"));
    }

    @Test
    void drawsASelection() throws IOException {
        var dot = new StringBuilder();
        DotWriter.write(graph, socketAndCore(), dot);
        assertThat(dot.toString()).isEqualTo("""
                digraph resources {
                    node [shape=box];
                    v0 [label="core35", style=filled];
                    v1 [label="socket1", style=filled];
                    v2 [label="node1"];
                    v3 [label="rack0"];
                    v4 [label="tiny0"];
                    v1 -> v0;
                    v2 -> v1;
                    v3 -> v2;
                    v4 -> v3;
                }
                """);
    }

    private String write(MatchFormat format, Selection selection) {
        return ResourceWriter.write(format, graph, selection, 0, 3600, Optional.empty());
    }

    private Selection socketAndCore() {
        return selection(
                Map.of("/tiny0/rack0/node1/socket1/core35", true, "/tiny0/rack0/node1/socket1", true),
                "/tiny0/rack0/node1/socket1/core35",
                "/tiny0/rack0/node1/socket1",
                "/tiny0/rack0/node1",
                "/tiny0/rack0",
                "/tiny0");
    }

    private Selection selection(Map<String, Boolean> exclusive, String... paths) {
        var builder = new Selection.Builder();
        for (String path : paths) {
            int v = graph.find(path);
            builder.add(v, graph.size(v), exclusive.getOrDefault(path, false), graph.depth(v) + 1, graph.firstIn(v));
        }
        return builder.build();
    }
}
