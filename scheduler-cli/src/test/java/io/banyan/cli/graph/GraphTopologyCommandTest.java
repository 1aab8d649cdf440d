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
    void aNetworkWithSwitchesHasItsPairsByDistance() throws IOException {
        String file = generated("fattree", "2x2x2");
        assertThat(Run.banyan("graph", "topology", file)).isEqualTo(new Run(0, """
                fattree 2x2x2: 8 nodes, 12 switches, 24 links, diameter 6, 3 jumps of the curve

                distance  pairs of nodes
                       2               4
                       4               8
                       6              16

                mean distance 4.86
                """, ""));
        assertThat(Run.banyan("graph", "topology", file, "--node", "node3").out())
                .isEqualTo("""
                node3: at 0,1,1, position 3 on the curve, neighbours by distance:
                  2: node2
                  4: node0, node1
                  6: node4, node5, node6, node7
                """);
        String links = generated("dragonfly", "2x1x2", "node");
        String text = Files.readString(Path.of(links)).replace("dragonfly 2x1x2", "network");
        Path without = Files.writeString(directory.resolve("without.json"), text);
        assertThat(Run.banyan("graph", "topology", without.toString()).err())
                .isEqualTo("banyan: " + without + ": the topology of /cluster0 is 'network', but the graph has no "
                        + "subsystem 'network' with its links; child instances do not get it.\n");
    }

    @Test
    void jobsAreColouredOnAPictureOfTheNetwork() throws IOException {
        String file = generated("grid", "3x2", "node", "{", "2", "core", "}");
        Path jobspec = Files.writeString(directory.resolve("jobspec.yaml"), """
                version: 9999
                resources:
                  - {type: slot, count: 2, label: task, with: [{type: node, count: 1}]}
                attributes: {system: {duration: 60}}
                tasks: [{command: [sleep], slot: task, count: {per_slot: 1}}]
                """);
        Run matched = Run.banyanReading(
                "match allocate " + jobspec + "\nquit\n", "query", "-L", file, "-P", "hilbert", "-F", "rv1_nosched");
        Path job = Files.writeString(
                directory.resolve("job.json"),
                matched.out()
                        .lines()
                        .filter(line -> line.startsWith("{"))
                        .findFirst()
                        .orElseThrow());
        Path svg = directory.resolve("network.svg");
        Run run = Run.banyan("graph", "plot", file, "--network", "--job", job.toString(), "-w", svg.toString());
        assertThat(run.status()).as(run.err()).isZero();
        String blue = "fill=\"#a9c8ec\"";
        assertThat(Files.readString(svg))
                .contains("<title>grid.json: grid 3x2</title>", ">job.json<", ">free<")
                .containsPattern(blue + "[^<]*<text[^<]*>node0<")
                .containsPattern("fill=\"#d3ecd5\"[^<]*<text[^<]*>node5<");
        // Two nodes of the job, and its colour in the legend.
        assertThat(Files.readString(svg).split(blue, -1)).hasSize(1 + 3);
        assertThat(Run.banyan("graph", "plot", file, "--network", "--all").err())
                .startsWith("banyan: --network cannot be used with --all, --below or --subsystem");
        assertThat(Run.banyan(
                                "graph",
                                "plot",
                                file,
                                "--network",
                                "-w",
                                directory.resolve("x.png").toString())
                        .err())
                .startsWith("banyan: --network writes SVG");
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
                    grid axb          | expected 1 to 4 sides behind 'grid', such as 'grid 16x8', found 'grid axb'
                    fattree           | 'fattree' requires the sides, such as 4x4x8
                    fattree 4x0x8     | a side of a fat tree must be 1 or more, found 0
                    dragonfly 4x4     | expected 3 sides behind 'dragonfly', such as 'dragonfly 8x4x4'
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
