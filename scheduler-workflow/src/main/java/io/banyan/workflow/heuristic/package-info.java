/**
 * Plans without a solver library: list schedules, local search, and a lower bound that shows how far a plan can be off.
 *
 * <p>{@code HeuristicSolver} is the entry. {@code ListScheduler} places blocks one by one on a {@code Board};
 * {@code LowerBound} proves what no plan can reach.
 */
@NullMarked
package io.banyan.workflow.heuristic;

import org.jspecify.annotations.NullMarked;
