package io.banyan.workflow.format.cwl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.document.DocumentException;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The steps, needs, times and widths of workflows of CWL. */
class CwlTranslationTest {
    private static final String TRAIN = """
            cwlVersion: v1.2
            class: CommandLineTool
            baseCommand: train
            requirements:
              ResourceRequirement: {coresMin: "$(inputs.cores)", ramMin: 2048.5}
              ToolTimeLimit: {timelimit: 90}
            hints:
              cwltool:CUDARequirement: {cudaVersionMin: "11", cudaDeviceCountMin: 2}
            inputs:
              rate: float
              cores: {type: int, default: 3}
            outputs:
              model: stdout
            """;
    private static final String WORKFLOW = """
            cwlVersion: v1.2
            class: Workflow
            requirements: {ScatterFeatureRequirement: {}, SubworkflowFeatureRequirement: {}}
            inputs:
              rates: float[]
              data: File
            outputs: {}
            steps:
              split:
                run:
                  class: CommandLineTool
                  baseCommand: split
                  hints: {banyan:Resources: {time: 5m, nodes: 2, accelerators: {fpga: 1}}}
                  inputs: {data: File}
                  outputs: {parts: {type: "File[]", outputBinding: {glob: "*"}}}
                in: {data: data}
                out: [parts]
              train:
                run: train.cwl
                scatter: rate
                in: {rate: rates}
                out: [model]
              each:
                run:
                  class: Workflow
                  inputs: {part: File, model: "File[]"}
                  outputs: {}
                  steps:
                    test:
                      run:
                        class: CommandLineTool
                        inputs: {part: File, model: "File[]"}
                        outputs: []
                      in: {part: part, model: model}
                      out: []
                    sum:
                      run:
                        class: ExpressionTool
                        expression: "$({})"
                        inputs: {part: File}
                        outputs: []
                      in: {part: part}
                      out: []
                hints: {banyan:Resources: {width: 7}}
                scatter: part
                in: {part: split/parts, model: train/model}
                out: []
              later:
                run: {class: Operation, inputs: {model: "File[]"}, outputs: []}
                in: {model: train/model}
                out: []
            """;

    private static final TextFiles FILES = path -> {
        Map<String, String> files = Map.of(
                "/cwl/main.cwl", WORKFLOW,
                "/cwl/train.cwl", TRAIN,
                "/cwl/job.yml", "rates: [0.1, 0.2, 0.3]\ndata: {class: File, path: data.txt}\n",
                "/cwl/wrong.yml", "rates: 4\ndata: {class: File, path: data.txt}\n",
                "/cwl/missing.yml", "rates: []\n",
                "/cwl/empty.yml", "rates: []\ndata: {class: File, path: data.txt}\n");
        String text = files.get(path.toString());
        if (text == null) {
            throw new IOException("there is no such file");
        }
        return text;
    };

