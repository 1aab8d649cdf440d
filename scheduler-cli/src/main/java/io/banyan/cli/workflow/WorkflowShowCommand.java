package io.banyan.cli.workflow;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.engine.store.StoredBlock;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow show}: the picture of a run. */
@Command(
        name = "show",
        description = "Draw a workflow: for each node, the planned blocks and the tasks that ran.",
        mixinStandardHelpOptions = true)
final class WorkflowShowCommand implements Callable<Integer> {
    @Mixin
    private final Target target = new Target();

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    @Option(names = "--svg", required = true, paramLabel = "FILE", description = "SVG file to write.")
    private Path svg = Path.of("");

    @Override
    public Integer call() throws IOException {
        OutputFile.checked(svg);
        try (WorkflowStore store = directory.required(target)) {
            StoredWorkflow workflow = WorkflowDirectory.required(store, id);
            List<StoredBlock> blocks = store.blocks(id);
            if (blocks.isEmpty()) {
                throw CommandFailure.no("workflow " + id + " has no plan yet");
            }
            OutputFile.write(
                    svg,
                    RunPlot.svg(workflow, blocks, store.tasks(id), Instant.now().getEpochSecond()));
        }
        return ExitStatus.DONE;
    }
}
