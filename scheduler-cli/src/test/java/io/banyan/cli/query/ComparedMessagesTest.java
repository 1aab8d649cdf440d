package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages that scripts for resource-query compare, each on its channel. docs/reference/query.md lists them. */
class ComparedMessagesTest {
    @TempDir
    private Path directory;

    private QueryFiles files = new QueryFiles(Path.of("/dev"), "");
    private Run run = new Run(0, "", "");

    @BeforeEach
    void writeFiles() {
        files = new QueryFiles(directory, "cluster { 2 node { 2 core } }")
                .slots("node", 1, "[{type: node, count: 1}]")
                .slots("unknown", 1, "[{type: banana, count: 1}]")
                .jobspec("odd", "[{type: node, count: 1, colour: red}]");
    }

    /** Returns what the session prints to the file of -t; the other channels are in {@link #run}. */
    private String results(String commands) {
        run = files.query(commands, "-t", files.path("results").toString(), "--strict");
        assertThat(run.status())
                .as("each of these sessions has a command that fails")
                .isEqualTo(1);
        return files.read("results");
    }

    @Test
    void aJobThatIsNotThereIsToldOnStandardError() {
        assertThat(results("cancel 2")).isEmpty();
        assertThat(run.err()).isEqualTo("cancel: ERROR: nonexistent job 2\n");
        assertThat(results("info 2")).isEmpty();
        assertThat(run.err()).isEqualTo("info: ERROR: nonexistent job 2\n");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aVertexWithoutPropertiesIsToldAmongTheResults() {
        assertThat(
                        results(
                                "get-property /cluster0/node1; set-property /cluster0/node1 a=b; get-property /cluster0/node1; nonsense"))
                .isEqualTo("No properties were found for /cluster0/node1 (vtx's uniq_id=2).\na=b\n");
    }

    @Test
    void aPathThatIsNotThereIsToldAmongTheResults() {
        for (String path : new String[] {"/nowhere", "nowhere"}) {
            assertThat(results("get-property " + path))
                    .isEqualTo("Could not find path " + path + " in resource graph.\n");
            assertThat(results("set-status " + path + " up"))
                    .isEqualTo("Could not find path " + path + " in resource graph.\n");
            assertThat(results("get-status " + path))
                    .isEqualTo("Could not find path " + path + " in resource graph.\n");
            assertThat(results("set-property " + path + " a=b"))
                    .isEqualTo("Couldn't find path " + path + " in resource graph.\n");
        }
        assertThat(results("set-property /cluster0 ab")).isEqualTo("Incorrect input format.\n");
    }

    @Test
    void aSubtreeToRemoveThatIsNotThereIsToldOnStandardErrorOnly() {
        assertThat(results("remove /nowhere true")).isEmpty();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("ERROR: there is no vertex /nowhere here\n");
        assertThat(results("remove nowhere true")).isEmpty();
        assertThat(run.err()).startsWith("ERROR: ").contains("nowhere").hasLineCount(1);
    }

    @Test
    void wrongWordsAreMalformedCommands() {
        for (String line : """
                nonsense
                match allocate
                match guess @node.yaml
                multi-match guess @node.yaml
                cancel
                cancel one
                cancel 1 twice
                info one
                update guess jgf @node.yaml 7 0 1
                update allocate xml @node.yaml 7 0 1
                update allocate jgf @node.yaml 7 now 1
                partial-cancel 1 xml @node.yaml
                remove /cluster0 maybe
                set-status /cluster0
                get-status
                find
                """.lines().toList()) {
            assertThat(results(line)).as(line).isEmpty();
            assertThat(run.err())
                    .as(line)
                    .startsWith("ERROR: malformed command")
                    .hasLineCount(1);
        }
        assertThat(results("set-status /cluster0 broken")).isEmpty();
        assertThat(run.err()).startsWith("ERROR: unrecognized status").hasLineCount(1);
    }

    @Test
    void aWrongJobspecIsToldAsSuch() {
        for (String command : new String[] {"match allocate", "match satisfiability", "multi-match allocate"}) {
            assertThat(results(command + " @unknown.yaml")).isEmpty();
            assertThat(run.err())
                    .startsWith("Jobspec error: ")
                    .contains("banana")
                    .hasLineCount(1);
            assertThat(results(command + " @odd.yaml")).isEmpty();
            assertThat(run.err())
                    .startsWith("Jobspec error: ")
                    .contains("colour")
                    .hasLineCount(1);
        }
        assertThat(results("match allocate @none.yaml")).isEmpty();
        assertThat(run.err()).startsWith("ERROR: ").contains("no such file");
    }
}