    private static Step step(Workflow workflow, String name) {
        return workflow.steps().stream()
                .filter(step -> step.id().path().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Workflow read(String job) throws DocumentException {
        return CwlFormat.read("/cwl/main.cwl", job, FILES).workflow();
    }

    @Test
    void namesStepsOfSubworkflowsByTheirPath() throws Exception {
        assertThat(read("/cwl/job.yml").steps().stream().map(step -> step.id().path()))
                .containsExactlyInAnyOrder("split", "train", "each/test", "each/sum", "later");
    }

    @Test
    void takesNeedsAndTimesOfRequirements() throws Exception {
        Workflow workflow = read("/cwl/job.yml");
        Step train = step(workflow, "train");
        assertThat(train.needs().cores()).isEqualTo(3);
        assertThat(train.needs().memoryMib()).isEqualTo(2049);
        assertThat(train.needs().accelerators()).isEqualTo(Map.of(Needs.GPU, 2));
        assertThat(train.time()).isEqualTo(new TaskTime.Known(90_000, TaskTime.Origin.TOOL_LIMIT));
        Step split = step(workflow, "split");
        assertThat(split.needs().nodes()).isEqualTo(2);
        assertThat(split.needs().accelerators()).isEqualTo(Map.of("fpga", 1));
        assertThat(split.time()).isEqualTo(new TaskTime.Known(300_000, TaskTime.Origin.STATED));
        assertThat(step(workflow, "each/test").time()).isEqualTo(new TaskTime.Unknown());
    }

    @Test
    void knowsTheWidthOfAListThatIsGiven() throws Exception {
        assertThat(step(read("/cwl/job.yml"), "train").width()).isEqualTo(new Width.Exactly(3));
        assertThat(step(read("/cwl/empty.yml"), "train").width()).isEqualTo(new Width.Exactly(0));
        Workflow without = CwlFormat.read("/cwl/main.cwl", FILES);
        assertThat(step(without, "train").width()).isEqualTo(new Width.Expected(1));
        assertThat(step(without, "train").needs().cores()).isEqualTo(3);
    }

    @Test
    void expectsTheStatedWidthOfAListThatAStepGives() throws Exception {
        Workflow workflow = read("/cwl/job.yml");
        assertThat(step(workflow, "each/test").width()).isEqualTo(new Width.Expected(7));
        assertThat(step(workflow, "split").width()).isEqualTo(Width.ONE);
    }

    @Test
    void orderFollowsFiles() throws Exception {
        Workflow workflow = read("/cwl/job.yml");
        assertThat(step(workflow, "split").inputs()).containsExactly("/cwl/data.txt");
        assertThat(step(workflow, "each/test").inputs()).containsExactlyInAnyOrder("split/parts", "train/model");
        assertThat(step(workflow, "each/sum").inputs()).containsExactly("split/parts");
        assertThat(step(workflow, "train").outputs()).containsExactly("train/model");
    }

    @Test
    void orderFollowsValuesThatAreNoFiles() throws Exception {
        String text = """
                cwlVersion: v1.2
                class: Workflow
                inputs: []
                outputs: []
                steps:
                  b:
                    run: {class: Operation, inputs: {n: int}, outputs: []}
                    in: {n: a/n}
                    out: []
                  a:
                    run: {class: Operation, inputs: [], outputs: {n: int}}
                    in: []
                    out: [n]
                """;
        CwlProcess process = CwlFormat.parse(text, Path.of("/cwl/ab.cwl"), FILES);
        assertThat(step(CwlFormat.workflow(process, "ab"), "b").after()).containsExactly(new StepId("a"));
    }

    @Test
    void distinguishesProgramsExpressionsAndOperations() throws Exception {
        Workflow workflow = read("/cwl/job.yml");
        assertThat(step(workflow, "train").action()).isEqualTo(new StepAction.Tool("/cwl/train.cwl"));
        assertThat(step(workflow, "each/sum").action()).isInstanceOf(StepAction.Evaluation.class);
        assertThat(step(workflow, "each/sum").needs()).isEqualTo(Needs.NOTHING);
        assertThat(step(workflow, "later").action()).isEqualTo(new StepAction.PlanOnly());
    }

    @Test
    void translatesAToolAsAWorkflowOfOneStep() throws Exception {
        assertThat(CwlFormat.read("/cwl/train.cwl", FILES).steps().stream()
                        .map(step -> step.id().path()))
                .isEqualTo(List.of("train"));
    }

    @Test
    void refusesInputsThatDoNotFit() {
        assertThatThrownBy(() -> read("/cwl/wrong.yml"))
                .hasMessage("/cwl/wrong.yml:1:8: input 'rates' must be of type float[], found 4");
        assertThatThrownBy(() -> read("/cwl/missing.yml"))
                .hasMessage("/cwl/missing.yml:1:1: the input object does not contain 'data', expected a value of type"
                        + " File");
    }

    @Test
    void refusesNestedScattersWithTooManyTasks() {
        String text = """
                cwlVersion: v1.2
                class: Workflow
                requirements: {ScatterFeatureRequirement: {}, SubworkflowFeatureRequirement: {}}
                inputs: {x: "int[]"}
                outputs: []
                steps:
                  outer:
                    run:
                      class: Workflow
                      inputs: {i: int, x: "int[]"}
                      outputs: []
                      steps:
                        inner:
                          run: {class: Operation, inputs: {x: int}, outputs: []}
                          scatter: x
                          in: {x: x}
                          out: []
                    scatter: i
                    in: {i: x, x: x}
                    out: []
                """;
        String job = "x: [" + "1, ".repeat(1_999) + "1]";
        TextFiles files = path -> path.toString().endsWith("job.yml") ? job : text;
        assertThatThrownBy(() -> CwlFormat.read("/cwl/main.cwl", "/cwl/job.yml", files))
                .isInstanceOf(DocumentException.class)
                .hasMessageContaining("step 'inner' has more than 1000000 tasks");
    }
}
