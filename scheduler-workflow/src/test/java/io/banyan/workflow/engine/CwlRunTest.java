package io.banyan.workflow.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.engine.TaskResult.Failed;
import io.banyan.workflow.engine.TaskResult.Succeeded;
import io.banyan.workflow.expression.JsonValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class CwlRunTest {
    /** Two chains beside each other: a before b, and c; c is scattered, and d is run if a gave more than 5. */
    private static final String WORKFLOW = """
            class: Workflow
            requirements: {InlineJavascriptRequirement: {}}
            inputs: {n: int, list: "int[]"}
            outputs:
              b: {type: int, outputSource: b/out}
              c: {type: "int[]", outputSource: c/out}
              d: {type: "int?", outputSource: d/out}
            steps:
              d: {run: &step {class: Operation, inputs: {in: int}, outputs: {out: int}}, when: $(inputs.in > 5),
                  in: {in: a/out}, out: [out]}
              b: {run: *step, in: {in: {source: a/out, valueFrom: $(self * 10)}}, out: [out]}
              a: {run: *step, in: {in: n}, out: [out]}
              c: {run: *step, scatter: in, in: {in: list}, out: [out]}
            """;

    private static CwlRun run(String inputs) throws Exception {
        return new CwlRun(CwlTexts.process(WORKFLOW), CwlTexts.inputs(inputs), new LocalFileView());
    }

    private static List<String> ids(List<CwlTask> tasks) {
        return tasks.stream().map(CwlTask::id).toList();
    }

    private static ObjectNode out(int value) {
        return JsonNodeFactory.instance.objectNode().put("out", value);
    }

    @Test
    void startsWhatHasItsInputsAndGoesOnWithWhatFollows() throws Exception {
        CwlRun run = run("{n: 1, list: [7, 8]}");
        assertThat(ids(run.start())).containsExactly("a", "c[0]", "c[1]");
        List<CwlTask> next = run.on(new Succeeded("a", out(3)));
        assertThat(ids(next)).containsExactly("b");
        assertThat(next.getFirst().inputs().path("in").asInt()).isEqualTo(30);
        assertThat(run.on(new Succeeded("c[1]", out(80)))).isEmpty();
        run.on(new Succeeded("c[0]", out(70)));
        assertThat(run.outcome()).isEmpty();
        run.on(new Succeeded("b", out(4)));
        assertThat(run.outcome()).contains(new RunOutcome.Succeeded(CwlTexts.object("{b: 4, c: [70, 80], d: null}")));
    }

    @Test
    void runsAConditionalStepWhoseConditionHolds() throws Exception {
        CwlRun run = run("{n: 1, list: []}");
        assertThat(ids(run.start())).containsExactly("a");
        assertThat(ids(run.on(new Succeeded("a", out(6))))).containsExactly("d", "b");
    }

    @Test
    void aFailureEndsTheStepsAfterItAndNoOthers() throws Exception {
        CwlRun run = run("{n: 1, list: [7]}");
        run.start();
        assertThat(run.on(new Failed("a", "broken"))).isEmpty();
        assertThat(run.outcome()).isEmpty();
        run.on(new Succeeded("c[0]", out(1)));
        assertThat(run.outcome()).contains(new RunOutcome.Failed(List.of("broken")));
    }

    @Test
    void aRepeatedResultHasNoEffect() throws Exception {
        CwlRun run = run("{n: 1, list: []}");
        run.start();
        assertThat(run.on(new Succeeded("a", out(1)))).isNotEmpty();
        assertThat(run.on(new Succeeded("a", out(9)))).isEmpty();
        assertThat(run.on(new Succeeded("nobody", out(9)))).isEmpty();
    }

    @Test
    void refusesInputsThatDoNotFit() throws Exception {
        CwlRun run = run("{n: word, list: []}");
        assertThat(run.start()).isEmpty();
        assertThat(run.outcome())
                .contains(
                        new RunOutcome.Failed(List.of("input 'n' of the workflow must be of type int, found 'word'")));
    }

    @Test
    void scattersByEachMethod() throws Exception {
        String text = """
                class: Workflow
                inputs: {x: "int[]", y: "int[]"}
                outputs: {o: {type: Any, outputSource: s/out}}
                steps:
                  s:
                    run: {class: Operation, inputs: {x: int, y: int}, outputs: {out: int}}
                    in: {x: x, y: y}
                    scatter: [x, y]
                    scatterMethod: METHOD
                    out: [out]
                """;
        assertThat(outputs(text, "dotproduct", "{x: [1, 2], y: [3, 4]}")).isEqualTo("[4, 6]");
        assertThat(outputs(text, "flat_crossproduct", "{x: [1, 2], y: [3, 4, 5]}"))
                .isEqualTo("[4, 5, 6, 5, 6, 7]");
        assertThat(outputs(text, "nested_crossproduct", "{x: [1, 2], y: [3, 4, 5]}"))
                .isEqualTo("[[4, 5, 6], [5, 6, 7]]");
        assertThat(outputs(text, "nested_crossproduct", "{x: [1, 2], y: []}")).isEqualTo("[[], []]");
        assertThat(outputs(text, "dotproduct", "{x: [1, 2], y: [3]}"))
                .isEqualTo(
                        "[step 's': step 's' scatters lists of 2 and 1 items by dotproduct, expected lists of the same"
                                + " length]");
    }

    /** Runs a workflow whose tasks add their two inputs. */
    private static String outputs(String text, String method, String inputs) throws Exception {
        CwlRun run = new CwlRun(
                CwlTexts.process(text.replace("METHOD", method)), CwlTexts.inputs(inputs), new LocalFileView());
        for (CwlTask task : run.start()) {
            int sum = task.inputs().path("x").asInt() + task.inputs().path("y").asInt();
            run.on(new Succeeded(task.id(), out(sum)));
        }
        return switch (run.outcome().orElseThrow()) {
            case RunOutcome.Succeeded succeeded ->
                JsonValues.json(succeeded.outputs().path("o"));
            case RunOutcome.Failed failed -> failed.reasons().toString();
        };
    }

    @Test
    void tasksOfAScatterShareTheListsThatAreNotScattered() throws Exception {
        String text = """
                class: Workflow
                inputs: {x: "int[]", y: "int[]"}
                outputs: []
                steps:
                  s:
                    run: {class: Operation, inputs: {x: int, y: "int[]"}, outputs: []}
                    in: {x: x, y: y}
                    scatter: x
                    out: []
                """;
        CwlRun run = new CwlRun(CwlTexts.process(text), CwlTexts.inputs("{x: [1, 2], y: [3, 4]}"), new LocalFileView());
        List<CwlTask> tasks = run.start();
        assertThat(tasks.get(1).inputs().path("x").asInt()).isEqualTo(2);
        assertThat(tasks.get(1).inputs().path("y"))
                .isSameAs(tasks.get(0).inputs().path("y"));
    }
}
