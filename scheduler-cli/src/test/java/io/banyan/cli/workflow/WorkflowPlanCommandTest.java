package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowPlanCommandTest {
    private static final String HELLO = "../jobspecs/workflows/hello.yaml";

    @TempDir
    private Path directory;

    private String machine = "";

    @BeforeEach
    void generate() throws IOException {
        String graph = Run.banyan("graph", "generate", "cluster { 8 node { 16 core, 2 gpu, 32 memory:1:GB } }")
                .out();
        machine = Files.writeString(directory.resolve("machine.json"), graph).toString();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    @Test
    void aPlanForAnIdleMachineCountsFromItsStart() {
        Run run = Run.banyan("workflow", "plan", HELLO, "--graph", machine, "--solver", "heuristic");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .matches("hello: 0 to \\+50m, 3 blocks in 5 slots of 10m; no plan is better"
                        + " \\(heuristic, \\d+[.]\\d s\\)\\n[^$]*")
                .endsWith("""
                        16.5 core hours reserved, 83 % of them used by tasks
                        block    steps  start  end   resources         nodes
                        prepare      1  0      +10m  2 cores           node0
                        train        1  +10m   +40m  32 cores, 4 gpus  node[0-1]
                        test         2  +40m   +50m  1 core            node0
                        """);
    }

    @Test
    void aPlanIsDrawn() throws IOException {
        Path svg = directory.resolve("plan.svg");
        Run run = Run.banyan(
                "workflow", "plan", HELLO, "--graph", machine, "--solver", "heuristic", "--svg", svg.toString());
        assertThat(run.status()).isZero();
        assertThat(Files.readString(svg))
                .contains("hello: 3 blocks; horizon after 0.0 minutes", "train: 32 cores, 4 gpus", "node7");
    }

    @Test
    void manyStepsRunInTheLanesThatTheMachineHas() throws IOException {
        StringBuilder steps = new StringBuilder("kind: workflow\nsteps:\n");
        for (int i = 0; i < 200; i++) {
            steps.append("  s").append(i).append(": {time: 10s}\n");
        }
        String small = Files.writeString(
                        directory.resolve("small.json"),
                        Run.banyan("graph", "generate", "cluster { 2 node { 4 core } }")
                                .out())
                .toString();
        Run run = Run.banyan(
                "workflow", "plan", file("many.yaml", steps.toString()), "--graph", small, "--solver", "heuristic");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("8 cores", "node[0-1]");
    }

    @Test
    void aMachineThatIsTooSmallIsToldWithTheStep() throws IOException {
        String small = file(
                "without-gpus.json",
                Run.banyan("graph", "generate", "cluster { 8 node { 16 core, 32 memory:1:GB } }")
                        .out());
        Run run = Run.banyan("workflow", "plan", HELLO, "--graph", small);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("banyan: " + HELLO + ":10:3: no plan: ")
                .contains("train", "gpu");
    }

    @Test
    void wrongOptionsAreToldBeforeAnythingIsRead() {
        for (String[] wrong : new String[][] {
            {"--objective", "fast"},
            {"--solver", "magic"},
            {"--limit", "0s"},
            {"--slot", "30s"},
            {"--slot", "90500ms"},
            {"--horizon", "beside"},
            {"--formulation", "racks"}
        }) {
            Run run = Run.banyan("workflow", "plan", HELLO, "--graph", machine, wrong[0], wrong[1]);
            assertThat(run.status()).as(String.join(" ", wrong) + run.err()).isEqualTo(2);
            assertThat(run.err()).contains(wrong[0]);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void aWorkflowWithoutTimesNeedsADefault() throws IOException {
        String cwl = file("tool.cwl", """
                cwlVersion: v1.2
                class: Workflow
                inputs: {words: "string[]"}
                requirements: {ScatterFeatureRequirement: {}}
                outputs: []
                steps:
                  say:
                    scatter: word
                    in: {word: words}
                    out: []
                    run:
                      class: CommandLineTool
                      inputs: {word: {type: string, inputBinding: {}}}
                      outputs: []
                      baseCommand: echo
                """);
        String inputs = file("inputs.yaml", "words: [one, two, three]\n");
        assertThat(Run.banyan("workflow", "graph", cwl, "--inputs", inputs).out())
                .contains("say       0      3  1 core        unknown  -");
        assertThat(Run.banyan("workflow", "plan", cwl, "--inputs", inputs, "--graph", machine)
                        .err())
                .contains("step 'say' has no time", "Maybe: --default-time 30m");
        assertThat(Run.banyan("workflow", "plan", cwl, "--inputs", inputs, "--graph", machine, "--default-time", "5m")
                        .out())
                .contains("say        1  0      +10m  3 cores    node0");
        String flow = file("flow.yaml", """
                version: v1.0
                workflows:
                  flow:
                    type: cwl
                    config: {file: tool.cwl, settings: inputs.yaml}
                    bindings:
                      - {step: /say, target: {deployment: cluster, service: large}}
                deployments:
                  cluster:
                    type: slurm
                    config:
                      hostname: login
                      services:
                        large: {partition: cpu, cpusPerTask: 4, time: 30}
                """);
        assertThat(Run.banyan("workflow", "graph", flow).out()).contains("3  4 cores        30m  -");
    }

    @Test
    void onlyDocumentsOfCwlHaveInputs() throws IOException {
        Run run = Run.banyan("workflow", "check", HELLO, "--inputs", file("inputs.yaml", "a: 1\n"));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("only a document of CWL has inputs");
    }
}
