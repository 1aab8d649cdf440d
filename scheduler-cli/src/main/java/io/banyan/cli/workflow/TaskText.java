package io.banyan.cli.workflow;

import io.banyan.cli.call.JobView;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.rset.HostList;
import java.util.List;

/** The words for the states of workflows and their tasks. */
final class TaskText {
    private TaskText() {}

    /** Returns a line about the state of a task. */
    static String progress(StoredTask task) {
        String attempt = task.attempt() > 1 ? ", attempt " + task.attempt() : "";
        String job = task.job().isEmpty() ? "" : ", job " + task.job();
        String nodes = task.nodes().isEmpty()
                ? ""
                : " on " + HostList.of(List.of(task.nodes().split(" ", -1)));
        String why = task.detail().isEmpty() ? "" : ": " + task.detail();
        return "task " + task.name() + ": " + task.state() + nodes + job + attempt + why;
    }

    /** Returns a line about the phase of a workflow. */
    static String phase(StoredWorkflow workflow) {
        String planned = workflow.plannedStartSec().isPresent()
                        && !workflow.phase().isOver()
                ? ", planned from " + JobView.time(workflow.plannedStartSec().getAsLong()) + " to "
                        + JobView.time(workflow.plannedEndSec().orElseThrow())
                : "";
        String why = workflow.problem().isEmpty() ? "" : ": " + workflow.problem();
        return "workflow " + workflow.id() + ": " + workflow.phase() + planned + why;
    }
}
