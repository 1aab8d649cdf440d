package io.banyan.cli.output;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The option {@code --format} of a command that exports many rows: for people, or for programs of which each wants
 * another form.
 */
public final class ExportOutput extends Printer {
    /** The output format. */
    public enum Format {
        TEXT,
        JSON,
        YAML,
        CSV,
        SWF;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Terminal terminal;

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description = "Output format: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private Format format = Format.TEXT;

    public ExportOutput(Terminal terminal) {
        super(terminal);
        this.terminal = terminal;
    }

    /** The form that was asked for. */
    public Format format() {
        return format;
    }

    @Override
    protected Optional<DataForm> data() {
        return switch (format) {
            case JSON -> Optional.of(DataForm.JSON);
            case YAML -> Optional.of(DataForm.YAML);
            case TEXT, CSV, SWF -> Optional.empty();
        };
    }

    /** Prints one row of comma-separated values. */
    public void row(List<String> fields) {
        terminal.out()
                .println(String.join(
                        ",",
                        fields.stream()
                                .map(field -> SheetOutput.quoted(Printable.text(field)))
                                .toList()));
    }

    /** Prints a text, with the characters that are not printable escaped. */
    public void text(String text) {
        terminal.out().print(Printable.text(text));
        terminal.out().flush();
    }
}
