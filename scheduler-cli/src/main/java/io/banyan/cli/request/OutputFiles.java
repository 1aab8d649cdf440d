package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The name of the file for the output of a job, on a command that starts one. */
public final class OutputFiles {
    /** The values of {@code -o} on other commands. */
    private static final Set<String> FORMATS = Set.of("text", "json", "yaml");

    private OutputFiles() {}

    /**
     * Checks that a name is not meant for the form of the answer.
     *
     * @throws CommandFailure wrong use, where it is
     */
    public static void requireName(@Nullable String name) {
        if (name != null && FORMATS.contains(name)) {
            throw CommandFailure.wrongUse("-o is the output file of the job in this command: --format " + name
                    + " sets the output format of the command, and -o ./" + name + " specifies a file");
        }
    }
}
