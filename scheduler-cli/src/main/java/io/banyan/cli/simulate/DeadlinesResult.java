package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.deadline.BookingRun;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The printed result of runs with deadlines. */
record DeadlinesResult(String network, int jobs, long seeds, List<Cell> cells) {
    private static final double DAY_SEC = 86_400;
    private static final double NODE_HOUR_SEC = 3_600;

    /**
     * The runs of one mapping with one mean time between submissions.
     *
     * @param outcomes by seed
     */
    record Cell(long gapSec, MappingRule rule, List<BookingRun.Outcome> outcomes) {
        Cell {
            outcomes = List.copyOf(outcomes);
        }

        MeanEstimate estimate(Figure figure) {
            return MeanEstimate.of(outcomes.stream().mapToDouble(figure::of).toArray());
        }
    }

    /** The numbers of a run. */
    enum Figure {
        ACCEPTED("accepted", "jobs"),
        WORK("work", "node h"),
        TIME("time", "d"),
        DISTANCE("distance", "links");

        private final String label;
        private final String unit;

        Figure(String label, String unit) {
            this.label = label;
            this.unit = unit;
        }

        double of(BookingRun.Outcome outcome) {
            return switch (this) {
                case ACCEPTED -> outcome.accepted();
                case WORK -> outcome.acceptedNodeSec() / NODE_HOUR_SEC;
                case TIME -> outcome.lastEndSec() / DAY_SEC;
                case DISTANCE -> outcome.meanDistance();
            };
        }

        String plain(double value) {
            return String.format(Locale.ROOT, this == DISTANCE ? "%.2f" : this == TIME ? "%.1f" : "%.0f", value);
        }
    }

    /** The result for programs. */
    record Shown(String network, int jobs, long seeds, List<ShownCell> cells) {}

    /** One mapping with one mean time between submissions. */
    record ShownCell(long gapSec, String mapping, List<ShownNumber> numbers) {}

    /** A mean with its 95 % confidence interval. */
    record ShownNumber(String name, String unit, double mean, double halfWidth) {}

    Shown shown() {
        return new Shown(
                network, jobs, seeds, cells.stream().map(DeadlinesResult::shown).toList());
    }

    private static ShownCell shown(Cell cell) {
        List<ShownNumber> numbers = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            MeanEstimate of = cell.estimate(figure);
            numbers.add(new ShownNumber(figure.label, figure.unit, of.mean(), of.halfWidth()));
        }
        return new ShownCell(cell.gapSec(), cell.rule().word(), numbers);
    }

    String text() {
        var table = new Table().right("gap").left("mapping");
        for (Figure figure : Figure.values()) {
            table.right(figure.label);
        }
        for (Cell cell : cells) {
            List<Object> row =
                    new ArrayList<>(List.of(cell.gapSec() + " s", cell.rule().word()));
            for (Figure figure : Figure.values()) {
                MeanEstimate of = cell.estimate(figure);
                String interval = of.count() < 2 ? "" : " ± " + figure.plain(of.halfWidth());
                boolean isUnknown = figure == Figure.DISTANCE && cell.rule() == MappingRule.COUNT;
                row.add(isUnknown ? "-" : figure.plain(of.mean()) + interval + " " + figure.unit);
            }
            table.row(row.toArray());
        }
        return jobs + " jobs on a " + network + ", " + seeds + (seeds == 1 ? " seed" : " seeds")
                + (seeds == 1 ? "" : "; each number is a mean with its 95 % confidence interval") + "\n\n" + table;
    }

    /** A row for each cell and number. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("gap_s", "mapping", "metric", "unit", "mean", "half_width", "seeds"));
        for (Cell cell : cells) {
            for (Figure figure : Figure.values()) {
                MeanEstimate of = cell.estimate(figure);
                rows.add(List.of(
                        Long.toString(cell.gapSec()),
                        cell.rule().word(),
                        figure.label,
                        figure.unit,
                        String.format(Locale.ROOT, "%.4f", of.mean()),
                        String.format(Locale.ROOT, "%.4f", of.halfWidth()),
                        Integer.toString(of.count())));
            }
        }
        return rows;
    }
}
