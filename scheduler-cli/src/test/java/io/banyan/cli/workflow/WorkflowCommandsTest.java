package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowCommandsTest {
    @TempDir
    private Path directory;

    private String file = "";

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("hello.yaml"), """
                        kind: workflow
                        steps:
                          prepare: {command: ./prepare.sh, time: 7m, cores: 2, memory: 4GiB, out: data}
                          train: {command: ./train, time: 25m, cores: 8, gpus: 1, in: data, scatter: 4, out: model}
                          test: {command: ./test.sh, time: 3m, in: model}
                          report: {command: ./report.sh, time: 2m, after: test}
                        """).toString();
    }

    @Test
    void aValidWorkflowIsToldWithItsSize() {
        assertThat(Run.banyan("workflow", "check", file))
                .isEqualTo(new Run(0, file + ": valid (4 steps, 3 edges)\n", ""));
    }

    @Test
    void aWrongWorkflowIsToldInOneSentence() throws IOException {
        Files.writeString(Path.of(file), "kind: workflow\nsteps:\n  a: {comand: x}\n");
        Run run = Run.banyan("workflow", "check", file);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("banyan: " + file + ":3:7: unknown key 'comand' in step 'a', expected one of command, time")
                .endsWith("Maybe 'command' is meant.\n");
        assertThat(Run.banyan("workflow", "check", "../jobspecs/t1.yaml").err())
                .isEqualTo("banyan: ../jobspecs/t1.yaml:2:1: expected a workflow, with 'kind: workflow', 'cwlVersion'"
                        + " (CWL), 'workflows' (StreamFlow) or 'schemaVersion' (WfFormat), found a mapping.\n");
    }

    @Test
    void theStepsAreATable() {
        assertThat(Run.banyan("workflow", "graph", file)).isEqualTo(new Run(0, """
                        hello: 4 steps, 3 edges
                        step     level  tasks  a task needs    time  after
                        prepare      0      1  2 cores, 4GiB     7m  -
                        train        1      4  8 cores, 1 gpu   25m  prepare
                        test         2      1  1 core            3m  train
                        report       3      1  1 core            2m  test
                        """, ""));
    }

    @Test
    void theBlocksAreATable() {
        assertThat(Run.banyan("workflow", "graph", file, "--reduced")).isEqualTo(new Run(0, """
                        hello: 4 steps in 3 blocks of slots of 10m, 2 edges
                        removed by rule: expressions 0, transitive 0, chains 1, bags 0
                        planned core time: 83 % used by tasks, 17 % lost to rounding
                        block    steps  lanes  a lane needs    time  slots  after
                        prepare      1      1  2 cores, 4GiB     7m      1  -
                        train        1      4  8 cores, 1 gpu   25m      3  prepare
                        test         2      1  1 core            5m      1  train
                        """, ""));
        assertThat(Run.banyan("workflow", "graph", file, "--reduced", "--rules", "bags", "--slot", "1m")
                        .out())
                .contains("4 steps in 4 blocks of slots of 1m", "removed by rule: bags 0");
    }

    @Test
    void otherFormsAreReadAgain() throws IOException {
        for (String form : new String[] {"yaml", "json", "wfformat"}) {
            Path other = directory.resolve("other");
            Files.writeString(
                    other, Run.banyan("workflow", "graph", file, "--as", form).out());
            assertThat(Run.banyan("workflow", "check", other.toString()).out())
                    .as(form)
                    .isEqualTo(other + ": valid (4 steps, 3 edges)\n");
        }
        assertThat(Run.banyan("workflow", "graph", file, "--as", "dot", "--reduced")
                        .out())
                .isEqualTo("""
                        digraph workflow {
                            node [shape=box];
                            s0 [label="prepare\\n1 x (2 cores, 4GiB), 7m"];
                            s1 [label="train\\n4 x (8 cores, 1 gpu), 25m"];
                            s2 [label="test\\n1 x (1 core), 5m"];
                            s0 -> s1;
                            s1 -> s2;
                        }
                        """);
    }

    @Test
    void wrongOptionsAreToldBeforeAnythingIsDone() {
        assertThat(Run.banyan("workflow", "graph", file, "--rules", "x"))
                .isEqualTo(new Run(
                        2, "", "banyan: Unknown rule 'x', expected one of expressions, transitive, chains, bags.\n"));
        assertThat(Run.banyan("workflow", "graph", file, "--slot", "10").err())
                .isEqualTo("banyan: --slot: expected a time from 0ms to 365d with its unit (ms, s, m, h or d), found"
                        + " '10'.\n");
        assertThat(Run.banyan("workflow", "graph", file, "--scale", "0").status())
                .isEqualTo(2);
        assertThat(Run.banyan("workflow", "graph", file, "--as", "json", "--reduced")
                        .status())
                .isEqualTo(2);
    }

    @Test
    void aStepWithoutATimeNeedsADefault() throws IOException {
        Files.writeString(Path.of(file), "{kind: workflow, steps: {a: {command: x}}}");
        Run run = Run.banyan("workflow", "graph", file, "--reduced");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("step 'a' has no time", "Maybe: --default-time 30m");
        assertThat(Run.banyan("workflow", "graph", file, "--reduced", "--default-time", "30m")
                        .out())
                .contains("30m");
    }

    @Test
    void aProcessOfADocumentWithSeveralIsNamedBehindItsFile() throws IOException {
        Path several = Files.writeString(directory.resolve("several.cwl"), """
                cwlVersion: v1.2
                $graph:
                - {id: one, class: CommandLineTool, inputs: [], outputs: [], baseCommand: date}
                - {id: two, class: CommandLineTool, inputs: [], outputs: [], baseCommand: hostname}
                """);
        assertThat(Run.banyan("workflow", "check", several + "#two"))
                .isEqualTo(new Run(0, several + "#two: valid (1 step, 0 edges)\n", ""));
        assertThat(Run.banyan("workflow", "check", several + "#three").err())
                .startsWith("banyan: " + several + ":")
                .contains("'three'");
    }
}
