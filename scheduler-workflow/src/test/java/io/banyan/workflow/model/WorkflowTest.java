package io.banyan.workflow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkflowTest {
    private static final Needs CORE = Needs.ofCores(1);

    private static Step step(String id, List<String> inputs, List<String> outputs, String... together) {
        Step plain = Step.of(id, CORE, 1_000);
        var placement = new StepPlacement(
                StepPlacement.Where.BATCH,
                Set.copyOf(List.of(together).stream().map(StepId::new).toList()),
                Set.of(),
                1);
        return new Step(
                plain.id(),
                plain.needs(),
                plain.time(),
                plain.width(),
                plain.action(),
                plain.after(),
                inputs,
                outputs,
                placement,
                0);
    }

    private static Step after(Step step, String... earlier) {
        return new Step(
                step.id(),
                step.needs(),
                step.time(),
                step.width(),
                step.action(),
                Set.copyOf(List.of(earlier).stream().map(StepId::new).toList()),
                step.inputs(),
                step.outputs(),
                step.placement(),
                step.retries());
    }

    @Test
    void stepsWaitForThoseTheyNameAndForTheWritersOfTheirInputs() {
        Workflow workflow = Workflow.of(
                "w",
                List.of(
                        step("a", List.of(), List.of("x")),
                        after(step("c", List.of("x"), List.of()), "b"),
                        step("b", List.of("x", "elsewhere"), List.of())));
        StepGraph graph = StepGraph.of(workflow);
        assertThat(graph.before(1)).containsExactly(0, 2);
        assertThat(graph.next(0)).containsExactly(1, 2);
        assertThat(graph.order()).containsExactly(0, 2, 1);
        assertThat(graph.levels()).containsExactly(0, 2, 1);
        assertThat(graph.edges()).isEqualTo(3);
    }

    @Test
    void aCycleIsToldWithAllItsSteps() {
        assertThatThrownBy(() -> Workflow.of(
                        "w",
                        List.of(
                                Step.of("z", CORE, 1, "c"),
                                Step.of("a", CORE, 1, "c"),
                                Step.of("b", CORE, 1, "a"),
                                Step.of("c", CORE, 1, "b"))))
                .hasMessage("steps wait for each other: c after b after a after c");
        assertThatThrownBy(() -> Workflow.of("w", List.of(Step.of("a", CORE, 1, "a"))))
                .hasMessage("steps wait for each other: a after a");
    }

    @Test
    void wrongReferencesAreToldByName() {
        assertThatThrownBy(() -> Workflow.of("w", List.of(Step.of("a", CORE, 1, "b"))))
                .hasMessage("step 'a' refers to step 'b', which does not exist");
        assertThatThrownBy(() -> Workflow.of("w", List.of(Step.of("a", CORE, 1), Step.of("a", CORE, 1))))
                .hasMessage("two steps have the name 'a'");
        assertThatThrownBy(() -> Workflow.of(
                        "w", List.of(step("a", List.of(), List.of("x")), step("b", List.of(), List.of("x")))))
                .hasMessage("steps 'a' and 'b' both write file 'x'");
    }

    @Test
    void stepsThatStartTogetherCannotWaitForEachOther() {
        assertThatThrownBy(() -> Workflow.of(
                        "w",
                        List.of(step("a", List.of(), List.of(), "b"), after(step("b", List.of(), List.of()), "a"))))
                .hasMessage("step 'a' cannot start together with step 'b', because they wait for each other");
        assertThatThrownBy(() -> Workflow.of(
                        "w",
                        List.of(
                                step("a", List.of(), List.of(), "b"),
                                after(step("b", List.of(), List.of()), "d"),
                                after(step("c", List.of(), List.of(), "d"), "a"),
                                step("d", List.of(), List.of()))))
                .hasMessage("step 'a' cannot start together with step 'b', because they wait for each other");
        Workflow pair =
                Workflow.of("w", List.of(step("a", List.of(), List.of(), "b"), step("b", List.of(), List.of(), "a")));
        assertThat(pair.steps()).hasSize(2);
    }

    @Test
    void amountsOutsideTheirRangeAreRefused() {
        assertThatThrownBy(() -> Needs.ofCores(-1)).hasMessage("cores must be 0 or more, found -1");
        assertThatThrownBy(() -> new StepId("a//b")).hasMessageContaining("found 'a//b'");
        assertThatThrownBy(() -> new TaskTime.Known(0, TaskTime.Origin.STATED)).hasMessageContaining("more than 0");
        assertThat(new Width.Ratio(0.5).planned(3)).isEqualTo(2);
    }
}
