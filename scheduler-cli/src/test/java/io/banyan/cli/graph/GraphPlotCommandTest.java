package io.banyan.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.cli.Run;
import io.banyan.cli.output.CommandFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures as the text that Graphviz reads, so that no Graphviz is needed. */
class GraphPlotCommandTest {
    @TempDir
    private Path directory;

    private Path recipe = Path.of("");
    private Path dot = Path.of("");

    @BeforeEach
    void generate() throws IOException {
        String text = Run.banyan("graph", "generate", "cluster { 128 node { 16 core } }")
                .out();
        recipe = Files.writeString(directory.resolve("cluster.graphml"), text);
        dot = directory.resolve("out.dot");
    }

    private String plot(String... options) throws IOException {
        List<String> words =
                new java.util.ArrayList<>(List.of("graph", "plot", recipe.toString(), "-w", dot.toString()));
        words.addAll(List.of(options));
        assertThat(Run.banyan(words.toArray(String[]::new))).isEqualTo(new Run(0, "", ""));
        return Files.readString(dot);
    }

    @Test
    void drawsALargeSystemInAFewBoxes() throws IOException {
        assertThat(plot())
                .contains(
                        "cluster.graphml: 2,177 vertices",
                        "node[0-127]\\n×128",
                        "core[0-15]\\n×16 each",
                        "fillcolor=\"#f4f6f8\"")
                .doesNotContain("legend");
    }

    @Test
    void marksWhatAJobHoldsByRanksOrBySubgraph() throws IOException {
        Path ranks = Files.writeString(directory.resolve("r.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "3-4", "children": {"core": "0-15"}}],
                 "nodelist": ["node[3-4]"], "starttime": 0, "expiration": 0}}""");
        assertThat(plot("--job", ranks.toString()))
                .contains("node[3-4]\\n×2", "node[0-2,5-127]\\n×126", "<td>taken</td>");
        Path graph = Files.writeString(directory.resolve("jgf.json"), """
                {"version": 1, "execution": {}, "scheduling": {"writer": "fluxion:jgf_shorthand", "graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/cluster0"}}},
                  {"id": "9", "metadata": {"type": "node", "id": 8, "rank": 8, "exclusive": true,
                    "paths": {"containment": "/cluster0/node8"}}}], "edges": [{"source": "0", "target": "9"}]}}}""");
        assertThat(plot("--job", ranks.toString(), "--job", graph.toString()))
                .contains("node[3-4,8]\\n×3", "node[0-2,5-7,9-127]\\n×125");
    }

    @Test
    void drawsOnlyWhatIsBelowAVertex() throws IOException {
        assertThat(plot("--below", "/cluster0/node7", "--all"))
                .contains("cluster.graphml below /cluster0/node7", "\"node7\"", "\"core15\"")
                .doesNotContain("node8");
    }

    @Test
    void saysWhatItCannotDraw() throws IOException {
        String file = recipe.toString();
        Run large = Run.banyan("graph", "plot", file, "--all", "-w", dot.toString());
        assertThat(large.status()).isEqualTo(1);
        assertThat(large.err()).contains("more than 2000 boxes", "Maybe --below PATH", "omit --all");
        Run nowhere = Run.banyan("graph", "plot", file, "--below", "/nowhere");
        assertThat(nowhere)
                .isEqualTo(new Run(
                        1, "", "banyan: " + file + ": there is no vertex /nowhere in the subsystem containment.\n"));
        assertThat(Run.banyan("graph", "plot", file, "-s", "power").err()).contains("has no subsystem power");
        assertThat(Run.banyan("graph", "plot", file, "-w", "x.gif").status()).isEqualTo(2);
        Path other = Files.writeString(directory.resolve("other.json"), "{\"graph\": {\"nodes\": []}}");
        Run job = Run.banyan("graph", "plot", file, "-w", dot.toString(), "--job", other.toString());
        assertThat(job.err()).contains("other.json: The resources do not contain the root of the graph");
    }

    @Test
    void everyCommandThatWritesAFileNamesTheDirectoryThatIsMissing() {
        String file = recipe.toString();
        String missing = directory.resolve("missing").toString();
        for (List<String> words : List.of(
                List.of("graph", "plot", file, "-w", missing + "/x.dot"),
                List.of("graph", "convert", file, "-w", missing + "/x.dot"),
                List.of("query", "-L", file, "-o", missing + "/x.dot"),
                List.of("query", "-L", file, "-t", missing + "/x.dot"))) {
            Run run = Run.banyan(words.toArray(String[]::new));
            assertThat(run)
                    .isEqualTo(new Run(1, "", "banyan: There is no directory " + missing + " to write x.dot to.\n"));
        }
        assertThat(Run.banyan("graph", "convert", file, "-w", directory.toString())
                        .err())
                .isEqualTo("banyan: " + directory + " is a directory; expected a file to write.\n");
        Path empty = directory.resolve("empty");
        assertThat(empty.toFile().mkdir()).isTrue();
        assertThat(Run.banyan("graph", "validate", empty.toString()).err())
                .isEqualTo(
                        empty
                                + " is a directory without hwloc topologies (.xml); expected a graph file or a directory of topologies.\n");
    }

    @Test
    void saysWhatToDoWhereGraphvizIsMissing() {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> Graphviz.draw(List.of("no-such-dot"), "", 10))
                .withMessageContaining("Graphviz is not available: ")
                .withMessageContaining("Maybe 'apt-get install graphviz'")
                .matches(failure -> failure.status() == 1);
    }

    @Test
    void passesOnWhatGraphvizSaysAndWaitsOnlySoLong() throws IOException {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> Graphviz.draw(List.of("sh", "-c", "echo bad syntax >&2; exit 3"), "", 10))
                .withMessage("Graphviz failed with status 3: bad syntax.");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> Graphviz.draw(List.of("sleep", "600"), "", 0))
                .withMessageContaining("exceeded the time limit of 0 s");
        assertThat(new String(Graphviz.draw(List.of("cat"), "digraph {}", 10), StandardCharsets.UTF_8))
                .isEqualTo("digraph {}");
    }
}
