package io.banyan.cli.look;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.DataForm;
import io.banyan.cli.output.Printer;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.TableWidth;
import io.banyan.cli.output.Terminal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options {@code --format}, {@code --sort}, {@code --no-header} and {@code --wide} of a command that prints a list.
 *
 * @param <E> an element of the list
 * @param <L> a line, which shows one element or several
 */
public final class ListOutput<E, L> extends Printer {
    private static final String TEXT = "text";
    private static final String JSON = "json";
    private static final String YAML = "yaml";

    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description =
                    "Output format: text, json or yaml (default text), or the columns of a table, separated by commas (see below).")
    private String format = TEXT;

    @Option(
            names = "--sort",
            paramLabel = "FIELD",
            description = "Sort by this column; -COLUMN sorts in descending order (default: the order of the list).")
    private @Nullable String sort;

    @Option(names = "--no-header", description = "Do not print the table header.")
    private boolean noHeader;

    @Mixin
    private final TableWidth width;

    private final List<ListField<E, L>> all;

    /** The output of a list whose lines have these fields. */
    public ListOutput(Terminal terminal, List<ListField<E, L>> all) {
        super(terminal);
        this.width = new TableWidth(terminal);
        this.all = all;
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
    public Optional<List<ListField<E, L>>> fields() {
        return isData() || format.equals(TEXT)
                ? Optional.empty()
                : Optional.of(Arrays.stream(format.split(",", -1))
                        .map(name -> field("--format must be text, json, yaml or fields", name))
                        .toList());
    }

    /** Whether fields were named, or an order by one. */
    public boolean hasFields() {
        return sort != null || fields().isPresent();
    }

    /** Whether the answer has one of these fields, or is sorted by it; text without named fields and data have all. */
    public boolean needs(Set<? extends ListField<E, L>> some) {
        Optional<List<ListField<E, L>>> named = fields();
        return named.isEmpty()
                || named.get().stream().anyMatch(some::contains)
                || (sort != null && some.contains(sortField(sort)));
    }

    /** The elements in the order that was asked for. O(elements x log(elements)). */
    public List<E> sorted(List<E> elements) {
        return sort == null ? elements : elements.stream().sorted(order(sort)).toList();
    }

    private Comparator<E> order(String sort) {
        Comparator<E> ascending = sortField(sort).order();
        return sort.startsWith("-") ? ascending.reversed() : ascending;
    }

    private ListField<E, L> sortField(String sort) {
        return field("--sort must be a field", sort.startsWith("-") ? sort.substring(1) : sort);
    }

    /**
     * The table of these lines. One with named fields is never cut.
     *
     * @param usual the fields where none were named
     */
    public String text(List<L> lines, List<? extends ListField<E, L>> usual) {
        Optional<List<ListField<E, L>>> named = fields();
        List<? extends ListField<E, L>> fields = named.isPresent() ? named.get() : usual;
        Table table = new Table();
        for (ListField<E, L> field : fields) {
            table.column(field.heading(), field.isRight(), field.canBeCut());
        }
        for (L line : lines) {
            table.row(fields.stream().map(field -> (Object) field.text(line)).toArray());
        }
        return named.isPresent() ? text(table) : fitted(table);
    }

    /** A table as wide as the terminal at most, with its heading or without. */
    public String fitted(Table table) {
        return text(width.fit(table));
    }

    private String text(Table table) {
        return noHeader ? table.withoutHeading() : table.toString();
    }

    private ListField<E, L> field(String what, String name) {
        return ListField.find(all, name)
                .orElseThrow(() -> CommandFailure.wrongUse(
                        what + ", found '" + name + "'; the fields are " + ListField.names(all)));
    }
}
