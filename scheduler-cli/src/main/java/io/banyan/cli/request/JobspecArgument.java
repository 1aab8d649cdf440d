package io.banyan.cli.request;

import io.banyan.cli.output.Terminal;
import io.banyan.jobspec.Jobspec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The jobspec that a command is about, and the match policy that is wanted for it. */
public final class JobspecArgument {
    private final Terminal terminal;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Parameters(paramLabel = "JOBSPEC", description = "The file, or '-' for standard input.")
    private String file = "";

    public JobspecArgument(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The jobspec as it is to be asked. */
    public Jobspec read() {
        return policy.apply(JobspecInput.read(file, terminal));
    }
}
