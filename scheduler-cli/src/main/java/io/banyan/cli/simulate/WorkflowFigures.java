package io.banyan.cli.simulate;

import io.banyan.cli.output.Table;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.workflow.StreamMachine;
import io.banyan.sim.workflow.TrialResult;
import io.banyan.sim.workflow.WorkflowExperiment.Cell;
import io.banyan.sim.workflow.WorkflowExperiment.StreamResult;
import io.banyan.sim.workflow.WorkflowMethod;
import io.banyan.sim.workflow.WorkflowMetric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;

/** The printed result of an experiment with workflows in a stream of jobs. */
record WorkflowFigures(String jobs, StreamMachine machine, long seeds, double error, List<Cell> cells) {
    private static final String DEVIATION = "makespan deviation";

    /** The metrics of the first two tables; the third one has those of promises. */
    private static final List<WorkflowMetric> COMPARED = List.of(
            WorkflowMetric.TURNAROUND,
            WorkflowMetric.MAKESPAN,
            WorkflowMetric.STRETCH,
            WorkflowMetric.HELD,
            WorkflowMetric.UNUSED,
            WorkflowMetric.UTILISATION,
            WorkflowMetric.DELAY);

    /** The result of the experiment, for programs. */
    record Shown(String jobs, int nodes, int coresPerNode, long seeds, double error, List<ShownCell> cells) {}

    /** One method: each number by its name, the differences to plain, and those to the stream without a workflow. */
    record ShownCell(
            String policy,
            double load,
            String workflow,
            String method,
            long incomplete,
            int refusedPlans,
            double makespanDeviationSec,
            Map<String, ShownNumber> numbers,
            Map<String, ShownNumber> lessPlain,
            Map<String, ShownNumber> lessWithout) {}

    /** A mean with its 95 % confidence interval, and the number of seeds. */
    record ShownNumber(String unit, double mean, double halfWidth, int seeds) {
        static ShownNumber of(String unit, MeanEstimate of) {
            return new ShownNumber(unit, of.mean(), of.halfWidth(), of.count());
        }
    }

    /** A number beside that of the stream without a workflow. */
    private record Beside(String label, String unit, String format, ToDoubleBiFunction<TrialResult, StreamResult> of) {}

    private static final List<Beside> BESIDE = List.of(
            new Beside("broken promises", "", "%.2f", (with, without) -> with.broken() - without.broken()),
            new Beside("seconds broken", "s", "%.0f", (with, without) -> with.brokenSec() - without.brokenSec()),
            new Beside("utilisation", "%", "%.2f", (with, without) -> with.utilisation() - without.utilisation()));

    Shown shown() {
        return new Shown(
                jobs,
                machine.nodes(),
                machine.coresPerNode(),
                seeds,
                error,
                cells.stream().map(this::shown).toList());
    }

    private ShownCell shown(Cell cell) {
        Map<String, ShownNumber> numbers = new LinkedHashMap<>();
        Map<String, ShownNumber> lessPlain = new LinkedHashMap<>();
        for (WorkflowMetric metric : WorkflowMetric.values()) {
            numbers.put(metric.label(), ShownNumber.of(metric.unit(), cell.estimate(metric)));
            plain(cell)
                    .ifPresent(plain -> lessPlain.put(
                            metric.label(), ShownNumber.of(metric.unit(), cell.difference(plain, metric))));
        }
        Map<String, ShownNumber> lessWithout = new LinkedHashMap<>();
        BESIDE.forEach(it -> lessWithout.put(it.label, ShownNumber.of(it.unit, cell.added(it.of))));
        return new ShownCell(
                cell.policy().words(),
                cell.load(),
                cell.workflow().name(),
                cell.method().toString(),
                cell.incomplete(),
                cell.refusedPlans(),
                cell.makespanDeviationSec(),
                numbers,
                lessPlain,
                lessWithout);
    }

