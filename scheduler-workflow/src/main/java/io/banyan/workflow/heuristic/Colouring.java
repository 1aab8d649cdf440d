package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.BlockNeeds.OnNodes;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Single resources for blocks whose starts are known, as a greedy colouring of intervals.
 *
 * <p>A solver can treat all resources of a type as one capacity. Where nothing is busy, as behind the horizon, this
 * loses nothing: let the blocks take resources in the order of their starts. When a block of r resources starts in slot
 * s, each resource that is not free is held by a block that started at or before s and ends after s. These blocks all
 * run in s, so the capacity says that they hold at most C - r of the C resources, and r are free. These stay free until
 * a later block takes them. So each plan that keeps the capacity in each slot has a colouring, and the converse is
 * clear.
 *
 * <p>With busy times, a resource that is free in slot s need not be free for the whole block. There the capacity is a
 * relaxation, and the colouring can fail. The same holds for blocks on nodes, which is bin packing.
 */
public final class Colouring {
    private Colouring() {}

    /**
     * Gives each block its resources. O(blocks x resources).
     *
     * @param starts the start of each block
     * @param nodes the nodes of each block, or an empty list if they are to be chosen here
     * @return the plan, or nothing if the greedy choice fails
     */
    public static Optional<BlockPlan> at(PlanProblem problem, List<Integer> starts, List<List<Integer>> nodes) {
        Board board = new Board(problem, false);
        List<Integer> lengths = problem.blocks().stream().map(PlanBlock::slots).toList();
        List<BlockPlacement> placements =
                new ArrayList<>(Collections.nCopies(starts.size(), new BlockPlacement(0, List.of())));
        List<Integer> order = IntStream.range(0, starts.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(starts::get).thenComparing(Comparator.naturalOrder()))
                .toList();
        for (int block : order) {
            int start = starts.get(block);
            if (!nodes.isEmpty() && problem.blocks().get(block).needs() instanceof OnNodes onNodes) {
                int[] chosen = nodes.get(block).stream().mapToInt(i -> i).toArray();
                if (Arrays.stream(chosen).anyMatch(node -> board.earliest(block, start, node) != start)) {
                    return Optional.empty();
                }
                placements.set(block, placement(start, board.place(onNodes, start, lengths.get(block), chosen)));
            } else if (board.earliest(block, start, Board.ANY) == start) {
                placements.set(block, placement(start, board.place(block, start, Board.ANY)));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new BlockPlan(placements));
    }

    private static BlockPlacement placement(int start, int[] held) {
        return new BlockPlacement(start, Arrays.stream(held).boxed().toList());
    }
}
