package io.banyan.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generated grids and tori, and their topologies. */
class GraphTopologyCommandTest {
    @TempDir
    private Path directory;

    private String generated(String... words) throws IOException {
        String[] all = new String[words.length + 2];
        all[0] = "graph";
        all[1] = "generate";
        System.arraycopy(words, 0, all, 2, words.length);
        Run run = Run.banyan(all);
        assertThat(run.status()).as(run.err()).isZero();
        return Files.writeString(directory.resolve("grid.json"), run.out()).toString();
    }

    @Test
    void aGridIsDrawnWithItsCurve() throws IOException {
        String file = generated("grid", "4x2");
        assertThat(Run.banyan("graph", "topology", file)).isEqualTo(new Run(0, """
                grid 4x2: 8 nodes, 10 links, diameter 4, 0 jumps of the curve

                0 3 4 7
                1 2 5 6
                """, ""));
        assertThat(Run.banyan("graph", "topology", file, "--node", "node1").out())
                .isEqualTo("node1: at 1,0, position 3 on the curve, neighbours node0, node2, node5\n");
        assertThat(Run.banyan("graph", "topology", file, "--node", "node1", "-o", "json")
                        .out())
                .contains("\"curvePosition\" : 3");
        assertThat(Run.banyan("graph", "topology", file, "-o", "json").out())
                .contains("\"topology\" : \"grid 4x2\"", "\"diameter\" : 4");
        assertThat(Run.banyan("graph", "info", file).out()).containsPattern("core +32 +32");
    }

    @Test
    void aTorusHasTheRequestedNodes() throws IOException {
        String file = generated("torus", "4x4x4", "node", "{", "2", "core", "}");
        assertThat(Run.banyan("graph", "topology", file).out())
                .isEqualTo("torus 4x4x4: 64 nodes, 192 links, diameter 6, 0 jumps of the curve\n");
        assertThat(Run.banyan("graph", "info", file).out()).containsPattern("core +128 +128");
    }

    @Test
    void aPlaceWithoutANodeIsShown() throws IOException {
        String file = generated("grid", "2x2", "node");
        String fewer = Files.readString(Path.of(file)).replace("\"0,1\"", "\"1,1\"");
        Path wrong = Files.writeString(directory.resolve("wrong.json"), fewer);
        assertThat(Run.banyan("graph", "topology", wrong.toString()).err())
                .isEqualTo(
                        "banyan: " + wrong + ": /cluster0/node2 and /cluster0/node3 have the same coordinates, 1,1.\n");
        String larger = Files.readString(Path.of(file)).replace("grid 2x2", "grid 2x3");
        Path large = Files.writeString(directory.resolve("large.json"), larger);
        assertThat(Run.banyan("graph", "topology", large.toString()).out())
                .startsWith("grid 2x3: 4 nodes (2 places without one), ")
                .endsWith("- -\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    grid              | 'grid' requires the sides, such as 16x8
                    grid 16           x | expected one node behind the sides, such as 'node { 4 core }', found 'x'
                    torus 0x8         | a side of a grid must be 1 or more, found 0
                    grid axb          | expected a shape such as 'grid 16x8' or 'torus 4x4x4x2', found 'grid axb'
                    """)
    void aWrongShapeIsRefused(String shape, String sentence) {
        Run run = Run.banyan(("graph generate " + shape).split(" +", -1));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).containsIgnoringCase(sentence);
    }

    @Test
    void aGraphWithoutTopologyAndAnUnknownNodeAreRefused() throws IOException {
        String file = generated("grid", "2x2");
        assertThat(Run.banyan("graph", "topology", file, "--node", "node9").err())
                .isEqualTo("banyan: " + file + ": there is no node 'node9'.\n");
        Path small = Path.of("..", "resource-graphs", "small.graphml");
        assertThat(Run.banyan("graph", "topology", small.toString()).err())
                .contains("small.graphml: the graph has no topology");
    }
}
