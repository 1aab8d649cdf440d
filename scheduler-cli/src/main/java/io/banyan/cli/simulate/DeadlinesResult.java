package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.cli.simulate.DeadlineFigures.Figure;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The printed result of runs with deadlines. */
record DeadlinesResult(
        String network,
        int jobs,
        String programs,
        String communication,
        long seeds,
        Map<String, String> parameters,
        List<Cell> cells) {
    private static final List<Figure> SHORT =
            Arrays.stream(Figure.values()).filter(Figure::isShort).toList();

    /**
     * The runs of one mapping with one mean time between submissions.
     *
     * @param runs by seed
     */
    record Cell(long gapSec, MappingRule rule, List<DeadlineFigures> runs) {
        Cell {
            runs = List.copyOf(runs);
        }

        /** The mean of a number; empty if the runs do not have it. */
        Optional<MeanEstimate> estimate(Figure figure) {
            double[] values = runs.stream()
                    .flatMap(run -> Optional.ofNullable(run.values().get(figure)).stream())
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return values.length == 0 ? Optional.empty() : Optional.of(MeanEstimate.of(values));
        }
    }

    /** The result for programs. */
    record Shown(
            String network,
            int jobs,
            String programs,
            String communication,
            long seeds,
            Map<String, String> parameters,
            List<ShownCell> cells) {}

    /** One mapping with one mean time between submissions. */
    record ShownCell(long gapSec, String mapping, List<ShownNumber> numbers) {}

    /** A mean with its 95 % confidence interval. */
    record ShownNumber(String name, String unit, double mean, double halfWidth) {}

    Shown shown() {
        return new Shown(
                network,
                jobs,
                programs,
                communication,
                seeds,
                parameters,
                cells.stream().map(DeadlinesResult::shown).toList());
    }

    private static ShownCell shown(Cell cell) {
        List<ShownNumber> numbers = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            cell.estimate(figure)
                    .ifPresent(of ->
                            numbers.add(new ShownNumber(figure.label(), figure.unit(), of.mean(), of.halfWidth())));
        }
        return new ShownCell(cell.gapSec(), cell.rule().word(), numbers);
    }

    String text() {
        var table = new Table().right("gap").left("mapping");
        SHORT.forEach(figure -> table.right(figure.label()));
        for (Cell cell : cells) {
            List<Object> row =
                    new ArrayList<>(List.of(cell.gapSec() + " s", cell.rule().word()));
            SHORT.forEach(figure ->
                    row.add(cell.estimate(figure).map(of -> words(figure, of)).orElse("-")));
            table.row(row.toArray());
        }
        return jobs + " jobs on a " + network + ", programs: " + programs + ", messages: " + communication + ", "
                + seeds + (seeds == 1 ? " seed" : " seeds") + "\n"
                + (seeds == 1 ? "" : "Each number is a mean with its 95 % confidence interval.\n") + "\n" + table;
    }

    private static String words(Figure figure, MeanEstimate of) {
        String interval = of.count() < 2 ? "" : " ± " + figure.plain(of.halfWidth());
        return figure.plain(of.mean()) + interval + " " + figure.unit();
    }

    /** A row for each cell and number. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("gap_s", "mapping", "metric", "unit", "mean", "half_width", "seeds"));
        for (Cell cell : cells) {
            for (Figure figure : Figure.values()) {
                cell.estimate(figure)
                        .ifPresent(of -> rows.add(List.of(
                                Long.toString(cell.gapSec()),
                                cell.rule().word(),
                                figure.label(),
                                figure.unit(),
                                String.format(Locale.ROOT, "%.4f", of.mean()),
                                String.format(Locale.ROOT, "%.4f", of.halfWidth()),
                                Integer.toString(of.count()))));
            }
        }
        return rows;
    }
}
