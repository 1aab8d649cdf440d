package io.banyan.workflow.shape;

import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusySlots;
import java.util.ArrayList;
import java.util.List;

/** The check of a shape: each block lies in one reservation, and no cell is reserved twice or busy. */
public final class ShapeCheck {
    private ShapeCheck() {}

    /** Returns one sentence for each fault; none if the shape is sound. O(cells of reservations by resource). */
    public static List<String> check(PlanProblem problem, BlockPlan plan, PlanShape shape) {
        List<String> faults = new ArrayList<>();
        int[] times = new int[problem.blocks().size()];
        List<BusySlots> busy = problem.profile().busySlots();
        for (PlannedReservation one : shape.reservations()) {
            for (int resource : one.resources()) {
                if (!busy.get(resource).isFree(one.from(), one.to())) {
                    faults.add("Resource " + resource + " is reserved twice or busy in slots " + one.from() + " to "
                            + (one.to() - 1) + ".");
                }
                busy.get(resource).add(one.from(), one.to());
            }
            for (int block : one.blocks()) {
                times[block]++;
                if (!covers(
                        one,
                        plan.placements().get(block),
                        problem.blocks().get(block).slots())) {
                    faults.add("Block " + problem.blocks().get(block).id() + " does not lie in its reservation.");
                }
            }
        }
        for (int block = 0; block < times.length; block++) {
            if (times[block] != 1) {
                faults.add("Block " + problem.blocks().get(block).id() + " lies in " + times[block]
                        + " reservations, expected 1.");
            }
        }
        return faults;
    }

    private static boolean covers(PlannedReservation one, BlockPlacement placement, int slots) {
        return one.from() <= placement.start()
                && placement.start() + slots <= one.to()
                && one.resources().containsAll(placement.resources());
    }
}
