package io.banyan.cli.quickstart;

import io.banyan.cli.output.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of measured grows: a row for each request, the times of the levels from the leaf to the top. */
final class GrowTable {
    private static final String MATCH = "match";

    private GrowTable() {}

    /**
     * The table, under a line with the names of the levels. It fits into 120 columns for five levels, as long as every
     * time is below 100 ms.
     *
     * @param results of the same chain, at least one
     */
    static String of(List<GrowResult> results) {
        Table table = new Table().left("").right("size");
        List<LevelMillis> levels = results.get(0).levels();
        for (LevelMillis level : levels) {
            table.right(isTop(level, levels) ? MATCH : MATCH + " comm  add");
        }
        table.right("total").right("cold").right("paper").right("ratio");
        results.forEach(result -> table.row(row(result)));
        return names(levels, table.toString()) + "\n" + table;
    }

    /** Each level's name above the first of its columns. */
    private static String names(List<LevelMillis> levels, String table) {
        StringBuilder line = new StringBuilder();
        int at = 0;
        for (LevelMillis level : levels) {
            at = table.indexOf(MATCH, at + 1);
            line.append(" ".repeat(at - line.length())).append(level.level());
        }
        return line.toString();
    }

    private static Object[] row(GrowResult result) {
        List<Object> cells = new ArrayList<>();
        cells.add(result.request());
        cells.add(String.format(Locale.ROOT, "%,d", result.elements()));
        for (LevelMillis level : result.levels()) {
            cells.add(isTop(level, result.levels()) ? millis(level.matchMillis()) : parts(level));
        }
        cells.add(String.format(Locale.ROOT, "%.1f", result.totalMillis()));
        cells.add(Math.round(result.coldMillis()));
        cells.add(Math.round(result.modelMillis()));
        cells.add(String.format(Locale.ROOT, "%.1fx", result.ratio()));
        return cells.toArray();
    }

    private static String parts(LevelMillis level) {
        return String.format(
                Locale.ROOT,
                "%5s %4s %4s",
                millis(level.matchMillis()),
                millis(level.communicationMillis()),
                millis(level.addUpdateMillis()));
    }

    /** The top has the requested resources, so that it does not wait and adds nothing. */
    private static boolean isTop(LevelMillis level, List<LevelMillis> levels) {
        return level.equals(levels.get(levels.size() - 1));
    }

    /** Three digits, so that it is four characters where it is less than 100. */
    private static String millis(double millis) {
        int decimals = millis < 9.995 ? 2 : 1;
        return String.format(Locale.ROOT, "%." + decimals + "f", millis);
    }
}