    /** Returns the cell of the method {@code plain} beside another cell; empty if there is none. */
    private Optional<Cell> plain(Cell cell) {
        return cells.stream()
                .filter(it -> it.method() == WorkflowMethod.PLAIN
                        && cell.method() != WorkflowMethod.PLAIN
                        && it.policy().equals(cell.policy())
                        && it.load() == cell.load()
                        && it.workflow().equals(cell.workflow()))
                .findFirst();
    }

    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(jobs + " on " + machine.nodes() + " nodes of " + machine.coresPerNode() + " cores, " + seeds
                + (seeds == 1 ? " seed" : " seeds; each number is a mean with its 95 % confidence interval"));
        lines.add("");
        lines.add(means().toString().stripTrailing());
        Table differences = differences();
        if (!differences.isEmpty()) {
            lines.add("");
            lines.add("less plain, seed by seed:");
            lines.add("");
            lines.add(differences.toString().stripTrailing());
        }
        lines.add("");
        lines.add("beside the same stream without the workflow:");
        lines.add("");
        lines.add(beside().toString().stripTrailing());
        return String.join("\n", lines);
    }

    private static Table heading() {
        return new Table().left("policy").right("load").left("workflow").left("method");
    }

    private static List<Object> begin(Cell cell) {
        String load = cell.load() == 0 ? "-" : String.format(Locale.ROOT, "%.2f", cell.load());
        return new ArrayList<>(
                List.of(cell.policy().words(), load, cell.workflow().name(), cell.method()));
    }

    private Table means() {
        Table table = heading();
        boolean hasIncomplete = cells.stream().anyMatch(cell -> cell.incomplete() > 0);
        for (WorkflowMetric metric : COMPARED) {
            table.right(metric.label());
            if (metric == WorkflowMetric.MAKESPAN) {
                table.right(DEVIATION);
            }
        }
        table.right("refused plans");
        if (hasIncomplete) {
            table.right("incomplete");
        }
        for (Cell cell : cells) {
            List<Object> row = begin(cell);
            for (WorkflowMetric metric : COMPARED) {
                row.add(text(metric, cell.estimate(metric)));
                if (metric == WorkflowMetric.MAKESPAN) {
                    row.add(String.format(Locale.ROOT, "%.0f s", cell.makespanDeviationSec()));
                }
            }
            row.add(cell.refusedPlans());
            if (hasIncomplete) {
                row.add(cell.incomplete());
            }
            table.row(row.toArray());
        }
        return table;
    }

    private Table differences() {
        Table table = heading();
        COMPARED.forEach(metric -> table.right(metric.label()));
        for (Cell cell : cells) {
            plain(cell).ifPresent(plain -> {
                List<Object> row = begin(cell);
                COMPARED.forEach(metric -> row.add(text(metric, cell.difference(plain, metric))));
                table.row(row.toArray());
            });
        }
        return table;
    }

    private Table beside() {
        Table table =
                heading().right("promises").right("broken").right("without").right("difference");
        table.right("seconds")
                .right("without")
                .right("difference")
                .right("utilisation")
                .right("difference");
        for (Cell cell : cells) {
            List<Object> row = begin(cell);
            row.add(number("%.1f", cell, (with, without) -> with.promises()));
            row.add(number("%.2f", cell, (with, without) -> with.broken()));
            row.add(number("%.2f", cell, (with, without) -> without.broken()));
            row.add(MeanText.of("%.2f", cell.added(BESIDE.get(0).of)));
            row.add(number("%.0f", cell, (with, without) -> with.brokenSec()));
            row.add(number("%.0f", cell, (with, without) -> without.brokenSec()));
            row.add(MeanText.of("%.0f", cell.added(BESIDE.get(1).of)));
            row.add(number("%.2f %%", cell, (with, without) -> without.utilisation()));
            row.add(MeanText.of("%.2f", cell.added(BESIDE.get(2).of)));
            table.row(row.toArray());
        }
        return table;
    }

    private static String number(String format, Cell cell, ToDoubleBiFunction<TrialResult, StreamResult> of) {
        return MeanText.number(format, cell.added(of).mean());
    }

    private static String text(WorkflowMetric metric, MeanEstimate of) {
        String unit = metric.unit().isEmpty() ? "" : " " + metric.unit();
        return of.count() == 0 ? "-" : MeanText.of(metric.format(), of) + unit;
    }

    /** A row for each cell and number. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(
                "policy",
                "load",
                "workflow",
                "method",
                "metric",
                "mean",
                "half_width",
                "less_plain",
                "less_plain_half_width",
                "seeds"));
        for (Cell cell : cells) {
            for (WorkflowMetric metric : WorkflowMetric.values()) {
                MeanEstimate of = cell.estimate(metric);
                MeanEstimate less =
                        plain(cell).map(plain -> cell.difference(plain, metric)).orElse(new MeanEstimate(0, 0, 0));
                rows.add(List.of(
                        cell.policy().words(),
                        Double.toString(cell.load()),
                        cell.workflow().name(),
                        cell.method().toString(),
                        metric.label(),
                        digits(of.mean()),
                        digits(of.halfWidth()),
                        digits(less.mean()),
                        digits(less.halfWidth()),
                        Integer.toString(of.count())));
            }
        }
        return rows;
    }

    private static String digits(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }
}
