package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.fill.FilledTask;
import io.banyan.engine.fill.FillerFiles;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.task.TaskWorkspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow logs}: the output of tasks. */
@Command(name = "logs", description = "Print the output of the tasks of a workflow.", mixinStandardHelpOptions = true)
final class WorkflowLogsCommand implements Callable<Integer> {
    private static final long MOST_BYTES = 64L << 20;

    private final Terminal terminal;

    @Mixin
    private final Target target = new Target();

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(index = "0", paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TASK",
            description = "Name of a task or of a step (default: all tasks).")
    private @Nullable String task;

    WorkflowLogsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        try (WorkflowStore store = directory.required(target)) {
            WorkflowDirectory.required(store, id);
            List<StoredTask> wanted = store.tasks(id).stream()
                    .filter(it ->
                            task == null || it.name().equals(task) || it.step().equals(task))
                    .toList();
            if (wanted.isEmpty()) {
                throw CommandFailure.no(
                        task == null
                                ? "no task of workflow " + id + " has begun"
                                : "no task or step '" + task + "' of workflow " + id + " has begun");
            }
            for (StoredTask one : wanted) {
                if (wanted.size() > 1) {
                    terminal.out().println("==> " + one.name() + " <==");
                }
                Optional<FilledTask> filled = FilledTask.parse(one.job());
                if (filled.isPresent()) {
                    print(store.directory(), filled.get());
                } else {
                    print(TaskWorkspace.log(store.directory(), id, one.name(), one.attempt()), one);
                }
                terminal.out().flush();
            }
        }
        return ExitStatus.DONE;
    }

    private void print(Path workflows, FilledTask of) throws IOException {
        var bytes = new ByteArrayOutputStream();
        if (FillerFiles.readOutput(workflows, of, bytes)) {
            terminal.out().print(bytes.toString(StandardCharsets.UTF_8));
        }
    }

    private void print(Path file, StoredTask of) throws IOException {
        if (Files.isRegularFile(file)) {
            if (Files.size(file) > MOST_BYTES) {
                throw CommandFailure.no("the output of task '" + of.name() + "' is too long to print: " + file);
            }
            terminal.out().print(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
    }
}
