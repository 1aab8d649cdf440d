package io.banyan.solver.process;

import io.banyan.provider.process.ProgramRun;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanSolver;
import io.banyan.workflow.shape.PlanSelection;
import io.banyan.workflow.solver.RequestJson;
import io.banyan.workflow.solver.ResultJson;
import io.banyan.workflow.solver.SolverRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Plans by a solver in a process of its own, with the heuristic before and behind it.
 *
 * <p>The heuristic plans first, in the order of a second. Its plan is the start of the solver's search, and the answer
 * if the solver is not installed, dies, takes more than its limit and {@link #GRACE}, or gives an unsound plan. A note
 * of the result says so. Each plan has passed {@code PlanCheck}. Any thread; a call blocks until the answer is there.
 */
public final class SolverProcess implements PlanSolver {
    /** The time that the process has for its start and its answer, beyond the limit of the solver. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    /** The most blocks of a plan that is compared with others of the same value. */
    private static final int MOST_SELECTED = 500;

    private static final int SHOWN_ERRORS = 200;

    private final String solver;
    private final Optional<SolverCommand> command;

    /**
     * Makes a solver.
     *
     * @param solver the name of the solver, such as {@code intervals}
     * @param command the command of the process; none if no solver is installed
     */
    public SolverProcess(String solver, Optional<SolverCommand> command) {
        this.solver = solver;
        this.command = command;
    }

    @Override
    public String name() {
        return solver;
    }

    /** Solves a problem with a limit in seconds, from nothing. */
    public PlanResult solve(PlanProblem problem, PlanLimit limit) {
        return solve(problem, limit, Optional.empty());
    }

    @Override
    public PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        long begin = System.nanoTime();
        PlanResult first = new HeuristicSolver().solve(problem, limit, known);
        boolean settled = solver.equals(HeuristicSolver.NAME)
                || first instanceof Infeasible
                || (first instanceof Planned planned && planned.proved());
        PlanResult result = settled ? first : improved(problem, limit, first);
        if (!(result instanceof Planned planned)) {
            return result;
        }
        long end = begin + Duration.ofSeconds(limit.seconds()).toNanos();
        return selected(problem, planned, limit.seed(), () -> System.nanoTime() - end > 0)
                .took((System.nanoTime() - begin) / 1e9);
    }

    /** Returns the plan of the same value with the fewest reservations and the least memory. */
    private static Planned selected(PlanProblem problem, Planned planned, int seed, BooleanSupplier stop) {
        if (problem.blocks().size() > MOST_SELECTED) {
            return planned;
        }
        PlanSelection choice = PlanSelection.around(problem, planned.plan(), seed, stop);
        boolean isSound = PlanCheck.check(problem, choice.plan()).isEmpty();
        return choice.isBetter() && isSound ? planned.with(choice.plan()).noted(choice.sentence()) : planned;
    }

    private PlanResult improved(PlanProblem problem, PlanLimit limit, PlanResult first) {
        if (command.isEmpty()) {
            return noted(
                    first,
                    "No solver is installed; the plan is that of the heuristic. Install the plug-in"
                            + " 'ortools' in a directory that BANYAN_SOLVERS names.");
        }
        Optional<BlockPlan> start = first instanceof Planned planned ? Optional.of(planned.plan()) : Optional.empty();
        String request = RequestJson.write(new SolverRequest(solver, problem, limit, start));
        try {
            ProgramRun run = ProgramRun.run(
                    command.get().words(),
                    request.getBytes(StandardCharsets.UTF_8),
                    Duration.ofSeconds(limit.seconds()).plus(GRACE));
            if (run.timedOut()) {
                return noted(
                        first,
                        "The solver did not answer within " + limit.seconds() + " s and " + GRACE.toSeconds()
                                + " s of grace; the plan is that of the heuristic.");
            }
            if (run.status() != 0) {
                return noted(
                        first,
                        "The solver ended with status " + run.status() + " (" + shortened(run.errors())
                                + "); the plan is that of the heuristic.");
            }
            return better(first, ResultJson.read(run.output(), problem));
        } catch (IOException | IllegalArgumentException e) {
            return noted(
                    first,
                    "The solver gave no usable answer (" + shortened(String.valueOf(e.getMessage()))
                            + "); the plan is that of the heuristic.");
        }
    }

    private static String shortened(String text) {
        String line = text.lines().findFirst().orElse("no message");
        return line.length() <= SHOWN_ERRORS ? line : line.substring(0, SHOWN_ERRORS) + "...";
    }

    /** The better one of two results; both bounds hold. */
    private static PlanResult better(PlanResult first, PlanResult second) {
        return switch (second) {
            case Planned after
            when first instanceof Planned before -> {
                boolean improves = after.value().compareTo(before.value()) <= 0;
                Planned best = improves ? after : before;
                yield new Planned(
                        best.plan(),
                        best.value(),
                        Math.max(before.bound(), after.bound()),
                        improves && after.proved(),
                        best.solver(),
                        0,
                        best.notes());
            }
            case Planned after -> after;
            case Infeasible infeasible
            when first instanceof Planned ->
                noted(
                        first,
                        "The solver said that there is no plan, but there is one; the plan is that of the"
                                + " heuristic.");
            case Infeasible infeasible -> infeasible;
            case NoPlan noPlan -> noted(first, String.join(" ", noPlan.reasons()));
        };
    }

    private static PlanResult noted(PlanResult result, String note) {
        return switch (result) {
            case Planned planned -> planned.noted(note);
            case NoPlan noPlan -> {
                var reasons = new ArrayList<>(noPlan.reasons());
                reasons.add(note);
                yield new NoPlan(reasons);
            }
            case Infeasible infeasible -> infeasible;
        };
    }
}
