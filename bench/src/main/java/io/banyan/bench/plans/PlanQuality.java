package io.banyan.bench.plans;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.document.DocumentException;
import io.banyan.solver.ortools.IntervalSolver;
import io.banyan.workflow.format.wfformat.WfFormatReader;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/plans quality}: the distance of plans from the best proved bound. */
@Command(
        name = "quality",
        description = {
            "Plan real workflows and random graphs with the heuristic and with CP-SAT.",
            "The gap is the distance of the span from the best bound that is proved, as a share of the bound."
        },
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
final class PlanQuality implements Callable<Integer> {
    @Option(
            names = "--workflows",
            paramLabel = "DIR",
            description = "directory with workflows in WfFormat 1.5",
            defaultValue = "../shared/data/workflows")
    private Path directory = Path.of("");

    @Option(
            names = "--limit",
            paramLabel = "S",
            description = "seconds that CP-SAT may take for a problem",
            defaultValue = "60")
    private int limit;

    @Option(names = "--workers", paramLabel = "N", description = "threads of CP-SAT", defaultValue = "1")
    private int workers;

    @Option(
            names = "--cores",
            paramLabel = "N",
            split = ",",
            description = "cores of the machines, in nodes of 16",
            defaultValue = "16,48,256")
    private List<Integer> cores = List.of();

    @Option(
            names = "--slots",
            paramLabel = "S",
            split = ",",
            description = "lengths of a slot in seconds",
            defaultValue = "600,60")
    private List<Integer> slots = List.of();

    @Option(
            names = "--random",
            paramLabel = "N",
            description = "number of random graphs of 20 to 200 blocks",
            defaultValue = "100")
    private int random;

    @Option(
            names = "--random-limit",
            paramLabel = "S",
            description = "seconds that CP-SAT may take for a random graph",
            defaultValue = "10")
    private int randomLimit;

    @Option(
            names = "--steps",
            paramLabel = "N",
            split = ",",
            description = "random graphs of so many blocks, for the heuristic alone",
            defaultValue = "1000,10000")
    private List<Integer> steps = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "seed of all random choices", defaultValue = "1")
    private long seed;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private PlanQuality() {}

    @Override
    public Integer call() throws IOException {
        Benchmark.atLeast(1, spec, "--limit", limit);
        System.out.printf(
                "%s; CP-SAT with %d workers for at most %d s; seed %d%n%n",
                MachineDescription.here(), workers, limit, seed);
        if (Files.isDirectory(directory)) {
            System.out.print(real());
        } else {
            System.out.printf("The workflows in %s are left out, because there is no such directory.%n", directory);
        }
        System.out.printf("%n%s%n%s", randomGraphs(), largeGraphs());
        return 0;
    }

    private MarkdownTable real() throws IOException {
        var table = new MarkdownTable(
                "workflow",
                "blocks",
                "cores",
                "formulation",
                "slot, s",
                "bound",
                "heuristic",
                "s",
                "CP-SAT",
                "s",
                "gap, %",
                "proved",
                "variables");
        List<Double> gaps = new ArrayList<>();
        for (Workflow workflow : workflows()) {
            for (int machine : cores) {
                for (Formulation formulation : Formulation.values()) {
                    for (int slot : slots) {
                        var problem = QualityProblems.of(workflow, machine, formulation, slot, seed);
                        Pair pair = solve(problem, limit);
                        gaps.add(pair.gap());
                        table.row(
                                workflow.name(),
                                problem.blocks().size(),
                                machine,
                                formulation.name().toLowerCase(Locale.ROOT),
                                slot,
                                pair.bound(),
                                pair.heuristic().value().span(),
                                number(pair.heuristic().seconds()),
                                pair.exact().value().span(),
                                number(pair.exact().seconds()),
                                number(100 * pair.gap()),
                                pair.exact().value().primary() == pair.bound() ? "yes" : "no",
                                pair.variables());
                        System.err.println(workflow.name() + " " + machine + " " + formulation + " " + slot + ": "
                                + pair.exact().value().span() + " of " + pair.bound());
                    }
                }
            }
        }
        ValueSummary summary =
                ValueSummary.of(gaps.stream().mapToDouble(gap -> 100 * gap).toArray());
        table.row(
                "median; worst",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                number(summary.median()) + "; " + number(summary.max()),
                "",
                "");
        return table;
    }

    /** The workflows of the directory, each with the first word of its file's name. */
    private List<Workflow> workflows() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        List<Workflow> workflows = new ArrayList<>();
        for (Path file : files) {
            String name = String.valueOf(file.getFileName());
            try {
                Workflow read = WfFormatReader.read(Files.readString(file), name, QualityProblems.FACTOR);
                workflows.add(new Workflow(name.replaceFirst("-.*", ""), read.steps(), read.files()));
            } catch (DocumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
        return workflows;
    }

    /** The plans of both solvers, the second one begun from the first. */
    private record Pair(Planned heuristic, Planned exact) {
        long bound() {
            return Math.max(heuristic.bound(), exact.bound());
        }

        double gap() {
            return (double) (exact.value().primary() - bound()) / bound();
        }

        double heuristicGap() {
            return (double) (heuristic.value().primary() - exact.value().primary())
                    / exact.value().primary();
        }

        String variables() {
            return exact.notes().stream()
                    .map(note -> note.replaceAll("\\D", ""))
                    .findFirst()
                    .orElse("");
        }
    }

    private Pair solve(PlanProblem problem, int seconds) {
        var effort = new PlanLimit(seconds, workers, 1);
        Planned heuristic = planned(new HeuristicSolver(), problem, effort, Optional.empty());
        Planned exact = planned(new IntervalSolver(), problem, effort, Optional.of(heuristic));
        return new Pair(heuristic, exact);
    }

    private static Planned planned(PlanSolver solver, PlanProblem problem, PlanLimit effort, Optional<Planned> known) {
        long begin = System.nanoTime();
        var result = solver.solve(problem, effort, known.map(Planned::plan));
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (!(result instanceof Planned planned)) {
            throw new IllegalStateException(solver.name() + " found no plan: " + result);
        }
        var faults = PlanCheck.check(problem, planned.plan());
        if (!faults.isEmpty()) {
            throw new IllegalStateException(solver.name() + " made an unsound plan: "
                    + faults.getFirst().sentence());
        }
        return planned.took(seconds);
    }

    private MarkdownTable randomGraphs() {
        var table = new MarkdownTable(
                "random graphs",
                "cores",
                "formulation",
                "proved",
                "median gap, %",
                "worst gap, %",
                "heuristic above CP-SAT: mean, %",
                "worst, %",
                "heuristic: median s",
                "CP-SAT: median s");
        for (Formulation formulation : random == 0 ? new Formulation[0] : Formulation.values()) {
            var draw = new SplittableRandom(seed);
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < (random + 1) / 2; i++) {
                int machine = i % 2 == 0 ? 16 : 48;
                var problem = QualityProblems.random(20 + draw.nextInt(181), machine, formulation, draw.split());
                pairs.add(solve(problem, randomLimit));
            }
            ValueSummary gap = summary(pairs.stream().map(pair -> 100 * pair.gap()));
            ValueSummary above = summary(pairs.stream().map(pair -> 100 * pair.heuristicGap()));
            table.row(
                    pairs.size() + " of 20 to 200 blocks",
                    "16, 48",
                    formulation.name().toLowerCase(Locale.ROOT),
                    pairs.stream().filter(pair -> pair.gap() == 0).count(),
                    number(gap.median()),
                    number(gap.max()),
                    number(pairs.stream()
                            .mapToDouble(pair -> 100 * pair.heuristicGap())
                            .average()
                            .orElse(0)),
                    number(above.max()),
                    number(summary(pairs.stream().map(pair -> pair.heuristic().seconds()))
                            .median()),
                    number(summary(pairs.stream().map(pair -> pair.exact().seconds()))
                            .median()));
        }
        return table;
    }

    private static ValueSummary summary(Stream<Double> values) {
        return ValueSummary.of(values.mapToDouble(Double::doubleValue).toArray());
    }

    private MarkdownTable largeGraphs() {
        var table = new MarkdownTable("heuristic alone", "cores", "formulation", "span", "bound", "gap, %", "s");
        for (int size : steps) {
            for (Formulation formulation : Formulation.values()) {
                var problem = QualityProblems.random(size, 256, formulation, new SplittableRandom(seed));
                Planned planned = planned(new HeuristicSolver(), problem, PlanLimit.ofSeconds(limit), Optional.empty());
                table.row(
                        size + " blocks",
                        256,
                        formulation.name().toLowerCase(Locale.ROOT),
                        planned.value().span(),
                        planned.bound(),
                        number(100 * planned.gap()),
                        number(planned.seconds()));
            }
        }
        return table;
    }
}
