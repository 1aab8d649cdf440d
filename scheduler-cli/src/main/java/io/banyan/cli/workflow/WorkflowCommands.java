package io.banyan.cli.workflow;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan workflow}: the group of its commands. */
@Command(
        name = "workflow",
        description = "Check and plan workflows, and show their steps and blocks.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class WorkflowCommands {
    private WorkflowCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new WorkflowCommands())
                .addSubcommand(new WorkflowCheckCommand(terminal))
                .addSubcommand(new WorkflowGraphCommand(terminal))
                .addSubcommand(new WorkflowPlanCommand(terminal));
    }
}
