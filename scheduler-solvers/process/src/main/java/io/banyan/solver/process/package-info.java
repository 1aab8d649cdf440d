/**
 * The process in which a solver runs, because native code must not end a daemon.
 *
 * <p>{@code SolverProcess} is for the daemon and the commands: it starts {@code SolverMain}, ends it when its time is
 * over, checks its plan, and answers with the plan of the heuristic where there is no better one.
 */
@NullMarked
package io.banyan.solver.process;

import org.jspecify.annotations.NullMarked;
