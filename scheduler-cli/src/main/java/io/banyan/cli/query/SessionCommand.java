package io.banyan.cli.query;

import java.util.List;

/** One command of a session. */
interface SessionCommand {
    /** How a command is called. */
    record Syntax(String name, String shortName, String arguments, String meaning) {}

    /** Returns the names and arguments of the command. */
    Syntax syntax();

    /**
     * Does it.
     *
     * @param arguments the words after the command's name
     * @throws QueryFailure where it cannot be done; the session has not changed then
     */
    void run(List<String> arguments) throws QueryFailure;
}
