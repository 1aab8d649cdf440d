package io.banyan.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A table that reads well on a terminal and in a Markdown file. Not thread-safe. */
public final class MarkdownTable {
    private static final int MOST_DECIMALS = 3;

    private final List<List<String>> rows = new ArrayList<>();

    /** A table with these columns: all but the first hold numbers, and are aligned on the right. */
    public MarkdownTable(String... columns) {
        rows.add(List.of(columns));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException where it has another number of cells than the table has columns
     */
    public MarkdownTable row(Object... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException("a row of " + cells.length + " cells in a table of "
                    + rows.get(0).size() + " columns");
        }
        rows.add(Arrays.stream(cells).map(String::valueOf).toList());
        return this;
    }

    /** A number with three significant digits, or all digits before its point where these are more. */
    public static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "-";
        }
        int digits = value == 0 ? 1 : 1 + (int) Math.floor(Math.log10(Math.abs(value)));
        int decimals = Math.min(Math.max(0, 3 - digits), value == 0 ? 0 : MOST_DECIMALS);
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    /** The lines of the table. */
    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], Math.max(row.get(i).length(), 3));
            }
        }
        var text = new StringBuilder(line(rows.get(0), widths));
        List<String> rule = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            String dashes = String.join("", Collections.nCopies(widths[i] - 1, "-"));
            rule.add(i == 0 ? dashes + "-" : dashes + ":");
        }
        text.append(line(rule, widths));
        rows.subList(1, rows.size()).forEach(row -> text.append(line(row, widths)));
        return text.toString();
    }

    private static String line(List<String> cells, int[] widths) {
        var line = new StringBuilder("|");
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(' ')
                    .append(i == 0 ? cells.get(i) + padding : padding + cells.get(i))
                    .append(" |");
        }
        return line.append('\n').toString();
    }
}
