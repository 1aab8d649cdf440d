package io.banyan.bench.plans;

import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.solver.ortools.IntervalSolver;
import io.banyan.solver.ortools.PrintedProgram;
import io.banyan.solver.ortools.SlotSolver;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.ExhaustiveSolver;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanProblems;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench/plans exact}: the exact solvers, and the trial of all plans, on small problems. */
@Command(
        name = "exact",
        description = {
            "Compare the exact solvers with the trial of all plans.",
            "The problems have all graphs of up to 4 blocks, and random graphs of 5 blocks; up to 4 resources, 8 slots."
        },
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
final class ExactPlans implements Callable<Integer> {
    private static final PlanLimit LIMIT = PlanLimit.ofSeconds(60);
    private static final int SHOWN = 10;

    @Option(
            names = "--random",
            paramLabel = "N",
            description = "number of random graphs of 5 blocks",
            defaultValue = "3000")
    private int random;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            description = "all graphs of up to this number of blocks",
            defaultValue = "4")
    private int blocks;

    @Option(names = "--seed", paramLabel = "N", description = "seed of all random choices", defaultValue = "1")
    private long seed;

    private ExactPlans() {}

    /** The outcome of one problem: what each solver found, and what the printed program says. */
    private record Outcome(int problem, List<String> found, boolean feasible, Optional<Boolean> printedIsRight) {
        boolean isEqual() {
            return found.stream().distinct().count() == 1;
        }
    }

    @Override
    public Integer call() {
        long begin = System.nanoTime();
        List<int[]> graphs = new ArrayList<>();
        for (int size = 1; size <= blocks; size++) {
            graphs.addAll(PlanProblems.allGraphs(size));
        }
        int all = graphs.size();
        var draw = new SplittableRandom(seed);
        for (int i = 0; i < random; i++) {
            graphs.add(PlanProblems.randomGraph(5, draw));
        }
        List<Outcome> outcomes = IntStream.range(0, graphs.size())
                .parallel()
                .mapToObj(i -> outcome(i, graphs.get(i)))
                .toList();
        double seconds = (System.nanoTime() - begin) / 1e9;
        return report(all, outcomes, seconds);
    }

    private Outcome outcome(int index, int[] graph) {
        PlanProblem problem = PlanProblems.random(graph, new SplittableRandom(seed * 1_000_003 + index));
        List<PlanSolver> solvers = List.of(new ExhaustiveSolver(), new IntervalSolver(), new SlotSolver());
        List<String> found =
                solvers.stream().map(solver -> found(solver, problem)).toList();
        boolean feasible = !found.getFirst().equals("none");
        boolean asInPaper = feasible
                && problem.objective() instanceof PlanObjective.Compact
                && problem.blocks().stream().allMatch(block -> block.needs() instanceof BlockNeeds.Anywhere);
        return new Outcome(index, found, feasible, asInPaper ? Optional.of(isPrintedRight(problem)) : Optional.empty());
    }

    private static String found(PlanSolver solver, PlanProblem problem) {
        PlanResult result = solver.solve(problem, LIMIT, Optional.empty());
        if (result instanceof Planned planned) {
            boolean sound = PlanCheck.check(problem, planned.plan()).isEmpty();
            return planned.value().primary() + "/" + planned.value().secondary()
                    + (planned.proved() ? "" : " unproved")
                    + (sound ? "" : " unsound");
        }
        return result instanceof PlanResult.Infeasible ? "none" : "unknown";
    }

    private static boolean isPrintedRight(PlanProblem problem) {
        var best = (Planned) new ExhaustiveSolver().solve(problem, LIMIT, Optional.empty());
        // The paper counts T - t, which is one less than the span in slots.
        return PrintedProgram.span(problem, LIMIT)
                .equals(OptionalLong.of(best.value().span() - 1L));
    }

    private int report(int all, List<Outcome> outcomes, double seconds) {
        List<Outcome> different =
                outcomes.stream().filter(outcome -> !outcome.isEqual()).toList();
        long printed = outcomes.stream()
                .filter(outcome -> outcome.printedIsRight().isPresent())
                .count();
        long right = outcomes.stream()
                .filter(outcome -> outcome.printedIsRight().orElse(false))
                .count();
        System.out.printf("%s; seed %d%n%n", MachineDescription.here(), seed);
        System.out.print(new MarkdownTable(
                        "problems", "graphs", "with a plan", "different", "printed: tried", "printed: right", "seconds")
                .row(
                        "all graphs of up to " + blocks + " blocks, and random ones of 5",
                        all + " + " + random,
                        outcomes.stream().filter(Outcome::feasible).count(),
                        different.size(),
                        printed,
                        right,
                        MarkdownTable.number(seconds)));
        different.stream()
                .limit(SHOWN)
                .forEach(outcome -> System.err.printf(
                        "bench/plans: problem %d: exhaustive, intervals and slots found %s.%n",
                        outcome.problem(), outcome.found()));
        return different.isEmpty() && right == 0 ? 0 : 1;
    }
}
