package io.banyan.cli.output;

import java.util.Locale;
import picocli.CommandLine.Option;

/** The option {@code -o} of every command that prints a result. */
public final class Output extends Printer {
    /** In what form a result is printed. */
    public enum Format {
        TEXT,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "How the result is printed: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    public Output(Terminal terminal) {
        super(terminal);
    }

    @Override
    public boolean isJson() {
        return format == Format.JSON;
    }
}
