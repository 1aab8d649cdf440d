package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which reader an R object gets. */
class GivenReaderTest {
    private static final String EXECUTION = """
            {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0"}}], "nodelist": ["n0"]}""";
    private static final String GRAPH = """
            "graph": {"nodes": [{"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/c0"}}}], "edges": []}""";

    @Test
    void rWithoutSchedulingIsReadByItsRanks() throws Exception {
        assertThat(read(EXECUTION + "}"))
                .isInstanceOfSatisfying(
                        Given.Ranks.class,
                        given -> assertThat(given.execution().hosts()).hasSize(1));
        assertThat(read(EXECUTION + ", \"scheduling\": null}")).isInstanceOf(Given.Ranks.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ", \"writer\": \"fluxion\"", ", \"writer\": \"fluxion:\"", ", \"writer\": \"fluxion:jgf\""})
    void rWithSchedulingIsReadByItsGraph(String writer) throws Exception {
        assertThat(read(EXECUTION + ", \"scheduling\": {" + GRAPH + writer + "}}"))
                .isInstanceOfSatisfying(Given.Vertices.class, given -> {
                    assertThat(given.subgraph().vertices()).hasSize(1);
                    assertThat(given.shorthand()).isFalse();
                });
    }

    @Test
    void theWriterSaysWhetherItIsShorthandWhereverItStands() throws Exception {
        String writer = "\"writer\": \"fluxion:jgf_shorthand\"";
        assertThat(read(EXECUTION + ", \"scheduling\": {" + writer + ", " + GRAPH + "}}"))
                .isInstanceOfSatisfying(
                        Given.Vertices.class,
                        given -> assertThat(given.shorthand()).isTrue());
        assertThat(read("{" + GRAPH + ", " + writer + "}"))
                .isInstanceOfSatisfying(
                        Given.Vertices.class,
                        given -> assertThat(given.shorthand()).isTrue());
    }

    @Test
    void whatWasGivenBackSinceIsLeftOut() throws Exception {
        String text = """
                {"graph": {"nodes": [
                   {"id": "0", "metadata": {"type": "cluster", "paths": {"containment": "/c0"}}},
                   {"id": "1", "metadata": {"type": "node", "rank": 1, "id": 1, "paths": {"containment": "/c0/node1"}}},
                   {"id": "2", "metadata": {"type": "core", "id": 0, "paths": {"containment": "/c0/node1/core0"}}},
                   {"id": "3", "metadata": {"type": "node", "rank": 2, "id": 10, "paths": {"containment": "/c0/node10"}}}],
                 "edges": [{"source": "0", "target": "1"}, {"source": "1", "target": "2"}, {"source": "0", "target": "3"}]},
                 "free_ranks": "0-1"}""";
        assertThat(read(text)).isInstanceOfSatisfying(Given.Vertices.class, given -> {
            assertThat(given.subgraph().vertices())
                    .extracting(SubgraphVertex::path)
                    .containsExactly("/c0", "/c0/node10");
            assertThat(given.subgraph().edges()).containsExactly(SubgraphEdge.containment(0, 1));
        });
        refuses(text.replace("\"0-1\"", "\"1-0\""), "1-0");
    }

    @Test
    void anUnknownWriterIsRefused() {
        refuses(
                EXECUTION + ", \"scheduling\": {" + GRAPH + ", \"writer\": \"slurm\"}}",
                "the writer 'slurm' is unknown; expected fluxion, fluxion:jgf or fluxion:jgf_shorthand.");
    }

    @Test
    void whatIsNeitherIsRefusedWithWhatIsMissing() {
        refuses("[]", "r.json:1:1: R (an object with the key 'execution') or JGF (with the key 'graph') is expected.");
        refuses("{}", "the key 'version' is missing.");
        refuses(EXECUTION + ", \"scheduling\": {}}", "the key 'graph' is missing.");
        refuses("{" + GRAPH + ", " + GRAPH + "}", "there is a second 'graph'.");
        refuses(EXECUTION + "} {}", "the end of the document is expected.");
        refuses("{", "not well-formed JSON");
    }

    private static void refuses(String text, String message) {
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> read(text))
                .withMessageStartingWith("r.json:")
                .withMessageContaining(message);
    }

    private static Given read(String text) throws GraphException, IOException {
        return GivenReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "r.json");
    }
}
