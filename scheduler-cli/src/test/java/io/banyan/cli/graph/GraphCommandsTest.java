package io.banyan.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphCommandsTest {
    private static final String SHAPE = "cluster { 2 rack { 3 node { 2 socket { 4 core }, 2 memory:16:GB } } }";

    @TempDir
    private Path directory;

    private Path recipe = Path.of("");

    @BeforeEach
    void generate() throws IOException {
        Run run = Run.banyan("graph", "generate", SHAPE);
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        recipe = Files.writeString(directory.resolve("cluster.graphml"), run.out());
    }

    @Test
    void generatesAGraphOfTheShape() {
        Run run = Run.banyan("graph", "info", recipe.toString());
        assertThat(run.status()).isZero();
        // 1 cluster, 2 racks, 6 nodes, 12 sockets, 48 cores, 12 memories; one edge to each but the root.
        assertThat(run.out()).isEqualTo("""
                        %s: 81 vertices, 80 edges, 5 levels, root /cluster0, subsystems containment
                        type     vertices  size  unit
                        cluster         1     1
                        core           48    48
                        socket         12    12
                        node            6     6
                        rack            2     2
                        memory         12   192  GB
                        """.formatted(recipe));
    }

    @Test
    void discoversThisMachineAsAGraphThatCanBeUsed() {
        Path file = directory.resolve("machine.json");
        Run run = Run.banyan("graph", "discover", "-w", file.toString());
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).startsWith(file + ": ").contains(" core");
        assertThat(Run.banyan("graph", "validate", file.toString()).status()).isZero();
        assertThat(Run.banyan("graph", "discover").out()).contains("\"cluster\"");
    }

    @Test
    void numbersNodesThroughTheGraphAndCoresThroughTheirNode() {
        String jgf = Run.banyan("graph", "convert", recipe.toString()).out();
        assertThat(jgf)
                .contains("\"/cluster0/rack1/node5/socket1/core7\"", "\"/cluster0/rack1/node3/memory1\"")
                .doesNotContain("core8", "node6", "socket2", "memory2");
    }

    @Test
    void convertsToJgfThatHoldsTheSameGraph() throws IOException {
        Path jgf = directory.resolve("cluster.json");
        Run run = Run.banyan("graph", "convert", recipe.toString(), "--to", "jgf", "--write", jgf.toString());
        assertThat(run).isEqualTo(new Run(0, "", ""));
        String fromJgf =
                Run.banyan("graph", "info", jgf.toString(), "-o", "json").out();
        String fromRecipe =
                Run.banyan("graph", "info", recipe.toString(), "-o", "json").out();
        assertThat(fromJgf.replace(jgf.toString(), "")).isEqualTo(fromRecipe.replace(recipe.toString(), ""));
        assertThat(Run.banyan("graph", "convert", jgf.toString()).out()).isEqualTo(Files.readString(jgf));
    }

    @Test
    void convertsToDot() {
        assertThat(Run.banyan("graph", "convert", recipe.toString(), "-t", "dot")
                        .out())
                .startsWith("digraph")
                .contains("core7");
    }

    @Test
    void convertsToGraphmlThatIsNoRecipe() throws IOException {
        Path graphml = directory.resolve("graph.graphml");
        assertThat(Run.banyan("graph", "convert", recipe.toString(), "-t", "graphml", "-w", graphml.toString()))
                .isEqualTo(new Run(0, "", ""));
        assertThat(Files.readString(graphml)).contains("<data key=\"k2\">core7</data>");
        Run read = Run.banyan("graph", "info", graphml.toString());
        assertThat(read.status()).isEqualTo(1);
        assertThat(read.err()).contains("no node of the recipe is marked as root", "Maybe");
    }

    @Test
    void convertsToRThatHoldsTheSameNodesAndCores() throws IOException {
        Path r = directory.resolve("r.json");
        assertThat(Run.banyan("graph", "convert", recipe.toString(), "-t", "rv1_nosched", "-w", r.toString()))
                .isEqualTo(new Run(0, "", ""));
        assertThat(Files.readString(r)).isEqualTo("""
                {"version": 1, "execution": {"R_lite": [{"rank": "0-5", "children": {"core": "0-7"}}], \
                "nodelist": ["node[0-5]"], "starttime": 0, "expiration": 0}}
                """);
        // 1 cluster, 6 nodes, 48 cores: R knows no racks and no sockets.
        assertThat(Run.banyan("graph", "validate", r.toString()).out()).contains("valid, 55 vertices, 54 edges");
        Run withGraph = Run.banyan("graph", "convert", recipe.toString(), "-t", "rv1");
        assertThat(withGraph.out()).contains("\"R_lite\"", "\"scheduling\": {\"graph\"", "/cluster0/rack1/node5");
    }

    @Test
    void convertsToATreeToRead() {
        Run run = Run.banyan("graph", "convert", recipe.toString(), "-t", "pretty_simple");
        assertThat(run.out().lines()).hasSize(81).startsWith("      ---cluster0[1:exclusive]");
    }

    @Test
    void aGraphWithoutRanksIsNoR() throws IOException {
        Path jgf = Files.writeString(directory.resolve("bare.json"), """
                {"graph": {"nodes": [{"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/c0"}}}]}}""");
        Run run = Run.banyan("graph", "convert", jgf.toString(), "-t", "rlite");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("no node of this graph has a rank");
    }

    @Test
    void doesNotOverwriteWhatItReads() {
        Run run = Run.banyan("graph", "convert", recipe.toString(), "-w", recipe.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("is also the input file");
    }

    @Test
    void saysWhichFilesAreGraphs() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.json"), """
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/cluster0"}}}],
                 "edges": [{"source": "0", "target": "7"}]}}
                """);
        Path missing = directory.resolve("missing.json");
        Run run = Run.banyan("graph", "validate", recipe.toString(), bad.toString(), missing.toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEqualTo(recipe + ": valid, 81 vertices, 80 edges\n");
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).contains("bad.json", "7", "missing.json").doesNotContain("\tat ");
    }

    @Test
    void namesTheFormatsThatThereAre() {
        Run run = Run.banyan("graph", "info", "-f", "xls", recipe.toString());
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'xls'", "grug", "jgf");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2 cluster",
                "cluster {",
                "cluster { }",
                "cluster { 0 node }",
                "cluster { node:x }",
                "cluster { node } }",
                "cluster { no/de }",
                "cluster { node:1:GB:x }",
                "cluster { <node> }"
            })
    void refusesWhatIsNoShape(String shape) {
        Run run = Run.banyan("graph", "generate", shape);
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("Invalid graph shape", "Maybe").doesNotContain("\tat ");
    }
}
