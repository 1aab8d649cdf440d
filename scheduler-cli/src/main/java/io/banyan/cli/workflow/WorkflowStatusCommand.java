package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow status}: the workflows of a user, or the steps of one. */
@Command(
        name = "status",
        description = "List your workflows, or show the steps of one: planned and actual times.",
        mixinStandardHelpOptions = true)
final class WorkflowStatusCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(arity = "0..1", paramLabel = "ID", description = "Number of a workflow (default: all).")
    private @Nullable Long id;

    WorkflowStatusCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws IOException {
        if (id == null) {
            Optional<WorkflowStore> store = directory.find(asked.target());
            asked.print(WorkflowList.of(store.isPresent() ? list(store.get()) : List.of()), WorkflowList::text);
        } else {
            try (WorkflowStore store = directory.required(asked.target())) {
                WorkflowDirectory.required(store, id);
                asked.print(WorkflowDetails.of(store, id), WorkflowDetails::text);
            }
        }
        return ExitStatus.DONE;
    }

    private static List<StoredWorkflow> list(WorkflowStore opened) throws IOException {
        try (WorkflowStore store = opened) {
            return store.list();
        }
    }
}
