package io.banyan.cli.simulate;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan simulate deadlines}: the group of its commands. */
@Command(
        name = "deadlines",
        description = "Run jobs with deadlines in virtual time, placed by shape on a grid.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class SimulateDeadlinesCommand {
    private SimulateDeadlinesCommand() {}

    /** The group with its commands. */
    static CommandLine create(Terminal terminal) {
        return new CommandLine(new SimulateDeadlinesCommand())
                .addSubcommand(new DeadlinesRunCommand(terminal))
                .addSubcommand(new DeadlinesCampaignCommand(terminal))
                .addSubcommand(new DeadlinesReportCommand(terminal))
                .addSubcommand(new DeadlinesReadingsCommand(terminal))
                .addSubcommand(new DeadlinesCalibrateCommand(terminal));
    }
}
