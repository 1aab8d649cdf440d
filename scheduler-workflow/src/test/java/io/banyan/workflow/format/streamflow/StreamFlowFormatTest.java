package io.banyan.workflow.format.streamflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.format.cwl.TextFiles;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.TaskTime;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamFlowFormatTest {
    private static final String FILE = """
            version: v1.0
            workflows:
              flow:
                type: cwl
                config: {file: main.cwl, settings: job.yml}
                bindings:
                  - step: /sub
                    target: {deployment: cluster, service: small}
                  - step: /sub/train
                    target: {deployment: cluster, service: large}
                  - step: /last
                    target: {deployment: here}
            deployments:
              cluster:
                type: slurm
                config:
                  hostname: login
                  services:
                    small: {partition: cpu, cpusPerTask: 2, time: 30}
                    large: {partition: gpu, nodes: 2, cpusPerTask: 8, ntasks: 4, gpus: 'a100:4', mem: 16G,
                            time: '1:30:00'}
              here: {type: local}
              elsewhere: {type: docker}
            """;
    private static final String WORKFLOW = """
            cwlVersion: v1.2
            class: Workflow
            requirements: {SubworkflowFeatureRequirement: {}}
            inputs: {n: int}
            outputs: []
            steps:
              sub:
                run:
                  class: Workflow
                  inputs: {n: int}
                  outputs: []
                  steps:
                    train: {run: tool.cwl, in: {n: n}, out: []}
                    test: {run: tool.cwl, in: {n: n}, out: []}
                in: {n: n}
                out: []
              last: {run: tool.cwl, in: {n: n}, out: []}
            """;
    private static final String TOOL = """
            cwlVersion: v1.2
            class: CommandLineTool
            requirements:
              ResourceRequirement: {coresMin: 2}
            inputs: {n: int}
            outputs: []
            """;

    private static StreamFlowJob read(String file, String tool) throws DocumentException {
        Map<String, String> texts = Map.of(
                "/flow/streamflow.yml", file,
                "/flow/main.cwl", WORKFLOW,
                "/flow/tool.cwl", tool,
                "/flow/job.yml", "n: 1");
        TextFiles files = path -> {
            String text = texts.get(path.toString());
            if (text == null) {
                throw new IOException("there is no such file");
            }
            return text;
        };
        return StreamFlowFormat.read("/flow/streamflow.yml", Optional.empty(), files);
    }

    private static Step step(StreamFlowJob job, String name) {
        return job.job().workflow().steps().stream()
                .filter(step -> step.id().path().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void bindsStepsToTheNearestService() throws Exception {
        StreamFlowJob job = read(FILE, TOOL);
        assertThat(job.services().get(new StepId("sub/train")).partition()).contains("gpu");
        assertThat(job.services().get(new StepId("sub/test")).partition()).contains("cpu");
        assertThat(job.services().get(new StepId("last")).type()).isEqualTo("local");
    }

    @Test
    void takesTheResourcesOfTheService() throws Exception {
        Step train = step(read(FILE, TOOL), "sub/train");
        assertThat(train.needs().nodes()).isEqualTo(2);
        assertThat(train.needs().cores()).isEqualTo(16);
        assertThat(train.needs().memoryMib()).isEqualTo(16 << 10);
        assertThat(train.needs().accelerators()).isEqualTo(Map.of(Needs.GPU, 2));
        assertThat(train.time()).isEqualTo(new TaskTime.Known(5_400_000, TaskTime.Origin.STATED));
        Step test = step(read(FILE, TOOL), "sub/test");
        assertThat(test.needs()).isEqualTo(Needs.ofCores(2));
        assertThat(test.time()).isEqualTo(new TaskTime.Known(1_800_000, TaskTime.Origin.STATED));
        assertThat(step(read(FILE, TOOL), "last").time()).isEqualTo(new TaskTime.Unknown());
    }

    @Test
    void namesBothPlacesOfAContradiction() {
        assertThatThrownBy(() -> read(FILE, TOOL.replace("coresMin: 2", "coresMin: 3")))
                .hasMessage(
                        "/flow/streamflow.yml:19:16: service 'cluster/small' gives a task 2 cores, but step 'sub/test'"
                                + " needs 3 cores (/flow/tool.cwl:4:24)");
        assertThatThrownBy(() -> read(FILE, TOOL.replace("inputs", "  ToolTimeLimit: {timelimit: 3600}\ninputs")))
                .hasMessage("/flow/streamflow.yml:19:16: service 'cluster/small' gives a task 1800000 ms, but step"
                        + " 'sub/test' needs 3600000 ms (/flow/tool.cwl:5:18)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "version: v1.0  | version: v2      | streamflow.yml:1:10: 'version' of a StreamFlow file must be",
                "workflows:     | workflow:        | Maybe 'workflows' is meant.",
                "step: /last    | step: /lost      | streamflow.yml:11:15: there is no step '/lost' in the workflow",
                "step: /last    | step: /lost      | Maybe '/last' is meant.",
                "step: /last    | step: last       | must be a path that begins with '/'",
                "deployment: here | deployment: her | Maybe 'here' is meant.",
                "deployment: here | deployment: elsewhere | must be one of slurm, local, banyan, found 'docker'",
                "service: large | service: larg    | Maybe 'large' is meant.",
                "time: 30       | time: soon       | 'time' of service 'small' must be more than 0",
                "time: 30       | tme: 30          | Maybe 'time' is meant.",
                "mem: 16G       | mem: much        | 'mem' of service 'large' must be MiB",
                "nodes: 2       | nodes: 0         | 'nodes' of service 'large' must be a whole number from 1",
                "type: cwl      | type: tosca      | 'type' of workflow 'flow' must be 'cwl'",
                "file: main.cwl | file: none.cwl   | none.cwl: cannot read the file: there is no such file",
            })
    void refusesFiles(String found, String replaced, String message) {
        assertThatThrownBy(() -> read(FILE.replace(found, replaced), TOOL))
                .isInstanceOf(DocumentException.class)
                .hasMessageStartingWith("/flow/")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "90, 5400",
        "1:30, 90",
        "1:00:00, 3600",
        "2-12, 216000",
        "1-0:30, 88200",
        "1-02:03:04, 93784",
        "x, -1",
        "0, -1"
    })
    void readsTimesOfSlurm(String word, long seconds) {
        assertThat(SlurmWords.millis(word).orElse(-1_000)).isEqualTo(seconds * 1_000);
    }

    @ParameterizedTest
    @CsvSource({"4000, 4000", "1K, 1", "1025K, 2", "16G, 16384", "1T, 1048576", "2GB, 2048", "G, -1"})
    void readsSizesOfSlurm(String word, long mebibytes) {
        assertThat(SlurmWords.mebibytes(word).orElse(-1)).isEqualTo(mebibytes);
    }
}
