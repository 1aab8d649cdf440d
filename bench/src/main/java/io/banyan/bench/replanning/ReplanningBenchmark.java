package io.banyan.bench.replanning;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/replanning}: workflows with and without new plans while they run. Its output is Markdown. */
@Command(
        name = "bench/replanning",
        description = {
            "Run random workflows in virtual time on a machine with other users, with new plans and without.",
            "Tasks end early, or late, or fail, and one node of the machine is lost for half an hour."
        },
        showDefaultValues = true)
public final class ReplanningBenchmark implements Callable<Integer> {
    private static final int SLOT_MILLIS = 60_000;
    private static final int RETRIES = 9;
    private static final int BEGIN_SEC = 3 * 3_600;
    private static final double NORMAL_95 = 1.96;
    private static final double MINUTE = 60;
    private static final double P99 = 0.99;
    private static final double PERCENT = 100;

    @Option(names = "--runs", paramLabel = "N", description = "seeded runs", defaultValue = "200")
    private int runs;

    @Option(
            names = "--most-moved",
            paramLabel = "N",
            split = ",",
            description = "limits of moved blocks in percent; 0 is the run without new plans",
            defaultValue = "0,25,50,100")
    private List<Integer> limits = List.of();

    @Option(
            names = "--load",
            paramLabel = "L",
            split = ",",
            description = "core time that other users ask for, as a share of the machine",
            defaultValue = "0,0.5,0.8")
    private List<Double> loads = List.of();

    @Option(
            names = "--looks",
            paramLabel = "N",
            description = "effort of the heuristic for a plan of a seeded run, in looks at resources",
            defaultValue = "200000")
    private long looks;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "blocks of the workflows whose new plans are timed, with the usual effort",
            defaultValue = "200")
    private int blocks;

    @Option(names = "--timed", paramLabel = "N", description = "runs whose new plans are timed", defaultValue = "10")
    private int timed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private ReplanningBenchmark() {}

    /** Runs it. */
    public static void main(String[] args) {
        Benchmark.main(new ReplanningBenchmark(), args);
    }

    /** Returns the settings of a run with blocks of one step. */
    static RunSettings settings(int mostMoved) {
        List<String> rules = WorkflowReduction.ruleNames().stream()
                .filter(rule -> !rule.equals("chains") && !rule.equals("bags"))
                .toList();
        return new RunSettings(SLOT_MILLIS, 64, rules, 0, "", "finish", false, "heuristic", 2, RETRIES, "", mostMoved);
    }

    private static BiFunction<PlanProblem, RunSettings, PlanResult> solver(long effort) {
        return (problem, settings) ->
                new HeuristicSolver(effort, () -> false).solve(problem, settings.limit(), Optional.empty());
    }

    @Override
    public Integer call() {
        Benchmark.atLeast(1, spec, "--runs", runs);
        System.out.printf("%s; %d runs, slots of 60 s, 8 nodes of 8 cores%n%n", MachineDescription.here(), runs);
        MarkdownTable table = new MarkdownTable(
                "load",
                "most moved, %",
                "makespan, min",
                "difference, min",
                "shorter / longer",
                "late, min",
                "queue jobs",
                "forced",
                "better",
                "moved, most %",
                "moved, mean %",
                "refused",
                "taken at once, %");
        for (double load : loads) {
            List<RunFigures> base = all(load, 0);
            for (int limit : limits) {
                row(table, load, limit, limit == 0 ? base : all(load, limit), base);
            }
        }
        System.out.println(table);
        if (timed > 0) {
            System.out.println(times());
        }
        return 0;
    }

    private List<RunFigures> all(double load, int limit) {
        List<RunFigures> all = new ArrayList<>();
        for (int seed = 1; seed <= runs; seed++) {
            try {
                ReplanningCase one = new ReplanningCase(seed, 8, 8, 8 + seed % 17, load);
                all.add(new VirtualRun(one, settings(limit), solver(looks)).execute(BEGIN_SEC));
            } catch (RuntimeException e) {
                throw new IllegalStateException("seed " + seed + ", load " + load + ", most moved " + limit, e);
            }
        }
        System.err.println("load " + load + ", most moved " + limit + " %");
        return all;
    }

    private static void row(
            MarkdownTable table, double load, int limit, List<RunFigures> figures, List<RunFigures> base) {
        double[] differences = new double[figures.size()];
        Arrays.setAll(
                differences, i -> (figures.get(i).makespanSec() - base.get(i).makespanSec()) / MINUTE);
        long shorter = Arrays.stream(differences).filter(one -> one < 0).count();
        long longer = Arrays.stream(differences).filter(one -> one > 0).count();
        int better = sum(figures, it -> it.revisions().better());
        table.row(
                load,
                limit,
                number(mean(figures, it -> it.makespanSec() / MINUTE)),
                limit == 0 ? "" : interval(differences),
                limit == 0 ? "" : shorter + " / " + longer,
                number(mean(figures, it -> Math.max(0, it.makespanSec() - it.promisedSec()) / MINUTE)),
                number(mean(figures, RunFigures::queued)),
                sum(figures, it -> it.revisions().forced()),
                better,
                number(figures.stream()
                        .mapToDouble(it -> it.revisions().mostMovedPercent())
                        .max()
                        .orElse(0)),
                better == 0
                        ? ""
                        : number(figures.stream()
                                .filter(it -> it.revisions().better() > 0)
                                .mapToDouble(it -> it.revisions().meanMovedPercent())
                                .average()
                                .orElse(0)),
                sum(figures, it -> it.revisions().refusals()),
                number(PERCENT
                        * sum(figures, RunFigures::takenAtOnce)
                        / Math.max(1, sum(figures, RunFigures::released))));
    }

    private static int sum(List<RunFigures> figures, ToIntFunction<RunFigures> part) {
        return figures.stream().mapToInt(part).sum();
    }

    private static double mean(List<RunFigures> figures, ToDoubleFunction<RunFigures> part) {
        return figures.stream().mapToDouble(part).average().orElse(0);
    }

    /** The mean with its interval of 95 %. */
    private static String interval(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        double variance =
                Arrays.stream(values).map(one -> (one - mean) * (one - mean)).sum() / Math.max(1, values.length - 1);
        return number(mean) + " ± " + number(NORMAL_95 * Math.sqrt(variance / values.length));
    }

    /** The times of new plans of large workflows, with the usual effort of the heuristic. */
    private MarkdownTable times() {
        List<Double> seconds = new ArrayList<>();
        List<Double> processorSeconds = new ArrayList<>();
        for (int seed = 1; seed <= timed; seed++) {
            ReplanningCase one = new ReplanningCase(seed, 32, 8, blocks, 0.5);
            RunFigures figures =
                    new VirtualRun(one, settings(100), solver(HeuristicSolver.DEFAULT_LOOKS)).execute(BEGIN_SEC);
            seconds.addAll(figures.revisions().seconds());
            processorSeconds.addAll(figures.revisions().processorSeconds());
            System.err.println("timed run " + seed);
        }
        MarkdownTable table = new MarkdownTable("time", "blocks", "new plans", "median, s", "p99, s", "longest, s");
        addTimes(table, "elapsed", seconds);
        addTimes(table, "processor", processorSeconds);
        return table;
    }

    private void addTimes(MarkdownTable table, String name, List<Double> seconds) {
        double[] sorted = seconds.stream().mapToDouble(it -> it).sorted().toArray();
        ValueSummary summary = ValueSummary.of(sorted);
        table.row(
                name,
                blocks,
                summary.count(),
                number(summary.median()),
                number(ValueSummary.quantile(sorted, P99)),
                number(summary.max()));
    }
}
