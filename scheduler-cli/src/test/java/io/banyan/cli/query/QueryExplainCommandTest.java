package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explanations in a session over one cluster of four nodes with two cores each. */
class QueryExplainCommandTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(
                directory.resolve("tiny.graphml"),
                Run.banyan("graph", "generate", "cluster { 4 node { 2 core } }").out());
        jobspec("one", 1);
        jobspec("three", 3);
    }

    private void jobspec(String name, int nodes) throws IOException {
        Files.writeString(directory.resolve(name + ".yaml"), """
                {version: 1, tasks: [], attributes: {system: {duration: 100}},
                 resources: [{type: node, count: %d, exclusive: true}]}""".formatted(nodes));
    }

    private Run query(String commands) {
        return Run.banyanReading(
                commands.replace("@", directory + "/"), "query", "-L", directory + "/tiny.graphml", "-P", "low");
    }

    @Test
    void saysWhatIsInTheWayAndWhatWouldHelp() {
        Run run = query("""
                match allocate @one.yaml
                set-status /cluster0/node1 down
                explain @three.yaml
                """);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).endsWith("""
                        node (3 needed): 4 candidates, 2 fit
                          1 down
                          1 busy until t=100 (job 1)
                        Earliest start: in 1 min 40 s (t=100).
                        Would start now with 2 nodes instead of 3.
                        """);
    }

    @Test
    void takesNoJobIdAndChangesNothing() {
        Run run = query("x @one.yaml\nmatch allocate @one.yaml\nlist\n");
        assertThat(run.out()).contains("node (1 needed): 4 candidates, 4 fit\nStarts now.\n", "JOBID=1");
        assertThat(run.out()).doesNotContain("JOBID=2", "INFO: 2,");
    }

    @Test
    void refusesWhatIsNoJobspec() {
        Run run = query("explain\nexplain @tiny.graphml\nexplain @absent.yaml\n");
        assertThat(run.err())
                .contains("malformed command, expected: explain JOBSPEC", "tiny.graphml", "absent.yaml: no such file");
    }
}
