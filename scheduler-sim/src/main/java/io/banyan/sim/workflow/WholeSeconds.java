package io.banyan.sim.workflow;

import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Workflow;

/** Workflows with run times in whole seconds, rounded up: the limits of jobs are whole seconds. */
final class WholeSeconds {
    private static final long SECOND_MILLIS = 1_000;

    private WholeSeconds() {}

    static Workflow of(Workflow workflow) {
        return new Workflow(
                workflow.name(), workflow.steps().stream().map(WholeSeconds::of).toList(), workflow.files());
    }

    private static Step of(Step step) {
        return new Step(
                step.id(),
                step.needs(),
                of(step.time()),
                step.width(),
                step.action(),
                step.after(),
                step.inputs(),
                step.outputs(),
                step.placement(),
                step.retries());
    }

    private static TaskTime of(TaskTime time) {
        return switch (time) {
            case TaskTime.Known known ->
                new TaskTime.Known(Math.ceilDiv(known.millis(), SECOND_MILLIS) * SECOND_MILLIS, known.origin());
            case TaskTime.Unknown unknown -> unknown;
            case TaskTime.ByPlatform byPlatform -> byPlatform;
        };
    }
}
