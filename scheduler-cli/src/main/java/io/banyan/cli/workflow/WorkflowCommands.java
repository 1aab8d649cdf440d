package io.banyan.cli.workflow;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan workflow}: the group of its commands. */
@Command(
        name = "workflow",
        description = "Check, plan and run workflows.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class WorkflowCommands {
    private WorkflowCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new WorkflowCommands())
                .addSubcommand(new WorkflowCheckCommand(terminal))
                .addSubcommand(new WorkflowGraphCommand(terminal))
                .addSubcommand(new WorkflowPlanCommand(terminal))
                .addSubcommand(new WorkflowSubmitCommand(terminal))
                .addSubcommand(new WorkflowRegisterCommand(terminal))
                .addSubcommand(new WorkflowReservationCommand(terminal))
                .addSubcommand(new WorkflowStatusCommand(terminal))
                .addSubcommand(new WorkflowShowCommand())
                .addSubcommand(new WorkflowLogsCommand(terminal))
                .addSubcommand(new WorkflowCancelCommand(terminal))
                .addSubcommand(new WorkflowExportCommand(terminal))
                .addSubcommand(new WorkflowForgetCommand(terminal))
                .addSubcommand(new WorkflowServeCommand(terminal));
    }
}
