package io.banyan.engine;

import io.banyan.workflow.order.PlanningOrder;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.run.RunSettings;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

/**
 * The making of plans.
 *
 * @param solver the method that solves planning problems
 * @param executor the execution of solvers, beside which the engine goes on
 * @param order the order in which workflows are planned
 */
public record PlanMaking(
        BiFunction<PlanProblem, RunSettings, PlanResult> solver, Executor executor, PlanningOrder order) {}
