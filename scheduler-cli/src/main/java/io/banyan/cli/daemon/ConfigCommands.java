package io.banyan.cli.daemon;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan config}: the group of its commands. */
@Command(
        name = "config",
        description = "Show or check the configuration of a daemon. Contacts no daemon.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class ConfigCommands {
    private ConfigCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new ConfigCommands())
                .addSubcommand(ConfigShowCommand.create(terminal))
                .addSubcommand(new ConfigCheckCommand(terminal));
    }
}
