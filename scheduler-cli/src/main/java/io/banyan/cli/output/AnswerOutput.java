package io.banyan.cli.output;

import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The option {@code --format} of a command that starts a job: there, {@code -o} names the file for the output of the
 * job.
 */
public final class AnswerOutput extends Printer {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Output.Format format = Output.Format.TEXT;

    public AnswerOutput(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Optional<DataForm> data() {
        return format.data();
    }
}
