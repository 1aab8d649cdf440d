package io.banyan.cli.output;

import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --format} of every command that prints a result. */
public final class Output extends Printer {
    /** The output format. */
    public enum Format {
        TEXT,
        JSON,
        YAML;

        /** This form as one for programs; nothing for text. */
        Optional<DataForm> data() {
            return switch (this) {
                case TEXT -> Optional.empty();
                case JSON -> Optional.of(DataForm.JSON);
                case YAML -> Optional.of(DataForm.YAML);
            };
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    public Output(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Optional<DataForm> data() {
        return format.data();
    }
}
