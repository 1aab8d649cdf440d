package io.banyan.workflow.plan;

import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A planning problem (STEP-2 of the paper): blocks with an order, and the machine on which they shall run.
 *
 * @param profile the machine, and what is busy
 * @param blocks the blocks, at least 1
 * @param together groups of blocks, by index, that start in the same slot
 * @param sameNode groups of blocks, by index, that run on one and the same node
 * @param objective the value that is minimised
 * @param earliest the first slot in which any block may start, such as the horizon
 */
public record PlanProblem(
        SlotProfile profile,
        List<PlanBlock> blocks,
        List<List<Integer>> together,
        List<List<Integer>> sameNode,
        PlanObjective objective,
        int earliest) {
    /** Checks the indexes, the names and the order. O(blocks + edges). */
    public PlanProblem {
        blocks = List.copyOf(blocks);
        together = together.stream().map(List::copyOf).toList();
        sameNode = sameNode.stream().map(List::copyOf).toList();
        if (blocks.isEmpty()) {
            throw new IllegalArgumentException("a planning problem needs at least 1 block");
        }
        Set<String> ids = new HashSet<>();
        for (PlanBlock block : blocks) {
            if (!ids.add(block.id())) {
                throw new IllegalArgumentException("two blocks have the name " + block.id());
            }
            requireIndexes(block.after(), blocks.size());
        }
        together.forEach(group -> requireIndexes(group, ids.size()));
        sameNode.forEach(group -> requireIndexes(group, ids.size()));
        if (earliest < 0) {
            throw new IllegalArgumentException("the earliest slot must be 0 or later, found " + earliest);
        }
        if (sorted(blocks).size() < blocks.size()) {
            throw new IllegalArgumentException("the blocks wait for each other in a cycle");
        }
    }

    /** Returns a problem without groups, with the objective {@code compact}, from slot 0. */
    public static PlanProblem of(SlotProfile profile, List<PlanBlock> blocks) {
        return new PlanProblem(profile, blocks, List.of(), List.of(), new PlanObjective.Compact(), 0);
    }

    private static void requireIndexes(List<Integer> indexes, int size) {
        for (int index : indexes) {
            if (index < 0 || index >= size) {
                throw new IllegalArgumentException("there is no block with index " + index + ", only " + size);
            }
        }
    }

    /** Returns the same problem with another objective. */
    public PlanProblem withObjective(PlanObjective other) {
        return new PlanProblem(profile, blocks, together, sameNode, other, earliest);
    }

    /** Returns the indexes of the blocks so that each comes after those that it waits for. O(blocks + edges). */
    public List<Integer> order() {
        return sorted(blocks);
    }

    /** Returns for each block the indexes of the blocks that wait for it. O(blocks + edges). */
    public List<List<Integer>> next() {
        return next(blocks);
    }

    private static List<List<Integer>> next(List<PlanBlock> blocks) {
        List<List<Integer>> next = new ArrayList<>();
        blocks.forEach(block -> next.add(new ArrayList<>()));
        for (int i = 0; i < blocks.size(); i++) {
            for (int before : new HashSet<>(blocks.get(i).after())) {
                next.get(before).add(i);
            }
        }
        return next;
    }

    /** The blocks in order; shorter than the list where some wait for each other. */
    private static List<Integer> sorted(List<PlanBlock> blocks) {
        List<List<Integer>> next = next(blocks);
        int[] missing = new int[blocks.size()];
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < blocks.size(); i++) {
            missing[i] = new HashSet<>(blocks.get(i).after()).size();
            if (missing[i] == 0) {
                order.add(i);
            }
        }
        for (int done = 0; done < order.size(); done++) {
            for (int later : next.get(order.get(done))) {
                if (--missing[later] == 0) {
                    order.add(later);
                }
            }
        }
        return order;
    }
}
