package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.jobspec.Jobspec;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The request that a command is about: a jobspec, or options in place of one. */
public final class JobspecArgument {
    /** The command of a jobspec that is not run. */
    private static final List<String> NO_COMMAND = List.of("true");

    private final Terminal terminal;

    @Mixin
    private final RequestOptions options = new RequestOptions();

    @Parameters(
            paramLabel = "JOBSPEC",
            arity = "0..1",
            description = "Jobspec file, or '-' for standard input. Without it, options such as -N, -n and --mem "
                    + "describe the request.")
    private @Nullable String file;

    public JobspecArgument(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The options beside it. */
    public RequestOptions options() {
        return options;
    }

    /**
     * The jobspec as it is to be asked.
     *
     * @throws CommandFailure where there is none
     */
    public Jobspec read() {
        return read(options, file, terminal);
    }

    /**
     * The jobspec of a file, or of options in its place.
     *
     * @throws CommandFailure where there is none
     */
    public static Jobspec read(RequestOptions options, @Nullable String file, Terminal terminal) {
        if (file != null) {
            return options.read(file, terminal);
        }
        if (!options.areGiven()) {
            throw CommandFailure.wrongUse(
                    "missing JOBSPEC, or options that describe the request, such as -N 2 or -n 4 -c 8");
        }
        return options.jobspec(NO_COMMAND);
    }
}
