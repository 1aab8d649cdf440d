package io.banyan.workflow.format.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement.Where;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowYamlTest {
    private static final String WHOLE = """
            kind: workflow
            version: 1
            name: whole
            files:
              raw.dat: {size: 3TiB, place: archive}
              table.csv: 4096
            steps:
              prepare:
                command: ./prepare.sh raw.dat
                time: 90m
                cores: 4
                memory: 8GiB
                in: raw.dat
                out: {clean.dat: 2GiB, notes:}
              train:
                command: [python3, train.py, "--all files"]
                time: 1h
                nodes: 2
                cores: 8
                gpus: 1
                accelerators: {fpga: 2}
                in: [clean.dat, table.csv]
                scatter: {expected: 12}
                together: watch
                retries: 2
              watch:
                command: ./watch
                time: {intel: {mean: 10m, deviation: 30s}, arm: {mean: 900}}
                after: prepare
                same-node: [train]
                where: cloud
                segments: 3
              expand:
                after: [train]
                scatter: {ratio: 2.5}
                resources:
                  - type: node
                    count: 3
                    with:
                      - type: slot
                        label: task
                        count: 2
                        with:
                          - {type: core, count: 4}
                          - {type: memory, count: 2, unit: GB}
                          - {type: gpu, count: 1}
            """;

    private static Workflow read(String text) throws DocumentException {
        return WorkflowYaml.read(text, "w.yaml", "w");
    }

    private static Step step(Workflow workflow, String id) {
        return workflow.steps().stream()
                .filter(step -> step.id().equals(new StepId(id)))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void everyKeyIsRead() throws DocumentException {
        Workflow workflow = read(WHOLE);
        Step prepare = step(workflow, "prepare");
        assertThat(prepare.needs()).isEqualTo(new Needs(1, 4, 8_192, new TreeMap<>()));
        assertThat(prepare.time()).isEqualTo(new TaskTime.Known(5_400_000, TaskTime.Origin.STATED));
        assertThat(prepare.action()).isEqualTo(new StepAction.Script("./prepare.sh raw.dat"));
        assertThat(prepare.outputs()).containsExactly("clean.dat", "notes");
        Step train = step(workflow, "train");
        assertThat(train.needs()).isEqualTo(new Needs(2, 8, 0, new TreeMap<>(Map.of("gpu", 1, "fpga", 2))));
        assertThat(train.width()).isEqualTo(new Width.Expected(12));
        assertThat(train.placement().together()).containsExactly(new StepId("watch"));
        assertThat(train.retries()).isEqualTo(2);
        Step watch = step(workflow, "watch");
        assertThat(watch.time()).isInstanceOf(TaskTime.ByPlatform.class);
        assertThat(watch.placement().where()).isEqualTo(Where.CLOUD);
        assertThat(watch.placement().segments()).isEqualTo(3);
        assertThat(watch.needs()).isEqualTo(Needs.ofCores(1));
        Step expand = step(workflow, "expand");
        assertThat(expand.needs()).isEqualTo(new Needs(3, 8, 4_096, new TreeMap<>(Map.of("gpu", 2))));
        assertThat(expand.time()).isEqualTo(new TaskTime.Unknown());
        assertThat(expand.action()).isEqualTo(new StepAction.PlanOnly());
        assertThat(workflow.file("raw.dat").bytes()).hasValue(3L << 40);
        assertThat(workflow.file("raw.dat").place()).hasValue("archive");
        assertThat(workflow.file("clean.dat").bytes()).hasValue(2L << 30);
        assertThat(workflow.file("notes").bytes()).isEmpty();
    }

    @Test
    void whatWasWrittenIsReadBack() throws DocumentException {
        Workflow workflow = read(WHOLE);
        assertThat(read(WorkflowYamlWriter.write(workflow))).isEqualTo(workflow);
    }

    @Test
    void aWorkflowWithoutANameHasTheNameOfItsFile() throws DocumentException {
        assertThat(read("{kind: workflow, steps: {a: {command: 'true', time: 1s}}}")
                        .name())
                .isEqualTo("w");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{kind: job, steps: {}}|w.yaml:1:8: 'kind' of a workflow must be 'workflow', found 'job'",
                "{kind: workflow}|w.yaml:1:1: a workflow does not contain 'steps'",
                "{kind: workflow, steps: {}}|w.yaml:1:25: a workflow must have at least one step, found none",
                "{kind: workflow, steps: {a: {timee: 1s}}}|w.yaml:1:30: unknown key 'timee' in step 'a', expected one of",
                "{kind: workflow, steps: {a: {timee: 1s}}}|Maybe 'time' is meant.",
                "{kind: workflow, steps: {a: {time: 0}}}|w.yaml:1:36: 'time' of step 'a' must be a time above 0 with its unit",
                "{kind: workflow, steps: {a: {time: soon}}}|found 'soon'",
                "{kind: workflow, steps: {a: {after: b}}}|w.yaml:1:37: step 'a' refers to step 'b', which does not exist",
                "{kind: workflow, steps: {train: {}, b: {after: trian}}}|Maybe 'train' is meant.",
                "{kind: workflow, steps: {a: {}, b: {after: a, same-node: [a, x]}}}|w.yaml:1:62: step 'b' refers to",
                "{kind: workflow, steps: {a: {after: b}, b: {after: a}}}|w.yaml:1:26: steps wait for each other: a after b after a",
                "{kind: workflow, steps: {a: {}, a: {}}}|w.yaml:1:33: the key 'a' occurs twice, first in line 1",
                "{kind: workflow, steps: {a b: {}}}|w.yaml:1:26: the name of a step must be words of letters",
                "{kind: workflow, steps: {a: {out: x}, b: {out: x}}}|w.yaml:1:39: steps 'a' and 'b' both write file 'x'",
                "{kind: workflow, steps: {a: {cores: -1}}}|w.yaml:1:37: 'cores' of step 'a' must be a whole number from 0",
                "{kind: workflow, steps: {a: {cores: 1.5}}}|'cores' of step 'a' must be a whole number, found '1.5'",
                "{kind: workflow, steps: {a: {memory: 4 GB}}}|must be a number of bytes, or a size with its unit",
                "{kind: workflow, steps: {a: {gpus: 1, accelerators: {gpu: 2}}}}|'gpus' and 'accelerators' both state the type 'gpu'",
                "{kind: workflow, steps: {a: {where: moon}}}|w.yaml:1:37: 'where' of step 'a' must be batch or cloud, found 'moon'",
                "{kind: workflow, steps: {a: {scatter: {ratio: -1}}}}|the ratio of tasks to those of the parents must be more than 0",
                "{kind: workflow, steps: {a: {scatter: {}}}}|'scatter' must have one of 'expected' and 'ratio'",
                "{kind: workflow, steps: {a: {cores: 2, resources: []}}}|and this one has both",
                "{kind: workflow, steps: {a: {resources: [{type: core, count: {min: 1, max: 2, operator: '+', operand: 1}}]}}}|'core' has a choice",
                "{kind: workflow, steps: {a: {command: [[x]]}}}|'command' of step 'a' must be a word or a list of words",
                "{kind: workflow, steps: {a: {command: ''}}}|a command must not be blank",
                "{kind: workflow, version: 2, steps: {a: {}}}|'version' of a workflow must be a whole number from 1 to 1",
                "{kind: workflow, steps: [a]}|'steps' must be a mapping, found a list",
                "{kind: workflow, files: {x: 1}, steps: {a: {out: {x: 2}}}}|file 'x' has 2 bytes here and 1 bytes before",
            })
    void aMistakeIsToldInOneSentenceWithItsPosition(String text, String message) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining(message);
    }
}
