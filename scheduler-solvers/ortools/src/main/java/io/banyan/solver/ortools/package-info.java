/**
 * Exact solvers on Google's OR-Tools: {@code intervals} with its constraint solver CP-SAT, {@code slots} with SCIP.
 *
 * <p>{@code IntervalSolver} is the default, {@code SlotSolver} is the integer program of the paper, corrected. Both are
 * loaded in the process of solvers only.
 */
@NullMarked
package io.banyan.solver.ortools;

import org.jspecify.annotations.NullMarked;
