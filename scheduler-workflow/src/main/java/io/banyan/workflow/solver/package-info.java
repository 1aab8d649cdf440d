/**
 * The text in which a planning problem goes to the process of a solver, and a result comes back.
 *
 * <p>{@code RequestJson} writes and reads a {@code SolverRequest}, {@code ResultJson} a {@code PlanResult},
 * {@code ShapeJson} a {@code CoverRequest} and its answer. The process
 * itself is started by the module {@code scheduler-solvers/process}, because no thread and no clock is used here.
 */
@NullMarked
package io.banyan.workflow.solver;

import org.jspecify.annotations.NullMarked;
