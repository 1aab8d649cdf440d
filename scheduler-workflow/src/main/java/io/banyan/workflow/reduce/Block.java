package io.banyan.workflow.reduce;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.StepPlacement;

/**
 * A unit of planning: tasks that run one after another, or side by side in lanes, on resources that the block holds
 * from its start to its end.
 *
 * @param name the name of its first step
 * @param needs the resources of one lane
 * @param lanes the number of tasks that run side by side, 1 or more; 0 for a block without tasks
 * @param millis the time from the start of the first task to the end of the last
 * @param part the tasks
 * @param placement the rules for its place and start, those of its only step
 */
public record Block(String name, Needs needs, int lanes, long millis, BlockPart part, StepPlacement placement) {
    /** Returns the cores of all lanes together. */
    public long cores() {
        return lanes * needs.totalCores();
    }

    /** Returns the time that the cores of the block compute, in core milliseconds. */
    public double workMillis() {
        return (double) part.taskMillis() * needs.totalCores();
    }

    /** Returns the length in slots of {@code slotMillis}, rounded up; at least 1. */
    public int slots(long slotMillis) {
        return (int) Math.max(1, Math.ceilDiv(millis, slotMillis));
    }

    /** Returns whether the block may become a part of a larger one: it has no rule of its own but its place. */
    boolean isFree() {
        return placement.together().isEmpty() && placement.sameNode().isEmpty() && placement.segments() == 1;
    }

    /** Returns whether a task of the other block can use the resources of this one. */
    boolean isLike(Block other) {
        return needs.equals(other.needs) && placement.equals(other.placement);
    }
}
