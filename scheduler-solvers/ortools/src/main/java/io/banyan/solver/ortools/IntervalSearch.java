package io.banyan.solver.ortools;

import com.google.ortools.sat.CpSolver;
import com.google.ortools.sat.CpSolverStatus;
import io.banyan.workflow.heuristic.Colouring;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import io.banyan.workflow.plan.PlanValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One search in one detail: first for the first part of the objective, then for the second part with the first fixed.
 *
 * <p>The result is proved only if the solver proved both parts and the solution has single resources.
 */
final class IntervalSearch {
    private static final double LEAST_EFFORT = 0.1;

    /**
     * The effort of a search.
     *
     * @param limit the limit of the whole solver
     * @param seconds the deterministic time of CP-SAT for this search, about seconds on an idle machine; it does not
     *     depend on the clock, so that the same problem gives the same plan
     * @param deadline the end by the clock
     */
    record Effort(PlanLimit limit, double seconds, Deadline deadline) {}

    private final PlanProblem problem;
    private final Detail detail;
    private final Effort effort;
    private double spent;
    private @Nullable BlockPlan best;
    private long bound;
    private String size = "";

    IntervalSearch(PlanProblem problem, Detail detail, Effort effort, Optional<BlockPlan> known, long bound) {
        this.problem = problem;
        this.detail = detail;
        this.effort = effort;
        this.best = known.orElse(null);
        this.bound = bound;
    }

    /** Returns a sentence about the size of the model. */
    String size() {
        return size;
    }

    /** Returns the lower bound that the search proved. */
    long bound() {
        return bound;
    }

    /** Returns the deterministic time that the search took. */
    double spent() {
        return spent;
    }

    PlanResult run() {
        IntervalModel model = new IntervalModel(problem, detail, bound);
        size = "The last model had " + model.model.getBuilder().getVariablesCount() + " variables in the detail '"
                + detail.name().toLowerCase(Locale.ROOT) + "'.";
        model.minimisePrimary();
        if (best != null) {
            model.limitPrimary(best.value(problem).primary());
            model.hint(best);
        }
        CpSolver solver = solver(2 * effort.seconds() / 3);
        CpSolverStatus status = solver.solve(model.model);
        spent += solver.response().getDeterministicTime();
        if (status == CpSolverStatus.INFEASIBLE && best == null) {
            return new Infeasible(List.of("The solver " + IntervalSolver.NAME + " proved that no plan fits into the "
                    + problem.profile().slots() + " slots."));
        }
        if (status != CpSolverStatus.OPTIMAL && status != CpSolverStatus.FEASIBLE) {
            return answer(false);
        }
        bound = Math.max(bound, (long) Math.ceil(solver.bestObjectiveBound() - 1e-6));
        boolean found = take(model, solver);
        if (status != CpSolverStatus.OPTIMAL) {
            return answer(false);
        }
        return second(model, Math.round(solver.objectiveValue()), found);
    }

    /** The second part of the objective, with the first one at its proved value. */
    private PlanResult second(IntervalModel model, long primary, boolean found) {
        if (!found && detail != Detail.RESOURCES) {
            return answer(false);
        }
        model.minimiseSecondary(primary);
        if (best != null && best.value(problem).primary() == primary) {
            model.hint(best);
        }
        CpSolver solver = solver(Math.max(LEAST_EFFORT, effort.seconds() - spent));
        CpSolverStatus status = solver.solve(model.model);
        spent += solver.response().getDeterministicTime();
        if (status == CpSolverStatus.OPTIMAL || status == CpSolverStatus.FEASIBLE) {
            boolean placed = take(model, solver);
            return answer(status == CpSolverStatus.OPTIMAL && placed);
        }
        return answer(false);
    }

    private CpSolver solver(double seconds) {
        CpSolver solver = new CpSolver();
        solver.getParameters()
                .setNumWorkers(effort.limit().workers())
                .setRandomSeed(effort.limit().seed())
                .setMaxDeterministicTime(seconds)
                .setMaxTimeInSeconds(Math.max(0.05, effort.deadline().leftSeconds()))
                .setUseOverloadCheckerInCumulative(true)
                .setUseTimetableEdgeFindingInCumulative(true)
                .setLinearizationLevel(2);
        return solver;
    }

    /** Takes a solution if its blocks get single resources; says whether they do. */
    private boolean take(IntervalModel model, CpSolver solver) {
        List<Integer> starts =
                model.starts.stream().map(start -> (int) solver.value(start)).toList();
        List<List<Integer>> held = model.resources.resourcesIn(solver);
        Optional<BlockPlan> plan = held.isEmpty()
                ? Colouring.at(problem, starts, model.resources.nodesIn(solver))
                : Optional.of(placed(starts, held));
        if (plan.isEmpty() || !PlanCheck.check(problem, plan.get()).isEmpty()) {
            return false;
        }
        PlanValue value = plan.get().value(problem);
        if (best == null || value.compareTo(best.value(problem)) <= 0) {
            best = plan.get();
        }
        return true;
    }

    private static BlockPlan placed(List<Integer> starts, List<List<Integer>> held) {
        List<BlockPlacement> placements = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            placements.add(new BlockPlacement(starts.get(i), held.get(i)));
        }
        return new BlockPlan(placements);
    }

    private PlanResult answer(boolean proved) {
        if (best == null) {
            return new NoPlan(List.of());
        }
        return new Planned(
                best,
                best.value(problem),
                bound,
                proved,
                IntervalSolver.NAME,
                effort.deadline().passedSeconds(),
                List.of(size));
    }
}
