package io.banyan.workflow.plan;

import java.util.List;

/**
 * One block of a planning problem: resources for a number of slots without a gap.
 *
 * @param id the name of the block, unique in its problem
 * @param needs the resources
 * @param slots the length in slots (w_i in the paper), at least 1
 * @param after the indexes of the blocks that end before this one starts
 * @param earliest the first slot in which the block may start
 */
public record PlanBlock(String id, BlockNeeds needs, int slots, List<Integer> after, int earliest) {
    /** Checks the length, and copies the list. */
    public PlanBlock {
        after = List.copyOf(after);
        if (slots < 1 || earliest < 0) {
            throw new IllegalArgumentException("block " + id + " needs at least 1 slot from slot 0 on, found " + slots
                    + " slots from slot " + earliest);
        }
    }

    /** Returns a block that may start at any time. */
    public static PlanBlock of(String id, BlockNeeds needs, int slots, Integer... after) {
        return new PlanBlock(id, needs, slots, List.of(after), 0);
    }
}
