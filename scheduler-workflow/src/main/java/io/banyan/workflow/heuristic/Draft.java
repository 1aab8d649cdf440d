package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The starts and resources of all blocks, as a search passes them on; the arrays are not changed any more. */
@SuppressWarnings("ArrayRecordComponent")
record Draft(int[] start, int[][] resources) {
    static Draft of(BlockPlan plan) {
        int[] start = plan.placements().stream().mapToInt(BlockPlacement::start).toArray();
        int[][] resources = plan.placements().stream()
                .map(placement ->
                        placement.resources().stream().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
        return new Draft(start, resources);
    }

    int first() {
        return Arrays.stream(start).min().orElse(0);
    }

    int end(int[] length) {
        int end = 0;
        for (int i = 0; i < start.length; i++) {
            end = Math.max(end, start[i] + length[i]);
        }
        return end;
    }

    BlockPlan plan() {
        List<BlockPlacement> placements = new ArrayList<>();
        for (int i = 0; i < start.length; i++) {
            placements.add(new BlockPlacement(
                    start[i], Arrays.stream(resources[i]).boxed().toList()));
        }
        return new BlockPlan(placements);
    }
}
