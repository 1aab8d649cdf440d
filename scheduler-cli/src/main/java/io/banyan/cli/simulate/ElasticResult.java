package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.elastic.ElasticExperiment.Cell;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import io.banyan.sim.elastic.ElasticMetric;
import io.banyan.sim.metric.MeanEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The result of an experiment with malleable jobs, as it is printed. */
record ElasticResult(int jobs, long slots, long seeds, List<Cell> cells) {
    private static final List<ElasticMetric> COMPARED =
            List.of(ElasticMetric.TOTAL, ElasticMetric.UTILISATION, ElasticMetric.RESPONSE, ElasticMetric.COMPLETION);

    /** The result of the experiment, for programs. */
    record Shown(int jobs, long slots, long seeds, List<ShownCell> cells) {}

    /** One policy at one pair of gaps: each number by its name. */
    record ShownCell(long submissionGapSec, long rescaleGapSec, String policy, Map<String, ShownNumber> numbers) {}

    /** A mean with its 95 % confidence interval, and the value of each seed. */
    record ShownNumber(String unit, double mean, double halfWidth, List<Double> values) {}

    Shown shown() {
        return new Shown(
                jobs, slots, seeds, cells.stream().map(ElasticResult::shown).toList());
    }

    private static ShownCell shown(Cell cell) {
        Map<String, ShownNumber> numbers = new LinkedHashMap<>();
        for (ElasticMetric metric : cell.values().keySet()) {
            MeanEstimate of = cell.estimate(metric);
            List<Double> values = cell.values().getOrDefault(metric, List.of());
            numbers.put(metric.label(), new ShownNumber(metric.unit(), of.mean(), of.halfWidth(), values));
        }
        return new ShownCell(
                cell.submissionGapSec(), cell.rescaleGapSec(), cell.policy().toString(), numbers);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(jobs + " jobs on " + slots + " slots, " + seeds + (seeds == 1 ? " seed" : " seeds")
                + (seeds == 1 ? "" : "; each number is a mean with its 95 % confidence interval"));
        lines.add("");
        lines.add(means().toString().stripTrailing());
        for (Policy other : List.of(Policy.ELASTIC, Policy.BENEFIT_NO_STOP)) {
            Table differences = differences(other);
            if (!differences.isEmpty()) {
                lines.add("");
                lines.add("benefit less " + other + ", seed by seed:");
                lines.add("");
                lines.add(differences.toString().stripTrailing());
            }
        }
        return String.join("\n", lines);
    }

    private Table means() {
        var table = new Table().right("gap").right("rescale gap").left("policy");
        for (ElasticMetric metric : cells.getFirst().values().keySet()) {
            table.right(metric.label());
        }
        for (Cell cell : cells) {
            List<Object> row = new ArrayList<>(
                    List.of(cell.submissionGapSec() + " s", cell.rescaleGapSec() + " s", cell.policy()));
            for (ElasticMetric metric : cell.values().keySet()) {
                row.add(shown(metric, cell.estimate(metric)));
            }
            table.row(row.toArray());
        }
        return table;
    }

    private Table differences(Policy other) {
        var table = new Table().right("gap").right("rescale gap");
        COMPARED.forEach(metric -> table.right(metric.label()));
        for (Cell cell : cells) {
            Optional<Cell> its = cells.stream()
                    .filter(it -> it.policy() == other
                            && it.submissionGapSec() == cell.submissionGapSec()
                            && it.rescaleGapSec() == cell.rescaleGapSec())
                    .findFirst();
            if (cell.policy() == Policy.BENEFIT && its.isPresent()) {
                List<Object> row =
                        new ArrayList<>(List.of(cell.submissionGapSec() + " s", cell.rescaleGapSec() + " s"));
                COMPARED.forEach(metric -> row.add(shown(metric, cell.difference(its.get(), metric))));
                table.row(row.toArray());
            }
        }
        return table;
    }

    private static String shown(ElasticMetric metric, MeanEstimate of) {
        String unit = metric.unit().isEmpty() ? "" : " " + metric.unit();
        String mean = metric.plain(of.mean());
        return of.count() < 2 ? mean + unit : mean + " ± " + metric.plain(of.halfWidth()) + unit;
    }

    /** A row for each cell and number. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("submission_gap_s", "rescale_gap_s", "policy", "metric", "mean", "half_width", "seeds"));
        for (Cell cell : cells) {
            for (ElasticMetric metric : cell.values().keySet()) {
                MeanEstimate of = cell.estimate(metric);
                rows.add(List.of(
                        Long.toString(cell.submissionGapSec()),
                        Long.toString(cell.rescaleGapSec()),
                        cell.policy().toString(),
                        metric.label(),
                        String.format(Locale.ROOT, "%.4f", of.mean()),
                        String.format(Locale.ROOT, "%.4f", of.halfWidth()),
                        Integer.toString(of.count())));
            }
        }
        return rows;
    }
}
