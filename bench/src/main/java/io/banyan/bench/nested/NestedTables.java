package io.banyan.bench.nested;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.cli.quickstart.PaperModel;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** The tables of the nested experiment. Times are in milliseconds unless a column says otherwise. */
final class NestedTables {
    private static final double NANOS_PER_MICRO = 1e3;

    private NestedTables() {}

    /** One row per request: the wait of the caller, beside the paper's model. */
    static MarkdownTable totals(NestedRun.Result result) {
        var table = new MarkdownTable(
                "request",
                "vertices + edges",
                "total: median",
                "quartiles",
                "cold",
                "match, all levels",
                "communication, all levels",
                "add+update, all levels",
                "the paper's model",
                "paper / total");
        for (int i = 0; i < result.warm().size(); i++) {
            Samples warm = result.warm().get(i);
            ValueSummary total = ValueSummary.of(warm.totals());
            double paper = PaperModel.millis(warm.elements());
            table.row(
                    warm.request(),
                    "%,d".formatted(warm.elements()),
                    number(total.median()),
                    quartiles(total),
                    number(result.cold().get(i).totals()[0]),
                    number(ValueSummary.of(warm.sums(Samples.Part.MATCH)).median()),
                    number(ValueSummary.of(warm.sums(Samples.Part.COMMUNICATION))
                            .median()),
                    number(ValueSummary.of(warm.sums(Samples.Part.ADD_UPDATE)).median()),
                    number(paper),
                    number(paper / total.median()));
        }
        return table;
    }

    /** A row for each request and level: median and quartiles of each part. */
    static MarkdownTable levels(List<Samples> samples) {
        var table = new MarkdownTable(
                "request, level", "match", "quartiles", "communication", "quartiles", "add+update", "quartiles");
        for (Samples of : samples) {
            for (int level = 0; level < of.levels().size(); level++) {
                ValueSummary match = ValueSummary.of(of.of(Samples.Part.MATCH, level));
                ValueSummary communication = ValueSummary.of(of.of(Samples.Part.COMMUNICATION, level));
                ValueSummary add = ValueSummary.of(of.of(Samples.Part.ADD_UPDATE, level));
                boolean top = level == 0;
                table.row(
                        of.request() + ", " + of.levels().get(level),
                        number(match.median()),
                        quartiles(match),
                        top ? "-" : number(communication.median()),
                        top ? "-" : quartiles(communication),
                        top ? "-" : number(add.median()),
                        top ? "-" : quartiles(add));
            }
        }
        return table;
    }

    /** A row a request: communication of a level beside bare echoes of the same bytes. */
    static MarkdownTable echoes(List<Samples> samples) {
        var table = new MarkdownTable(
                "request",
                "bytes up",
                "bytes down",
                "communication of a level",
                "echo on a stream",
                "ratio",
                "echo by a call each",
                "ratio");
        for (Samples of : samples) {
            double level = median(of.ofLower(Samples.Part.COMMUNICATION));
            double stream = median(of.echoes(Echo.Mode.STREAM));
            double unary = median(of.echoes(Echo.Mode.UNARY));
            table.row(
                    of.request(),
                    "%,d".formatted(of.bytesUp()),
                    "%,d".formatted(of.bytesDown()),
                    number(level),
                    number(stream),
                    number(level / stream),
                    number(unary),
                    number(level / unary));
        }
        return table;
    }

    /** A row a model. */
    static MarkdownTable models(List<Models.Model> models) {
        var table = new MarkdownTable("model", "points", "s an element", "s at once", "MAPE, %", "R2");
        for (Models.Model model : models) {
            table.row(
                    model.name(),
                    model.points() == 0 ? "-" : "%,d".formatted(model.points()),
                    String.format(Locale.ROOT, "%.3g", model.line().slope()),
                    String.format(Locale.ROOT, "%.3g", model.line().intercept()),
                    number(100 * model.validation().mape()),
                    String.format(Locale.ROOT, "%.4f", model.validation().rSquared()));
        }
        return table;
    }

    /** The steps of section 5.1, in microseconds, beside the paper's averages. */
    static MarkdownTable singleLevel(List<SingleLevel.Times> times) {
        var table =
                new MarkdownTable("T7, one level", "median, us", "quartiles, us", "mean, us", "the paper's mean, us");
        single(
                table,
                "match, two nodes there, one free",
                times.stream().mapToLong(SingleLevel.Times::allocate),
                "2,871");
        single(table, "booking it for a second job", times.stream().mapToLong(SingleLevel.Times::book), "in the match");
        single(table, "match, one node there, none free", times.stream().mapToLong(SingleLevel.Times::refuse), "2,883");
        single(table, "adding a node and booking it", times.stream().mapToLong(SingleLevel.Times::addUpdate), "5,592");
        return table;
    }

    private static void single(MarkdownTable table, String what, LongStream nanos, String paper) {
        ValueSummary summary = ValueSummary.of(
                nanos.mapToDouble(value -> value / NANOS_PER_MICRO).toArray());
        table.row(what, number(summary.median()), quartiles(summary), number(summary.mean()), paper);
    }

    private static double median(double[] values) {
        return ValueSummary.of(values).median();
    }

    private static String quartiles(ValueSummary summary) {
        return number(summary.lower()) + " - " + number(summary.upper());
    }
}
