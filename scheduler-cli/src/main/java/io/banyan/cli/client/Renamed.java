package io.banyan.cli.client;

import picocli.CommandLine;

/** The former names of commands, which work for one more version and which no help lists. */
final class Renamed {
    private Renamed() {}

    /** A command under its former name. */
    static CommandLine of(String oldName, String newName, Object command) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec()
                .name(oldName)
                .usageMessage()
                .hidden(true)
                .description("Deprecated name of 'banyan " + newName + "'.");
        return line;
    }
}
