package io.banyan.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns under a heading. For one thread. */
public final class Table {
    private static final String GAP = "  ";

    private record Column(String heading, boolean right) {}

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a column whose cells begin at its left edge. */
    public Table left(String heading) {
        columns.add(new Column(heading, false));
        return this;
    }

    /** Adds a column whose cells end at its right edge, as numbers do. */
    public Table right(String heading) {
        columns.add(new Column(heading, true));
        return this;
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException where there are not as many cells as columns
     */
    public Table row(Object... cells) {
        if (cells.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of " + cells.length + " cells in a table of " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>(cells.length);
        for (Object cell : cells) {
            row.add(Printable.word(String.valueOf(cell)));
        }
        rows.add(row);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The heading and the rows, each line ended by a newline and without blanks at its end. */
    @Override
    public String toString() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::heading).toList());
        lines.addAll(rows);
        return text(lines);
    }

    /** The rows alone. */
    public String withoutHeading() {
        return text(rows);
    }

    private String text(List<List<String>> lines) {
        int[] widths = new int[columns.size()];
        lines.forEach(line -> widen(widths, line));
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> appendLine(text, line, widths));
        return text.toString();
    }

    private static void widen(int[] widths, List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(row.get(i)));
        }
    }

    private void appendLine(StringBuilder text, List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - width(row.get(i)));
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).right() ? padding + row.get(i) : row.get(i) + padding);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** Characters, not UTF-16 units. */
    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
