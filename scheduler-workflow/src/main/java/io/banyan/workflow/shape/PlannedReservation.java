package io.banyan.workflow.shape;

import java.util.List;

/**
 * One reservation: some resources for some slots, and the blocks that run in it.
 *
 * @param from the first slot
 * @param to the slot after the last one
 * @param resources the indexes of the resources in {@code SlotProfile.resources()}, in ascending order
 * @param blocks the indexes of the blocks, in ascending order
 */
public record PlannedReservation(int from, int to, List<Integer> resources, List<Integer> blocks) {
    /** Checks the slots, and sorts the lists. */
    public PlannedReservation {
        resources = resources.stream().distinct().sorted().toList();
        blocks = blocks.stream().distinct().sorted().toList();
        if (from < 0 || to <= from || resources.isEmpty() || blocks.isEmpty()) {
            throw new IllegalArgumentException("a reservation needs slots, resources and blocks, found slots " + from
                    + " to " + to + ", " + resources.size() + " resources and " + blocks.size() + " blocks");
        }
    }

    /** Returns the number of its cells: resources times slots. */
    public long cells() {
        return (long) resources.size() * (to - from);
    }
}
