package io.banyan.workflow.shape;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;

/** A method that covers a plan by the fewest reservations. Plug-ins implement it; {@code ServiceLoader} finds them. */
public interface ShapeSolver {
    /** The most blocks of a plan for which a smallest shape is searched. */
    int MOST_BLOCKS = 40;

    /**
     * Returns the best shape that was found within the limit, {@code known} if there is no better one.
     *
     * @param problem the problem of the plan
     * @param plan a sound plan
     * @param wastePercent the cells that may be reserved without use, in percent of the cells that are used
     * @param limit the effort that may be spent
     * @param known a sound shape within the waste
     */
    PlanShape cover(PlanProblem problem, BlockPlan plan, double wastePercent, PlanLimit limit, PlanShape known);
}
