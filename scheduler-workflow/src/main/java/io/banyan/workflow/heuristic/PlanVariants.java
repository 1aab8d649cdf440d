package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Other plans of the same value, among which a caller chooses by what the objective does not see. */
public final class PlanVariants {
    private PlanVariants() {}

    /**
     * Returns a plan and others of the same value, all different and sound, found by local search around it.
     *
     * <p>The effort is that of {@link HeuristicSolver}: a number of looks at single resources.
     *
     * @param most the largest number of plans, with the given one, at least 1
     * @param seed the seed of the search
     * @param mostLooks the number of looks after which the search ends
     * @param stop tells that the search must end
     */
    public static List<BlockPlan> of(
            PlanProblem problem, BlockPlan plan, int most, int seed, long mostLooks, BooleanSupplier stop) {
        return new PlanSearch(problem, Long.MIN_VALUE, seed, mostLooks, stop).variants(plan, most);
    }
}
