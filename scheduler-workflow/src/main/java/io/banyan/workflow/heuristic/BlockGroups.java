package io.banyan.workflow.heuristic;

import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The blocks of a problem in groups that are placed at once: those that start together, each other block alone.
 *
 * <p>Forward, the blocks of a group have the same start. Backward, they have the same end: a member of length l starts
 * {@code longest - l} slots after the group.
 */
final class BlockGroups {
    final int[] length;
    final int[] earliest;
    final int[][] before;
    final int[][] after;
    /** The members of each group. */
    final int[][] members;
    /** The group of each block. */
    final int[] groupOf;
    /** The slots from the start of a block to the end of the last one that waits for it, with its own. */
    final int[] tail;
    /** The slots that pass before a block can start. */
    final int[] head;

    BlockGroups(PlanProblem problem) {
        List<PlanBlock> blocks = problem.blocks();
        length = blocks.stream().mapToInt(PlanBlock::slots).toArray();
        earliest = blocks.stream()
                .mapToInt(block -> Math.max(problem.earliest(), block.earliest()))
                .toArray();
        before = blocks.stream()
                .map(block -> block.after().stream().distinct().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
        after = problem.next().stream()
                .map(next -> next.stream().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
        groupOf = groups(problem);
        members = members(groupOf);
        head = new int[length.length];
        tail = length.clone();
        List<Integer> order = problem.order();
        for (int block : order) {
            for (int one : before[block]) {
                head[block] = Math.max(head[block], head[one] + length[one]);
            }
        }
        for (int block : order.reversed()) {
            for (int one : after[block]) {
                tail[block] = Math.max(tail[block], length[block] + tail[one]);
            }
        }
    }

    private static int[] groups(PlanProblem problem) {
        int[] lowest = new int[problem.blocks().size()];
        Arrays.setAll(lowest, i -> i);
        for (List<Integer> group : problem.together()) {
            for (int member : group) {
                int from = lowest[member];
                int to = lowest[group.getFirst()];
                for (int i = 0; i < lowest.length; i++) {
                    lowest[i] = lowest[i] == from ? to : lowest[i];
                }
            }
        }
        int[] number = new int[lowest.length];
        Arrays.fill(number, -1);
        int groups = 0;
        for (int i = 0; i < lowest.length; i++) {
            if (number[lowest[i]] < 0) {
                number[lowest[i]] = groups++;
            }
        }
        return Arrays.stream(lowest).map(i -> number[i]).toArray();
    }

    private static int[][] members(int[] groupOf) {
        List<List<Integer>> members = new ArrayList<>();
        for (int block = 0; block < groupOf.length; block++) {
            while (members.size() <= groupOf[block]) {
                members.add(new ArrayList<>());
            }
            members.get(groupOf[block]).add(block);
        }
        return members.stream()
                .map(list -> list.stream().mapToInt(i -> i).toArray())
                .toArray(int[][]::new);
    }

    int blocks() {
        return length.length;
    }

    /** Returns the slots from the start of its group to the start of a block. */
    int offset(int block, boolean backward) {
        int longest = 0;
        if (backward) {
            for (int member : members[groupOf[block]]) {
                longest = Math.max(longest, length[member]);
            }
            return longest - length[block];
        }
        return 0;
    }
}
