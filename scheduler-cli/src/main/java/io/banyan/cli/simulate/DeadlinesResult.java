package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.cli.simulate.DeadlineFigures.Figure;
import io.banyan.sim.deadline.JobGroup;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The printed result of runs with deadlines. */
record DeadlinesResult(
        String network,
        int jobs,
        String programs,
        String communication,
        long seeds,
        Map<String, String> parameters,
        List<MappingRule> compared,
        List<Cell> cells) {
    private static final List<Figure> DIFFERENCES = List.of(Figure.COMPLETED, Figure.WORK);
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

        /** The means of groups of jobs. */
        List<JobGroupTable.ShownGroup> groups(Function<DeadlineFigures, List<JobGroup>> of) {
            return JobGroupTable.means(runs.stream().map(of).toList());
        }

        /** The mean difference of a number to that of another mapping on the same jobs. */
        MeanEstimate difference(Cell other, Figure figure) {
            double[] values = new double[runs.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = runs.get(i).value(figure) - other.runs.get(i).value(figure);
            }
            return MeanEstimate.of(values);
        }
    }

    /** The difference of a mapping to another one. */
    private record Difference(Cell cell, Cell other) {
        MeanEstimate of(Figure figure) {
            return cell.difference(other, figure);
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
            List<ShownCell> cells,
            List<ShownDifference> differences) {}

    /** One mapping with one mean time between submissions. */
    record ShownCell(
            long gapSec,
            String mapping,
            List<ShownNumber> numbers,
            List<JobGroupTable.ShownGroup> sizes,
            List<JobGroupTable.ShownGroup> types) {}

    /** The mean differences of a mapping to another one, paired by seed. */
    record ShownDifference(long gapSec, String mapping, String comparedWith, List<ShownNumber> numbers) {}

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
                cells.stream().map(DeadlinesResult::shown).toList(),
                differences().stream().map(DeadlinesResult::shown).toList());
    }

    private static ShownDifference shown(Difference difference) {
        return new ShownDifference(
                difference.cell.gapSec(),
                difference.cell.rule().word(),
                difference.other.rule().word(),
                DIFFERENCES.stream()
                        .map(figure -> shown(figure, difference.of(figure)))
                        .toList());
    }

    private static ShownNumber shown(Figure figure, MeanEstimate of) {
        return new ShownNumber(figure.label(), figure.unit(), of.mean(), of.halfWidth());
    }

    /** The differences between each mapping and the mappings of {@code --compare}. */
    private List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        for (Cell cell : cells) {
            for (Cell other : cells) {
                if (cell.gapSec() == other.gapSec()
                        && cell.rule() != other.rule()
                        && cell.rule() != MappingRule.COUNT
                        && compared.contains(other.rule())) {
                    differences.add(new Difference(cell, other));
                }
            }
        }
        return differences;
    }

    private static ShownCell shown(Cell cell) {
        List<ShownNumber> numbers = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            cell.estimate(figure).ifPresent(of -> numbers.add(shown(figure, of)));
        }
        return new ShownCell(
                cell.gapSec(),
                cell.rule().word(),
                numbers,
                cell.groups(DeadlineFigures::sizes),
                cell.groups(DeadlineFigures::types));
    }

    /** The groups of jobs of each mapping that runs programs. */
    List<JobGroupTable.Section> sections(Function<DeadlineFigures, List<JobGroup>> of) {
        return cells.stream()
                .map(cell ->
                        new JobGroupTable.Section(cell.gapSec(), cell.rule().word(), cell.groups(of)))
                .toList();
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
        return jobs + (jobs == 1 ? " job on a " : " jobs on a ") + network + ", programs: " + programs + ", messages: "
                + communication + ", "
                + seeds + (seeds == 1 ? " seed" : " seeds") + "\n"
                + (seeds == 1 ? "" : "Each number is a mean with its 95 % confidence interval.\n") + "\n" + table
                + (compared.isEmpty()
                        ? ""
                        : "\nDifferences to other mappings, paired by seed:\n\n" + differenceTable());
    }

    private Table differenceTable() {
        var table = new Table().right("gap").left("mapping").left("compared with");
        DIFFERENCES.forEach(figure -> table.right(figure.label()));
        for (Difference difference : differences()) {
            List<Object> row = new ArrayList<>(List.of(
                    difference.cell.gapSec() + " s",
                    difference.cell.rule().word(),
                    difference.other.rule().word()));
            DIFFERENCES.forEach(figure -> row.add(differenceWords(figure, difference.of(figure))));
            table.row(row.toArray());
        }
        return table;
    }

    private static String differenceWords(Figure figure, MeanEstimate of) {
        return MeanText.of("%.1f", of) + " " + figure.unit();
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
