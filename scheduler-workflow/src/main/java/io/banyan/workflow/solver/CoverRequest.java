package io.banyan.workflow.solver;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.shape.PlanShape;

/**
 * The request for the reservations that cover a plan.
 *
 * @param problem the problem of the plan
 * @param plan a sound plan
 * @param wastePercent the cells that may be reserved without use, in percent of the cells that are used
 * @param limit the effort that may be spent
 * @param known a sound shape within the waste
 */
public record CoverRequest(
        PlanProblem problem, BlockPlan plan, double wastePercent, PlanLimit limit, PlanShape known) {}
