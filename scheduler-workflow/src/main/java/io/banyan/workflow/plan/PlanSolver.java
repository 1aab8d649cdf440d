package io.banyan.workflow.plan;

import java.util.Optional;

/**
 * A method that solves planning problems. Plug-ins implement it, and are found by {@code ServiceLoader}.
 *
 * <p>Callers check each plan with {@link PlanCheck}. An implementation may take until its limit, and blocks until then.
 */
public interface PlanSolver {
    /** Returns the name by which users choose the solver, such as {@code intervals}. */
    String name();

    /**
     * Solves a problem.
     *
     * @param problem the problem
     * @param limit the effort that may be spent
     * @param known a sound plan from which the solver may start, and which bounds its search
     */
    PlanResult solve(PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known);
}
