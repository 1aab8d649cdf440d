package io.banyan.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of text in aligned columns under a heading. For one thread. */
public final class Table {
    private static final String GAP = "  ";

    /** The mark that stands for the rest of a value that was cut. */
    private static final String CUT = "…";

    /** A column is cut to its heading, and to so many characters, at most. */
    private static final int LEAST = 6;

    private record Column(String heading, boolean right, boolean canBeCut) {
        int least() {
            return Math.max(LEAST, Table.width(heading));
        }
    }

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** Adds a column whose cells begin at its left edge. */
    public Table left(String heading) {
        return column(heading, false, false);
    }

    /** Adds a column whose cells end at its right edge, as numbers do. */
    public Table right(String heading) {
        return column(heading, true, false);
    }

    /** Adds a column whose values may be cut where the table is wider than the terminal. */
    public Table cut(String heading) {
        return column(heading, false, true);
    }

    /** Adds a column. */
    public Table column(String heading, boolean isRight, boolean canBeCut) {
        columns.add(new Column(heading, isRight, canBeCut));
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
        return text(lines());
    }

    /** The rows alone. */
    public String withoutHeading() {
        return text(rows);
    }

    /** How many characters the longest line may have. O(cells). */
    public int width() {
        return width(widths(lines()));
    }

    private static int width(int[] widths) {
        return Arrays.stream(widths).sum() + GAP.length() * Math.max(0, widths.length - 1);
    }

    /**
     * This table with values cut, the widest columns first, until it is as wide as this or nothing can be cut any more.
     * O(cells + characters to cut x columns).
     */
    public Table within(int most) {
        int[] widths = widths(lines());
        int next = widestToCut(widths);
        for (int excess = width(widths) - most; excess > 0 && next >= 0; excess--) {
            widths[next]--;
            next = widestToCut(widths);
        }
        Table cut = new Table();
        cut.columns.addAll(columns);
        rows.forEach(row -> cut.rows.add(IntStream.range(0, widths.length)
                .mapToObj(i -> cut(row.get(i), widths[i]))
                .toList()));
        return cut;
    }

    /** The widest column that can be cut further; -1 where there is none. */
    private int widestToCut(int[] widths) {
        return IntStream.range(0, widths.length)
                .filter(i ->
                        columns.get(i).canBeCut() && widths[i] > columns.get(i).least())
                .boxed()
                .max(Comparator.comparingInt(i -> widths[i]))
                .orElse(-1);
    }

    private static String cut(String cell, int width) {
        return width(cell) <= width ? cell : cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + CUT;
    }

    private List<List<String>> lines() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::heading).toList());
        lines.addAll(rows);
        return lines;
    }

    private int[] widths(List<List<String>> lines) {
        int[] widths = new int[columns.size()];
        lines.forEach(line -> widen(widths, line));
        return widths;
    }

    private String text(List<List<String>> lines) {
        int[] widths = widths(lines);
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
