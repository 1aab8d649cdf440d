package io.banyan.workflow.plan;

import java.util.List;

/**
 * The place of one block: its first slot, and the resources that it holds for its whole length.
 *
 * @param start the first slot
 * @param resources the indexes of the resources in {@code SlotProfile.resources()}, in ascending order
 */
public record BlockPlacement(int start, List<Integer> resources) {
    /** Sorts the indexes. */
    public BlockPlacement {
        resources = resources.stream().sorted().toList();
    }
}
