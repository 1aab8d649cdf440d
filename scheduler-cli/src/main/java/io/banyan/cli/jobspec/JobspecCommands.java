package io.banyan.cli.jobspec;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan jobspec}: the group of its commands. */
@Command(
        name = "jobspec",
        description = "Check jobspecs. Contacts no daemon.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class JobspecCommands {
    private JobspecCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new JobspecCommands()).addSubcommand(new JobspecValidateCommand(terminal));
    }
}
