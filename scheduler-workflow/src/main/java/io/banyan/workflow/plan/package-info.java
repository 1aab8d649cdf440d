/**
 * Plans of workflows: the problem, the plan, the check of a plan, and the interface of solvers.
 *
 * <p>A {@code PlanProblem} has {@code PlanBlock}s and a profile. A {@code PlanSolver} answers with a {@code
 * PlanResult}. {@code PlanCheck} decides whether a {@code BlockPlan} is sound, without trust in the solver that made
 * it.
 */
@NullMarked
package io.banyan.workflow.plan;

import org.jspecify.annotations.NullMarked;
