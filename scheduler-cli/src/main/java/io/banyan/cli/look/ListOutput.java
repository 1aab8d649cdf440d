package io.banyan.cli.look;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.DataForm;
import io.banyan.cli.output.Printer;
import io.banyan.cli.output.Terminal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --format}, {@code --sort} and {@code --no-header} of a command that lists jobs. */
public final class ListOutput extends Printer {
    private static final String TEXT = "text";
    private static final String JSON = "json";
    private static final String YAML = "yaml";

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description = {
                "How the jobs are printed: text, json or yaml (default text); or the fields of a table with commas between, of:",
                JobField.NAMES
            })
    private String format = TEXT;

    @Option(
            names = "--sort",
            paramLabel = "FIELD",
            description = "Sort by a field; -FIELD is descending (default: the order of the jobs' numbers).")
    private @Nullable String sort;

    @Option(names = "--no-header", description = "Leave out the line with the names of the columns.")
    private boolean noHeader;

    public ListOutput(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected Optional<DataForm> data() {
        return switch (format) {
            case JSON -> Optional.of(DataForm.JSON);
            case YAML -> Optional.of(DataForm.YAML);
            default -> Optional.empty();
        };
    }

    /**
     * Checks the names of fields.
     *
     * @throws CommandFailure wrong use, where one is no field
     */
    public void check() {
        if (sort != null) {
            order(sort);
        }
        fields();
    }

    /** The fields that were named; nothing where they were not. */
    public Optional<List<JobField>> fields() {
        return isData() || format.equals(TEXT)
                ? Optional.empty()
                : Optional.of(Arrays.stream(format.split(",", -1))
                        .map(name -> field("--format is text, json, yaml or fields", name))
                        .toList());
    }

    /** Whether the answer has one of these fields, or is sorted by it; text without named fields and data have all. */
    public boolean needs(Set<JobField> some) {
        Optional<List<JobField>> named = fields();
        return named.isEmpty()
                || named.get().stream().anyMatch(some::contains)
                || (sort != null && some.contains(sortField(sort)));
    }

    /** The jobs in the order that was asked for. O(jobs x log(jobs)). */
    public List<ListedJob> sorted(List<ListedJob> jobs) {
        return sort == null ? jobs : jobs.stream().sorted(order(sort)).toList();
    }

    private static Comparator<ListedJob> order(String sort) {
        Comparator<ListedJob> ascending = sortField(sort).order();
        return sort.startsWith("-") ? ascending.reversed() : ascending;
    }

    private static JobField sortField(String sort) {
        return field("--sort is a field", sort.startsWith("-") ? sort.substring(1) : sort);
    }

    /** The table of these lines. */
    public String text(List<JobLine> lines, List<JobField> fields) {
        return JobTable.text(lines, fields, !noHeader);
    }

    private static JobField field(String what, String name) {
        return JobField.find(name)
                .orElseThrow(() -> CommandFailure.wrongUse(
                        what + ", found '" + name + "'; the fields are " + JobField.NAMES.replace(", ", " ")));
    }
}
