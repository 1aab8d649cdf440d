package io.banyan.workflow.run;

/**
 * A block of a plan at one moment of its run.
 *
 * @param block the block with its place in the plan
 * @param stage whether the block can get another place
 * @param untilSec the time at which the block is expected to end, or at which it ended, in seconds since 1970
 * @param hasBegun whether a task of the block has run, or waits in the queue
 * @param reason the reason why the block cannot keep its place; empty if it can
 */
public record BlockSituation(RunPlan.PlannedBlock block, Stage stage, long untilSec, boolean hasBegun, String reason) {
    /** The answers to the question whether a block can get another place. */
    public enum Stage {
        /** All known tasks of the block are over. */
        OVER,
        /** The block keeps its place: it runs, or begins within a slot. */
        HELD,
        /** The block can have another place. */
        MOVABLE,
        /** The block needs another place. */
        DISPLACED
    }

    /** Returns the name of the block. */
    public String name() {
        return block.name();
    }

    /** Returns whether the block may be planned again. */
    public boolean mayMove() {
        return stage == Stage.MOVABLE || stage == Stage.DISPLACED;
    }
}
