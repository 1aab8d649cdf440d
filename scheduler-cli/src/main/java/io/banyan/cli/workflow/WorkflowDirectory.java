package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The directory that keeps the workflows of a user, with their store. */
final class WorkflowDirectory {
    static final String VARIABLE = "BANYAN_WORKFLOWS";

    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "Directory of your workflows, which all nodes see (default: $" + VARIABLE
                    + ", or 'workflows' in the daemon's state directory, or ~/.local/state/banyan/workflows).")
    private @Nullable Path directory;

    /** Returns the directory, absolute. */
    Path path(Target target) {
        if (directory != null) {
            return directory.toAbsolutePath().normalize();
        }
        String named = System.getenv().getOrDefault(VARIABLE, "");
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath().normalize();
        }
        return target.stateDirectory()
                .map(state -> state.path())
                .filter(Files::isWritable)
                .orElseGet(() -> Target.defaultState(System.getenv()))
                .resolve("workflows")
                .toAbsolutePath()
                .normalize();
    }

    /**
     * Opens the store if there is one.
     *
     * @throws CommandFailure if it cannot be opened
     */
    Optional<WorkflowStore> find(Target target) {
        return WorkflowStore.exists(path(target)) ? Optional.of(open(target)) : Optional.empty();
    }

    /**
     * Opens the store for questions about a workflow.
     *
     * @throws CommandFailure if there is none
     */
    WorkflowStore required(Target target) {
        return find(target)
                .orElseThrow(() -> CommandFailure.no("there are no workflows in " + path(target)
                        + "\nMaybe: --directory DIR names another directory."));
    }

    /**
     * Opens the store, and makes it if there is none.
     *
     * @throws CommandFailure if that is not possible
     */
    WorkflowStore open(Target target) {
        try {
            return WorkflowStore.open(path(target));
        } catch (IOException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns a workflow by its number.
     *
     * @throws CommandFailure if there is none
     */
    static StoredWorkflow required(WorkflowStore store, long id) throws IOException {
        return store.find(id)
                .orElseThrow(() -> CommandFailure.no(
                        "there is no workflow " + id + "\nMaybe: 'banyan workflow status' lists your workflows."));
    }
}
