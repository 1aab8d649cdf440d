package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow cancel}: ends a run before its end. */
@Command(
        name = "cancel",
        description = "Cancel a workflow: its jobs end, and its reservations are released.",
        mixinStandardHelpOptions = true)
final class WorkflowCancelCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    @Option(names = "--after-running", description = "Let tasks that run end first.")
    private boolean afterRunning;

    @Mixin
    private final BatchOption batch = new BatchOption();

    WorkflowCancelCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws IOException {
        try (WorkflowStore store = directory.required(asked.target())) {
            StoredWorkflow workflow = WorkflowDirectory.required(store, id);
            if (workflow.phase().isOver()) {
                throw CommandFailure.no("workflow " + id + " is over: "
                        + WorkflowList.Line.of(workflow).state());
            }
            requireBatch(store.submission(id).batch());
            store.askCancel(id, afterRunning);
            EngineProcess.ensure(store.directory(), asked.target(), batch.name());
            asked.print(WorkflowResult.of(workflow, null), it -> "workflow " + id + ": is being cancelled");
        }
        return ExitStatus.DONE;
    }

    private void requireBatch(String owner) {
        String named = ServedBatch.identity(batch.name(), asked.target());
        if (!owner.equals(named)) {
            throw CommandFailure.no("workflow " + id + " runs on " + owner + ", and the options name " + named);
        }
    }
}
