package io.banyan.cli.simulate;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan simulate}: the group of its commands. */
@Command(
        name = "simulate",
        description = "Run the scheduler in virtual time. Contacts no daemon.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class SimulateCommands {
    private SimulateCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new SimulateCommands())
                .addSubcommand(new SimulateRunCommand(terminal))
                .addSubcommand(new SimulateElasticCommand(terminal))
                .addSubcommand(SimulateDeadlinesCommand.create(terminal))
                .addSubcommand(new SimulateWorkflowCommand(terminal))
                .addSubcommand(new SimulateJournalCommand(terminal))
                .addSubcommand(new SimulateTreeCommand(terminal));
    }
}
