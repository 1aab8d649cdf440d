package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.Feasibility;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanSolver;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Plans by list schedules and seeded local search.
 *
 * <p>The effort is bounded by a number of looks at single resources, not by a clock, so that the same problem gives the
 * same plan. Any thread. A plan is marked as proved only if it reaches {@link LowerBound} as early as possible.
 */
public final class HeuristicSolver implements PlanSolver {
    /** The name of this solver. */
    public static final String NAME = "heuristic";

    /** The default effort, which takes in the order of a second. */
    public static final long DEFAULT_LOOKS = 10_000_000;

    private final long mostLooks;
    private final BooleanSupplier stop;

    /** Makes a solver with the default effort. */
    public HeuristicSolver() {
        this(DEFAULT_LOOKS, () -> false);
    }

    /**
     * Makes a solver with a given effort.
     *
     * @param mostLooks the number of looks at single resources after which the search ends
     * @param stop tells that the search must end, asked after each list schedule
     */
    public HeuristicSolver(long mostLooks, BooleanSupplier stop) {
        this.mostLooks = mostLooks;
        this.stop = stop;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {
        List<String> reasons = Feasibility.reasonsAgainst(problem);
        if (!reasons.isEmpty()) {
            return new PlanResult.Infeasible(reasons);
        }
        long bound = LowerBound.primary(problem);
        PlanSearch search = new PlanSearch(problem, bound, limit.seed(), mostLooks, stop);
        known.ifPresent(search::note);
        search.run();
        Optional<BlockPlan> best = search.best();
        if (best.isEmpty()) {
            return new PlanResult.NoPlan(List.of("No list schedule ends within the "
                    + problem.profile().slots() + " slots of the plan; more slots may help."));
        }
        var value = best.get().value(problem);
        boolean proved = value.primary() == bound && search.isEarliest(value);
        return new PlanResult.Planned(best.get(), value, bound, proved, NAME, 0, List.of());
    }
}
