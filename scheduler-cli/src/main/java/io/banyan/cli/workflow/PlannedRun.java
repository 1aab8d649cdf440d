package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.run.RunPlanner;
import io.banyan.workflow.run.RunSettings;

/** A plan that a command shows. */
record PlannedRun(RunPlanner.Drafted.Found found, BatchLook look) {
    /**
     * Plans a workflow.
     *
     * @param file the file of the workflow
     * @throws CommandFailure if there is no plan
     */
    static PlannedRun of(
            Workflow workflow, RunSettings settings, Formulation formulation, BatchLook look, WorkflowArgument file) {
        return switch (RunPlanner.draft(workflow, settings, formulation, look.profile(), PlanningOptions::solve)) {
            case RunPlanner.Drafted.Found found -> new PlannedRun(found, look);
            case RunPlanner.Drafted.None none ->
                throw CommandFailure.no(none.block().map(file::place).orElse(file.name()) + ": " + none.sentence());
        };
    }

    /** Returns the plan for people and programs. */
    PlanView view(boolean isClock) {
        return PlanView.of(found.reduction(), found.problem(), found.planned(), look.notes(), isClock);
    }
}
