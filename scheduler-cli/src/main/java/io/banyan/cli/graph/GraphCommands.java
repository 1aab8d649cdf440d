package io.banyan.cli.graph;

import io.banyan.cli.output.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code banyan graph}: the group of its commands. */
@Command(
        name = "graph",
        description = "Create, convert and inspect resource graph files. Contacts no daemon.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class GraphCommands {
    private GraphCommands() {}

    /** The group with its commands. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new GraphCommands())
                .addSubcommand(new GraphValidateCommand(terminal))
                .addSubcommand(new GraphInfoCommand(terminal))
                .addSubcommand(new GraphConvertCommand(terminal))
                .addSubcommand(new GraphGenerateCommand(terminal))
                .addSubcommand(new GraphDiscoverCommand(terminal))
                .addSubcommand(new GraphPlotCommand(terminal))
                .addSubcommand(new GraphTopologyCommand(terminal));
    }
}
