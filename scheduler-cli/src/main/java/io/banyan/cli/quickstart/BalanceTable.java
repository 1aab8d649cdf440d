package io.banyan.cli.quickstart;

import io.banyan.cli.output.Table;
import java.util.List;
import java.util.Locale;

/** The table that shows whether every level has the same resources as at the beginning. */
final class BalanceTable {
    private static final String NODE = "node";
    private static final String CORE = "core";

    private BalanceTable() {}

    /** Three moments side by side: before anything was grown, at the most, and at the end. */
    static Table of(List<LevelCount> before, List<LevelCount> most, List<LevelCount> after) {
        Table table = new Table()
                .left("level")
                .right("free nodes: before")
                .right("burst")
                .right("after")
                .right("free cores: before")
                .right("burst")
                .right("after")
                .right("vertices + edges: before")
                .right("burst")
                .right("after");
        for (int i = 0; i < before.size(); i++) {
            table.row(
                    before.get(i).level(),
                    free(before.get(i), NODE),
                    free(most.get(i), NODE),
                    free(after.get(i), NODE),
                    free(before.get(i), CORE),
                    free(most.get(i), CORE),
                    free(after.get(i), CORE),
                    number(before.get(i).elements()),
                    number(most.get(i).elements()),
                    number(after.get(i).elements()));
        }
        return table;
    }

    private static String free(LevelCount count, String type) {
        return number(count.amount(type).free());
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
