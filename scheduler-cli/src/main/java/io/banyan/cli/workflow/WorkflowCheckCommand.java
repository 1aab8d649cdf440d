package io.banyan.cli.workflow;

import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan workflow check}: the verdict on a workflow. */
@Command(
        name = "check",
        description = "Check a workflow without a daemon.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 the workflow is valid, 1 it is not or cannot be read, 2 incorrect usage."})
final class WorkflowCheckCommand implements Callable<Integer> {
    /** The size of a valid workflow. */
    private record Checked(String file, String name, int steps, int edges) {
        String text() {
            return file + ": valid (" + StepText.counted(steps, "step") + ", " + StepText.counted(edges, "edge") + ")";
        }
    }

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Mixin
    private final WorkflowArgument workflow = new WorkflowArgument();

    WorkflowCheckCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() throws IOException {
        Workflow read = workflow.load(terminal);
        StepGraph graph = StepGraph.of(read);
        output.print(new Checked(workflow.name(), read.name(), graph.size(), graph.edges()), Checked::text);
        return ExitStatus.DONE;
    }
}
