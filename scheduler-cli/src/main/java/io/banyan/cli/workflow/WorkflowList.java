package io.banyan.cli.workflow;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.engine.store.StoredWorkflow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of workflows. Times are in seconds since the epoch. */
record WorkflowList(List<Line> workflows) {
    /**
     * One workflow.
     *
     * @param tasks the number of planned tasks
     */
    record Line(
            long id,
            String name,
            String state,
            long submittedSec,
            @Nullable Long plannedStartSec,
            @Nullable Long plannedEndSec,
            @Nullable Long endedSec,
            long succeeded,
            long running,
            long failed,
            long tasks,
            String problem) {
        static Line of(StoredWorkflow workflow) {
            return new Line(
                    workflow.id(),
                    workflow.name(),
                    workflow.phase().toString(),
                    workflow.submittedSec(),
                    workflow.plannedStartSec().isPresent()
                            ? workflow.plannedStartSec().getAsLong()
                            : null,
                    workflow.plannedEndSec().isPresent()
                            ? workflow.plannedEndSec().getAsLong()
                            : null,
                    workflow.endedSec().isPresent() ? workflow.endedSec().getAsLong() : null,
                    workflow.tasksSucceeded(),
                    workflow.tasksRunning(),
                    workflow.tasksFailed(),
                    workflow.tasksPlanned(),
                    workflow.problem());
        }
    }

    static WorkflowList of(List<StoredWorkflow> workflows) {
        return new WorkflowList(workflows.stream().map(Line::of).toList());
    }

    String text() {
        if (workflows.isEmpty()) {
            return "no workflows";
        }
        Table table = new Table()
                .right("id")
                .left("name")
                .left("state")
                .right("tasks")
                .left("planned start")
                .left("planned end")
                .left("ended");
        for (Line line : workflows) {
            table.row(
                    line.id(),
                    line.name(),
                    line.state(),
                    line.succeeded() + "/" + line.tasks(),
                    time(line.plannedStartSec()),
                    time(line.plannedEndSec()),
                    time(line.endedSec()));
        }
        return table.toString();
    }

    static String time(@Nullable Long sec) {
        return sec == null || sec == 0 ? "-" : JobView.time(sec);
    }
}
