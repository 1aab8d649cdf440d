package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The project's own graphs, and files that are none. */
class GraphFilesTest {
    @TempDir
    private Path directory = Path.of("");

    private static Path resourceGraphs() {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("resource-graphs"))) {
            root = root.getParent();
        }
        return root.resolve("resource-graphs");
    }

    @ParameterizedTest
    @CsvSource({
        "l0.graphml, 4481, 4480",
        "l1.graphml, 281, 280",
        "l2.graphml, 141, 140",
        "l3.graphml, 71, 70",
        "l4.graphml, 36, 35",
        "small.graphml, 135, 134",
        "exascale.graphml, 1169368, 1169367",
        "power.graphml, 144, 152",
        "ec2.json, 162, 161",
    })
    void loadsTheProjectsGraphs(String file, int vertices, int edges) throws GraphException, IOException {
        ResourceGraph graph = GraphFiles.load(resourceGraphs().resolve(file));
        assertThat(graph.vertexCount()).isEqualTo(vertices);
        assertThat(graph.edgeCount()).isEqualTo(edges);
        assertThat(graph.path(graph.root())).isEqualTo("/cluster0");
        String row = Files.readAllLines(resourceGraphs().resolve("README.md")).stream()
                .filter(line -> line.startsWith("| `" + file + "`"))
                .findFirst()
                .orElse("");
        assertThat(row).endsWith("| %,d | %,d |".formatted(vertices, edges));
    }

    @Test
    void theCloudPoolFitsBelowThePapersCluster() throws GraphException {
        ResourceGraph cluster = GraphFiles.load(resourceGraphs().resolve("l0.graphml"));
        ResourceGraph pool = GraphFiles.load(resourceGraphs().resolve("ec2.json"));
        assertThat(cluster.attach(pool.toSubgraph()).reused()).containsExactly(cluster.root());
        int node = cluster.find("/cluster0/ec2/us-east-1a/ec2node1");
        assertThat(cluster.properties(node)).containsEntry("market", "spot").containsKey("instance-type");
        cluster.checkInvariants();
    }

    @Test
    void thePowerSubsystemFeedsTheNodesOfItsRack() throws GraphException {
        ResourceGraph graph = GraphFiles.load(resourceGraphs().resolve("power.graphml"));
        int node = graph.find("/powerpanel0/pdu1/node5", new Subsystem("power"));
        assertThat(graph.path(node)).isEqualTo("/cluster0/rack1/node5");
        graph.checkInvariants();
    }

    @Test
    void saysInOneSentenceWhatIsWrongWithAFile() throws IOException {
        refused(directory.resolve("none.json"), "There is no file ");
        refused(directory, directory + " is a directory without hwloc topologies (.xml); ");
        refused(
                written("{\"graph\": {\"nodes\": [], \"edges\": []}}"),
                " describes no resources; expected at least one vertex.");
        refused(written(" \n"), " is empty; expected a GRUG recipe, an hwloc topology, a JGF document or R.");
        refused(
                written("resources:"),
                " is neither XML nor a JSON object; expected a GRUG recipe, an hwloc topology, a JGF document or R.");
        refused(written("{\"graph\": 3}"), ":1:11: an object with the keys 'nodes' and 'edges' is expected.");
        String orphan = "{\"id\": \"1\", \"metadata\": {\"type\": \"node\", \"paths\": {\"containment\": \"/a/b\"}}}";
        refused(
                written("{\"graph\": {\"nodes\": [" + orphan + "]}}"),
                ": /a/b has no parent in the subsystem containment and is not its root.");
    }

    @Test
    void readsRanksAndTopologiesAsTheyLookLike() throws IOException, GraphException {
        String r = """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-1", "children": {"core": "0-3"}}],
                 "nodelist": ["n[0-1]"]}%s}""";
        assertThat(GraphFiles.load(written(r.formatted(""))).find("/cluster0/n1/core3"))
                .isPositive();
        Path both = written(r.formatted(", \"scheduling\": {}"));
        refused(both, "Maybe use the format rv1exec_force");
        assertThatExceptionOfType(GraphException.class).isThrownBy(() -> GraphFiles.format(both));
        assertThat(GraphFiles.load(both, GraphFormat.RV1EXEC).vertexCount()).isEqualTo(11);
        assertThat(GraphFiles.load(both, GraphFormat.RV1EXEC_FORCE).vertexCount())
                .isEqualTo(11);
        String machine = "<topology><object type='Machine'/></topology>";
        assertThat(GraphFiles.load(written(machine)).find("/cluster0/node0")).isPositive();
        assertThat(GraphFiles.load(written(machine), GraphFormat.HWLOC).vertexCount())
                .isEqualTo(2);
    }

    @Test
    void jgfInShorthandIsAGraphAsAnyOther() throws IOException, GraphException {
        Path file = written("""
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/cluster0"}}},
                  {"id": "1", "metadata": {"type": "node", "exclusive": true, "paths": {"containment": "/cluster0/node1"}}}],
                 "edges": [{"source": "0", "target": "1"}]}, "writer": "fluxion:jgf_shorthand"}""");
        assertThat(GraphFiles.load(file, GraphFormat.parse("jgf_shorthand")).vertexCount())
                .isEqualTo(2);
    }

    @Test
    void aNumberOfANodeHasAtMost64Bits() throws IOException, GraphException {
        String r = """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0"}}], "nodelist": ["n%s"]}}""";
        assertThat(GraphFiles.load(written(r.formatted("9223372036854775807"))).vertexCount())
                .isEqualTo(3);
        ResourceGraph zeros = GraphFiles.load(written(r.formatted("00000000000000000000012")));
        assertThat(zeros.number(zeros.find("/cluster0/n00000000000000000000012")))
                .isEqualTo(12);
        refused(
                written(r.formatted("9223372036854775808")),
                ": the number at the end of the name 'n9223372036854775808' is larger than 9223372036854775807");
        refused(
                written(
                        "<topology><object type='Machine'><info name='HostName' value='n9223372036854775808'/></object></topology>"),
                ": the number at the end of the name 'n9223372036854775808' is larger than 9223372036854775807");
        refused(
                written("""
                        {"graph": {"nodes": [{"id": "0", "metadata":
                          {"type": "node", "name": "n9223372036854775808", "paths": {"containment": "/n"}}}]}}"""),
                ":1:22: the node '0': the number at the end of the name 'n9223372036854775808' is larger than");
    }

    @Test
    void aFolderOfTopologiesIsOneClusterInTheOrderOfTheNumbers() throws IOException, GraphException {
        for (int i : new int[] {10, 9}) {
            Files.writeString(
                    directory.resolve("m" + i + ".xml"),
                    "<topology><object type='Machine'><info name='HostName' value='m%d'/></object></topology>"
                            .formatted(i));
        }
        Files.writeString(directory.resolve("README"), "no topology");
        ResourceGraph graph = GraphFiles.load(directory);
        assertThat(graph.rank(graph.find("/cluster0/m9"))).isZero();
        assertThat(graph.rank(graph.find("/cluster0/m10"))).isEqualTo(1);
    }

    private Path written(String text) throws IOException {
        return Files.writeString(directory.resolve("file"), text);
    }

    private static void refused(Path file, String message) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> GraphFiles.load(file))
                .withMessageContaining(message);
    }
}
