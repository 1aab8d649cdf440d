package io.banyan.sim.deadline;

import io.banyan.planner.TimeWindow;
import java.util.List;

/**
 * The nodes of an accepted job.
 *
 * @param nodes in the order in which they were chosen
 */
record NodeBooking(DeadlineJob job, TimeWindow window, List<Integer> nodes) {
    NodeBooking {
        nodes = List.copyOf(nodes);
    }
}
