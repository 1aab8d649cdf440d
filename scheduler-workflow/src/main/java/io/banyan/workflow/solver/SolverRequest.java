package io.banyan.workflow.solver;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import java.util.Optional;

/**
 * The request to the process of a solver.
 *
 * @param solver the name of the solver
 * @param problem the problem
 * @param limit the effort that may be spent
 * @param known a sound plan from which the solver may start
 */
public record SolverRequest(String solver, PlanProblem problem, PlanLimit limit, Optional<BlockPlan> known) {}
