package io.banyan.cli.client;

import io.banyan.cli.output.Terminal;
import io.banyan.jobspec.Jobspec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The jobspec that a command is about, and the match policy that is wanted for it. */
final class JobspecArgument {
    private final Terminal terminal;

    @Mixin
    private final PolicyOption policy = new PolicyOption();

    @Parameters(paramLabel = "JOBSPEC", description = "The file, or '-' for standard input.")
    private String file = "";

    JobspecArgument(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The jobspec as it is to be asked. */
    Jobspec read() {
        return policy.apply(JobspecInput.read(file, terminal));
    }
}
