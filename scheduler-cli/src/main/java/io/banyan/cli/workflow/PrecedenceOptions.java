package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.engine.store.WorkflowSubmission.Precedence;
import io.banyan.workflow.order.WaitingWorkflow;
import picocli.CommandLine.Option;

/** The options for the place of a workflow among those that wait for a plan. */
final class PrecedenceOptions {
    private static final int LONGEST_NAME = 100;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "Priority among the workflows that wait for a plan: 0 to " + WaitingWorkflow.HIGHEST_PRIORITY
                    + " (default ${DEFAULT-VALUE}).")
    private int priority = WaitingWorkflow.USUAL_PRIORITY;

    @Option(
            names = "--project",
            paramLabel = "NAME",
            description = "Project of the workflow. Among the workflows that wait for a plan, those of projects with"
                    + " few planned core hours come first.")
    private String project = "";

    /** Checks the values. */
    void requireValid() {
        if (priority < 0 || priority > WaitingWorkflow.HIGHEST_PRIORITY) {
            throw CommandFailure.wrongUse(
                    "--priority: expected 0 to " + WaitingWorkflow.HIGHEST_PRIORITY + ", found " + priority);
        }
        if (project.length() > LONGEST_NAME) {
            throw CommandFailure.wrongUse(
                    "--project: expected at most " + LONGEST_NAME + " characters, found " + project.length());
        }
    }

    Precedence precedence() {
        return new Precedence(priority, project);
    }
}
