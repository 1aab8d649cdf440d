package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JgfReaderTest {
    private static final String ROOT =
            "{\"id\": \"0\", \"metadata\": {\"type\": \"cluster\", \"paths\": {\"containment\": \"/cluster0\"}}}";

    @Test
    void suppliesWhatIsNotWritten() throws GraphException {
        SubgraphVertex root = read(ROOT, "").vertices().getFirst();
        assertThat(root.basename()).isEqualTo("cluster");
        assertThat(root.name()).isEqualTo("cluster0");
        assertThat(root.number()).isZero();
        assertThat(root.uniqId()).isZero();
        assertThat(root.rank()).isEqualTo(-1);
        assertThat(root.size()).isEqualTo(1);
        assertThat(root.unit()).isEmpty();
        assertThat(root.properties()).isEmpty();
        assertThat(root.exclusive()).isFalse();
        assertThat(root.status()).isEqualTo(Status.UP);
    }

    @Test
    void takesTheIdOfANodeFromItsName() throws GraphException {
        assertThat(vertex("\"type\": \"node\", \"name\": \"host12\"").number()).isEqualTo(12);
        assertThat(vertex("\"type\": \"node\", \"name\": \"login\"").number()).isEqualTo(7);
        assertThat(vertex("\"type\": \"core\", \"name\": \"core12\"").number()).isEqualTo(7);
    }

    @Test
    void readsWhatIsWritten() throws GraphException {
        SubgraphVertex vertex = vertex("""
                "type": "memory", "basename": "dimm", "name": "dimm-b", "id": 3, "uniq_id": 99, "rank": 5, "size": 16,
                "unit": "GB", "properties": {"z": "", "a": "1", "n": 3}, "exclusive": true, "status": 1, "extra": {"x": [1]}
                """);
        assertThat(vertex.basename()).isEqualTo("dimm");
        assertThat(vertex.name()).isEqualTo("dimm-b");
        assertThat(vertex.number()).isEqualTo(3);
        assertThat(vertex.uniqId()).isEqualTo(99);
        assertThat(vertex.rank()).isEqualTo(5);
        assertThat(vertex.size()).isEqualTo(16);
        assertThat(vertex.unit()).isEqualTo("GB");
        assertThat(vertex.properties()).containsExactly(Map.entry("a", "1"), Map.entry("n", "3"), Map.entry("z", ""));
        assertThat(vertex.exclusive()).isTrue();
        assertThat(vertex.status()).isEqualTo(Status.DOWN);
    }

    @Test
    void passesOverEdgesToTheOwnParentInTheirSubsystem() throws GraphException {
        String power =
                "{\"id\": \"1\", \"metadata\": {\"type\": \"node\", \"paths\": {\"containment\": \"/cluster0/node1\", \"power\": \"/node1\"}}}";
        Subgraph subgraph = read(ROOT + "," + power, """
                {"source": "0", "target": "1"}, {"source": "1", "target": "0", "metadata": {"name": {"containment": "in"}}},
                {"source": "1", "target": "0", "metadata": {"subsystem": "power"}}""");
        assertThat(subgraph.edges())
                .as("not the parent in this subsystem: whoever attaches it finds that wrong")
                .containsExactly(
                        new SubgraphEdge(0, 1, Subsystem.CONTAINMENT), new SubgraphEdge(1, 0, new Subsystem("power")));
    }

    @Test
    void readsEdgesInTheirSubsystemsWhereverTheyStand() throws GraphException {
        String node = ROOT.replace("\"0\"", "\"1\"").replace("/cluster0", "/cluster0/cluster1");
        Subgraph subgraph = JgfReader.read("""
                {"graph": {"edges": [{"source": "0", "target": "1"},
                    {"source": 0, "target": 1, "metadata": {"subsystem": "power"}},
                    {"source": "0", "target": "1", "metadata": {"name": {"containment": "contains"}}}],
                  "nodes": [%s, %s]}}""".formatted(ROOT, node), "x.json");
        assertThat(subgraph.edges())
                .containsExactly(
                        SubgraphEdge.containment(0, 1),
                        new SubgraphEdge(0, 1, new Subsystem("power")),
                        SubgraphEdge.containment(0, 1));
    }

    @Test
    void saysWhereAndWhatIsWrong() {
        refused("[]", "x.json:1:1: an object with the key 'graph' is expected.");
        refused("{}", "x.json:1:2: the key 'graph' is missing.");
        refused("", "x.json:1:1: an object with the key 'graph' is expected.");
        refused("{\"graph\": {}}", "x.json:1:12: the key 'nodes' is missing in 'graph'.");
        refused("{\"graph\": {\"nodes\": {}}}", "x.json:1:21: an array of nodes is expected.");
        refused("{\"graph\": {\"nodes\": []}} {}", "x.json:1:26: the end of the document is expected.");
        refused(
                "{\"version\": 1, \"scheduling\": {\"graph\": {}}}",
                "x.json:1:43: the key 'graph' is missing (maybe this is an R object: its graph is under 'scheduling').");
        refusedNodes("{\"metadata\": {}}", "the node has no 'id'.");
        refusedNodes("{\"id\": \"5\"}", "the node '5' has no 'metadata'.");
        refusedNodes(
                "{\"id\": \"5\", \"metadata\": {\"paths\": {\"containment\": \"/a\"}}}", "the node '5' has no 'type'.");
        refusedNodes("{\"id\": \"5\", \"metadata\": {\"type\": \"a\"}}", "the node '5' has no 'paths'.");
        refusedNodes(ROOT.replace("/cluster0", "/cluster1"), "there are two nodes with the id '0'.");
        refusedNodes(ROOT.replace("\"0\"", "\"1\""), "the path /cluster0 occurs twice in the subsystem containment.");
        refusedNodes(
                ROOT.replace("\"0\"", "\"1\"").replace("/cluster0", "/cluster1"),
                "there are two roots of the subsystem containment: /cluster0 and /cluster1.");
    }

    @Test
    void saysWhichValueIsWrong() {
        refusedNodes(
                node("\"type\": \"node\", \"size\": 0"),
                "'size' is 0; a number from 1 to 9223372036854775807 is expected.",
                50);
        refusedNodes(
                node("\"type\": \"node\", \"rank\": \"a\""),
                "'rank' must be a whole number from -1 to 2147483647.",
                50);
        refusedNodes(node("\"type\": 3"), "'type' must be a string.", 34);
        refusedNodes(
                node("\"type\": \"a/b\""),
                "The resource type 'a/b' contains a character that is not allowed there (a slash or a control character).",
                34);
    }

    @Test
    void refusesDanglingEdges() {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> read(ROOT, "{\"source\": \"0\", \"target\": \"8\"}"))
                .withMessage("x.json:3:1: the edge from '0' to '8' names a node '8' that does not exist.");
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> read(ROOT, "{\"source\": \"0\"}"))
                .withMessage("x.json:3:1: the edge has no 'target'.");
    }

    @Test
    void saysWhereJsonEnds() {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> JgfReader.read("{\"graph\":\n {\"nodes\": [", "x.json"))
                .withMessageStartingWith("x.json:2:13: not well-formed JSON: ");
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> JgfReader.read("{\"a\": ".repeat(200), "x.json"))
                .withMessageStartingWith("x.json:1:")
                .withMessageContaining("nesting depth")
                .withMessageNotContaining("StreamReadConstraints");
    }

    private static String node(String metadata) {
        return "{\"id\": \"7\", \"metadata\": {" + metadata + ", \"paths\": {\"containment\": \"/x\"}}}";
    }

    private static SubgraphVertex vertex(String metadata) throws GraphException {
        return read(node(metadata), "").vertices().getFirst();
    }

    private static Subgraph read(String nodes, String edges) throws GraphException {
        return JgfReader.read("{\"graph\": {\"nodes\": [\n" + nodes + "],\"edges\": [\n" + edges + "]}}", "x.json");
    }

    private static void refused(String document, String message) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> JgfReader.read(document, "x.json"))
                .withMessage(message);
    }

    private static void refusedNodes(String second, String message) {
        refusedNodes(second, message, 1);
    }

    private static void refusedNodes(String second, String message, int column) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> read(ROOT + ",\n" + second, ""))
                .withMessage("x.json:3:" + column + ": " + message);
    }
}
