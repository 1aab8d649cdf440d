package io.banyan.workflow.run;

import io.banyan.workflow.model.StepId;
import java.util.List;
import java.util.Map;

/**
 * A question for another plan of a run.
 *
 * @param plan the plan in force
 * @param blocks the blocks in the order of the plan, in which each comes after those that it waits for
 * @param widths the number of tasks of each step whose tasks are known
 * @param cause the cause
 * @param mostMovedPercent the most blocks that may move to make the plan better, in percent of those that have not
 *     begun
 */
public record RevisionRequest(
        RunPlan plan,
        List<BlockSituation> blocks,
        Map<StepId, Integer> widths,
        RevisionCause cause,
        int mostMovedPercent) {
    private static final int ALL = 100;

    /** Copies the collections. */
    public RevisionRequest {
        blocks = List.copyOf(blocks);
        widths = Map.copyOf(widths);
    }

    /** Returns the number of blocks that have not begun, or that need another place. */
    public int openBlocks() {
        return (int)
                blocks.stream().filter(one -> one.mayMove() || isAhead(one)).count();
    }

    private static boolean isAhead(BlockSituation block) {
        return block.stage() != BlockSituation.Stage.OVER && !block.hasBegun();
    }

    /** Returns the most blocks that may move to make the plan better. */
    public int mostMoved() {
        return (int) (blocks.stream().filter(RevisionRequest::isAhead).count() * mostMovedPercent / ALL);
    }
}
