package io.banyan.workflow.shape;

import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import java.util.List;

/**
 * The shape of a plan: reservations that are booked all or not at all.
 *
 * @param reservations the reservations, by their first slots
 */
public record PlanShape(List<PlannedReservation> reservations) {
    /** Copies the list. */
    public PlanShape {
        reservations = List.copyOf(reservations);
    }

    /** Returns the number of cells that are reserved but used by no block. */
    public long wastedCells(PlanProblem problem, BlockPlan plan) {
        long reserved =
                reservations.stream().mapToLong(PlannedReservation::cells).sum();
        return reserved - usedCells(problem, plan);
    }

    /** Returns the number of cells that the blocks of a plan use. */
    public static long usedCells(PlanProblem problem, BlockPlan plan) {
        long used = 0;
        for (int i = 0; i < plan.placements().size(); i++) {
            used += (long) plan.placements().get(i).resources().size()
                    * problem.blocks().get(i).slots();
        }
        return used;
    }
}
