package io.banyan.workflow.format.cwl;

import io.banyan.workflow.format.cwl.CwlLink.Origin;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The order of the steps of one workflow of CWL by their sources. */
final class CwlOrder {
    private CwlOrder() {}

    /** Returns steps of the model that have the names and the order alone. */
    static List<Step> steps(List<CwlStep> steps) {
        return steps.stream()
                .map(step -> Step.of(step.id(), Needs.NOTHING, 1, before(step).toArray(String[]::new)))
                .toList();
    }

    /** Returns the names of the steps that a step waits for. */
    static List<String> before(CwlStep step) {
        return step.inputs().stream()
                .flatMap(input -> input.link().sources().stream())
                .map(Origin::step)
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    /** Returns the steps in an order in which each comes after those that it waits for. */
    static List<CwlStep> ordered(List<CwlStep> steps) {
        if (steps.isEmpty()) {
            return steps;
        }
        StepGraph graph = StepGraph.of(Workflow.of("order", steps(steps)));
        return Arrays.stream(graph.order()).mapToObj(steps::get).toList();
    }
}
