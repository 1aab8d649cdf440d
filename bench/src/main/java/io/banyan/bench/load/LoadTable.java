package io.banyan.bench.load;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.report.MarkdownTable;
import java.util.Map;

/** The percentiles of a run. */
final class LoadTable {
    private LoadTable() {}

    /** A row for each operation that was made, and one for all. */
    static MarkdownTable of(LoadRun.Result result) {
        var table = new MarkdownTable(
                "ms from arrival",
                "requests",
                "no",
                "failed",
                "50 %",
                "90 %",
                "99 %",
                "99.9 %",
                "most",
                "99 % from sending");
        for (Map.Entry<Operation, Latencies> entry : result.latencies().entrySet()) {
            if (entry.getValue().count() + entry.getValue().failed() > 0) {
                row(table, entry.getKey().label(), entry.getValue());
            }
        }
        row(table, "all", result.all());
        return table;
    }

    private static void row(MarkdownTable table, String name, Latencies latencies) {
        table.row(
                name,
                "%,d".formatted(latencies.count()),
                "%,d".formatted(latencies.refused()),
                "%,d".formatted(latencies.failed()),
                number(latencies.millis(50)),
                number(latencies.millis(90)),
                number(latencies.millis(99)),
                number(latencies.millis(99.9)),
                number(latencies.millis(100)),
                number(latencies.millisFromSending(99)));
    }
}
