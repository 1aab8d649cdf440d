package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JgfTreeReaderTest {
    private static final int MUTATIONS = 4_000;

    /**
     * Names of their own, properties, a node that is down, numbers that do not rise, edges before their vertices' turn.
     */
    private static final String UNEVEN = """
            {"graph": {"nodes": [
              {"id": "7", "metadata": {"type": "core", "id": 3, "paths": {"containment": "/c0/left/core3"}}},
              {"id": "1", "metadata": {"type": "cluster", "basename": "c", "id": 0, "paths": {"containment": "/c0"}}},
              {"id": "9", "metadata": {"type": "node", "name": "left", "id": 4, "rank": 2, "status": 1,
                "properties": {"big": "", "pool": "2"}, "uniq_id": 77, "paths": {"containment": "/c0/left"}}},
              {"id": 8, "metadata": {"type": "core", "id": 1, "unit": "x", "size": 4, "rank": 2,
                "paths": {"containment": "/c0/left/core1"}}},
              {"id": "2", "metadata": {"type": "node", "name": "node12", "paths": {"containment": "/c0/node12"}}}
            ], "edges": [
              {"source": "9", "target": "7"}, {"source": 9, "target": "8", "metadata": {"subsystem": "containment"}},
              {"source": "1", "target": "2", "metadata": null}, {"source": "1", "target": "9"}
            ]}}
            """;

    private static Optional<ResourceGraph> read(String text) throws IOException {
        return JgfTreeReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "graph.json");
    }

    private static void assertSame(ResourceGraph graph, String text) throws GraphException {
        ResourceGraph expected = ResourceGraph.of(JgfReader.read(text, "graph.json"));
        graph.checkInvariants();
        assertThat(graph.toSubgraph()).isEqualTo(expected.toSubgraph());
        for (int v = 0; v < expected.vertexBound(); v++) {
            assertThat(graph.path(v)).isEqualTo(expected.path(v));
        }
    }

    @Test
    void aPlainTreeIsWhatTheOtherReaderMakesOfIt() throws Exception {
        assertSame(read(UNEVEN).orElseThrow(), UNEVEN);
        var written = new StringWriter();
        JgfWriter.write(TinyGraph.graph(), written);
        assertSame(read(written.toString()).orElseThrow(), written.toString());
    }

    @Test
    void edgesToTheOwnParentArePassedOver() throws Exception {
        String both = UNEVEN.replace("\"edges\": [", """
                "edges": [
                {"source": "9", "target": "1", "metadata": {"name": {"containment": "in"}}},
                {"source": "7", "target": "9", "metadata": {"name": {"containment": "in"}}},""").replace("{\"source\": \"1\", \"target\": \"9\"}", """
                {"source": "1", "target": "9"}, {"source": "2", "target": "1"}, {"source": "8", "target": "9"}""");
        ResourceGraph graph = read(both).orElseThrow();
        assertThat(graph.edgeCount()).isEqualTo(4);
        assertSame(graph, both);
        String backwards =
                UNEVEN.replace("{\"source\": \"1\", \"target\": \"9\"}", "{\"source\": \"9\", \"target\": \"1\"}");
        assertThat(read(backwards)).isEmpty();
        assertThat(read(UNEVEN.replace("\"edges\": [", "\"edges\": [{\"source\": \"7\", \"target\": \"1\"},")))
                .isEmpty();
    }

    @Test
    void whateverChangesInADocumentBothReadersAgree() throws Exception {
        int plain = 0;
        var random = new Random(4);
        for (int i = 0; i < MUTATIONS; i++) {
            String text = mutated(UNEVEN, random);
            Optional<ResourceGraph> graph = read(text);
            if (graph.isPresent()) {
                plain++;
                assertSame(graph.get(), text);
            }
        }
        assertThat(plain).isBetween(MUTATIONS / 20, MUTATIONS);
    }

    /** One to three characters are replaced by others of the document, or left out. */
    private static String mutated(String text, Random random) {
        var changed = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int at = random.nextInt(changed.length());
            if (random.nextBoolean()) {
                changed.setCharAt(at, text.charAt(random.nextInt(text.length())));
            } else {
                changed.deleteCharAt(at);
            }
        }
        return changed.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // What is left, what comes in its place.
                "\"id\": \"9\"|\"id\": \"nine\"",
                "\"id\": \"9\"|\"id\": \"09\"",
                "\"id\": \"2\"|\"id\": \"1\"",
                "\"/c0/node12\"|\"/c0/left\"",
                "\"/c0/node12\"|\"/c0/node12\", \"power\": \"/p0\"",
                "\"/c0/left/core3\"|\"/c0/right/core3\"",
                "\"/c0/left/core3\"|\"/c0/left/core1\"",
                "{\"source\": \"9\", \"target\": \"7\"}, |",
                "{\"source\": \"9\", \"target\": \"7\"}|{\"source\": \"9\", \"target\": \"7\"}, {\"source\": \"1\", \"target\": \"7\"}",
                "\"metadata\": {\"subsystem\": \"containment\"}|\"metadata\": {\"subsystem\": \"power\"}",
                "\"unit\": \"x\"|\"draws\": {\"power\": 1}",
                "{\"graph\"|{\"free_ranks\": \"2\", \"graph\"",
                "\"big\": \"\"|\"divisible\": \"x\"",
                "]}}|]}",
            })
    void whatIsNotPlainIsForTheOtherReader(String change) throws IOException {
        int middle = change.indexOf('|');
        assertThat(UNEVEN).contains(change.substring(0, middle));
        assertThat(read(UNEVEN.replace(change.substring(0, middle), change.substring(middle + 1))))
                .isEmpty();
    }

    @Test
    void aFileThatIsNotPlainIsReadAgain(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("graph.json");
        Files.writeString(
                file, UNEVEN.replace("\"id\": \"7\"", "\"id\": \"seven\"").replace("\"7\"}", "\"seven\"}"));
        assertThat(GraphFiles.load(file).vertexCount()).isEqualTo(5);
        Files.writeString(file, UNEVEN);
        assertThat(GraphFiles.load(file).find("/c0/left/core3")).isZero();
    }
}
