package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopologiesTest {
    private static final int NODES = 60;

    @TempDir
    private Path folder = Path.of("");

    private final ExecutorService executor = Executors.newFixedThreadPool(4);
    private final List<String> said = new ArrayList<>();
    private final LoadOptions atOnce = new LoadOptions(executor, 16, (done, all) -> said.add(done + "/" + all));

    @BeforeEach
    void writeTopologies() throws IOException {
        for (int i = 0; i < NODES; i++) {
            // Nodes differ, so that a wrong order shows.
            write(i, """
                    <topology><object type="Machine" cpuset="0x1"><info name="HostName" value="host%d"/>%s</object></topology>
                    """.formatted(i, "<object type=\"Core\" cpuset=\"0x1\"/>".repeat(1 + i % 7)));
        }
    }

    private void write(int node, String text) throws IOException {
        Files.writeString(folder.resolve("node" + node + ".xml"), text);
    }

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void theGraphIsTheSameHoweverManyAreReadAtATime() throws GraphException {
        var oneByOne = GraphFiles.loadTopologies(folder, List.of());
        assertThat(oneByOne.find("/cluster0/host41/core6")).isPositive();
        assertThat(GraphFiles.load(folder, atOnce).toSubgraph()).isEqualTo(oneByOne.toSubgraph());
        assertThat(said).hasSize(NODES).startsWith("1/60").endsWith("60/60");
    }

    @Test
    void theFirstFileAtFaultIsNamedHoweverManyAreReadAtATime() throws IOException {
        write(50, "<topology/>");
        write(17, "<nothing/>");
        for (LoadOptions loading : List.of(LoadOptions.PLAIN, atOnce)) {
            assertThatExceptionOfType(GraphException.class)
                    .isThrownBy(() -> GraphFiles.load(folder, loading))
                    .withMessageContaining("node17.xml:1: expected <topology>, not <nothing>");
        }
    }
}
