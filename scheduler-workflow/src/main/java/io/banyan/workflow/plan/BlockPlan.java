package io.banyan.workflow.plan;

import java.util.List;

/**
 * A plan: the place of each block, in the order of the blocks of its problem.
 *
 * @param placements the places
 */
public record BlockPlan(List<BlockPlacement> placements) {
    /** Copies the list. */
    public BlockPlan {
        placements = List.copyOf(placements);
    }

    /** Returns the first slot of the plan (t in the paper). */
    public int first() {
        return placements.stream().mapToInt(BlockPlacement::start).min().orElse(0);
    }

    /** Returns the slot after the last one of the plan (T + 1 in the paper). */
    public int end(PlanProblem problem) {
        int end = 0;
        for (int i = 0; i < placements.size(); i++) {
            end = Math.max(
                    end, placements.get(i).start() + problem.blocks().get(i).slots());
        }
        return end;
    }

    /** Returns the value of the plan under the objective of its problem. */
    public PlanValue value(PlanProblem problem) {
        int first = first();
        int end = end(problem);
        PlanObjective objective = problem.objective();
        return new PlanValue(first, end, objective.primary(first, end), objective.secondary(first, end));
    }
}
