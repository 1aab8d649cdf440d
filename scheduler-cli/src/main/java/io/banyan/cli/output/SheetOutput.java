package io.banyan.cli.output;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The option {@code --format} of a command whose result is also a table for other programs to go on with. */
public final class SheetOutput extends Printer {
    /** The output format. */
    public enum Format {
        TEXT,
        JSON,
        YAML,
        CSV;

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

    public SheetOutput(Terminal terminal) {
        super(terminal);
    }

    /** Whether comma-separated values were asked for, which have one table. */
    public boolean isCsv() {
        return format == Format.CSV;
    }

    @Override
    protected Optional<DataForm> data() {
        return switch (format) {
            case JSON -> Optional.of(DataForm.JSON);
            case YAML -> Optional.of(DataForm.YAML);
            case TEXT, CSV -> Optional.empty();
        };
    }

    /**
     * Prints a result: with its rows, of which the first is the heading, where comma-separated values were asked for.
     */
    public <T> void print(
            T result, Function<? super T, String> asText, Function<? super T, List<List<String>>> asRows) {
        print(result, isCsv() ? it -> csv(asRows.apply(it)) : asText);
    }

    private static String csv(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(String.join(",", row.stream().map(SheetOutput::quoted).toList()))
                    .append('\n');
        }
        return text.toString();
    }

    /** A field as programs take it back that read comma-separated values. */
    static String quoted(String field) {
        boolean isPlain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
