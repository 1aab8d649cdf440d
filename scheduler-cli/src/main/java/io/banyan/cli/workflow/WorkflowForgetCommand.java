package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.fill.FillerFiles;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.task.TaskWorkspace;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow forget}: removes a run that is over, with its files. */
@Command(
        name = "forget",
        description = "Remove a workflow that is over, with the files of its tasks.",
        mixinStandardHelpOptions = true)
final class WorkflowForgetCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    WorkflowForgetCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws IOException {
        try (WorkflowStore store = directory.required(asked.target())) {
            StoredWorkflow workflow = WorkflowDirectory.required(store, id);
            if (!workflow.phase().isOver()) {
                throw CommandFailure.no(
                        "workflow " + id + " is not over\nMaybe: 'banyan workflow cancel " + id + "' ends it.");
            }
            TaskWorkspace.remove(store.directory(), id);
            FillerFiles.remove(store.directory(), store.prefix(id));
            store.forget(id);
            asked.print(WorkflowResult.of(workflow, null), it -> "workflow " + id + ": removed");
        }
        return ExitStatus.DONE;
    }
}
