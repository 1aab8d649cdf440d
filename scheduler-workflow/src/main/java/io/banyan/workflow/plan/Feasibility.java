package io.banyan.workflow.plan;

import io.banyan.workflow.profile.ProfileNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The reasons, visible without a search, why a problem has no plan. */
public final class Feasibility {
    private Feasibility() {}

    /** Returns a sentence for each reason; none if a plan may exist. O(blocks x nodes + edges). */
    public static List<String> reasonsAgainst(PlanProblem problem) {
        List<String> reasons = new ArrayList<>();
        var counts = problem.profile().counts();
        for (PlanBlock block : problem.blocks()) {
            switch (block.needs()) {
                case BlockNeeds.Anywhere needs ->
                    needs.totals().forEach((type, count) -> {
                        if (count > counts.getOrDefault(type, 0)) {
                            reasons.add("Block " + block.id() + " needs " + count + " of type " + type
                                    + ", but the machine has " + counts.getOrDefault(type, 0) + ".");
                        }
                    });
                case BlockNeeds.OnNodes needs -> {
                    long fitting = problem.profile().nodes().stream()
                            .filter(node -> fits(needs, node))
                            .count();
                    if (fitting < needs.nodes()) {
                        reasons.add("Block " + block.id() + " needs " + needs.nodes() + " nodes with " + words(needs)
                                + " each, but " + fitting + " of the machine's nodes have these.");
                    }
                }
            }
        }
        reasons.addAll(contradictions(problem));
        if (reasons.isEmpty()) {
            reasons.addAll(tooLong(problem));
        }
        return reasons;
    }

    /** Returns whether a node without any load has the amounts that a block needs on each of its nodes. */
    public static boolean fits(BlockNeeds.OnNodes needs, ProfileNode node) {
        return needs.memoryMib() <= node.memoryMib()
                && needs.each().entrySet().stream().allMatch(need -> node.count(need.getKey()) >= need.getValue());
    }

    private static String words(BlockNeeds.OnNodes needs) {
        var amounts = new TreeMap<String, Object>(needs.each());
        if (needs.memoryMib() > 0) {
            amounts.put("memory", needs.memoryMib() + " MiB");
        }
        return amounts.toString().replaceAll("[{}]", "").replace('=', ' ');
    }

    private static List<String> contradictions(PlanProblem problem) {
        List<String> reasons = new ArrayList<>();
        for (List<Integer> group : problem.together()) {
            Set<Integer> behind = new HashSet<>();
            for (int block : problem.order()) {
                if (problem.blocks().get(block).after().stream()
                        .anyMatch(before -> behind.contains(before) || group.contains(before))) {
                    behind.add(block);
                }
            }
            group.stream()
                    .filter(behind::contains)
                    .findFirst()
                    .ifPresent(block -> reasons.add("Block "
                            + problem.blocks().get(block).id()
                            + " waits for a block with which it must start in the same slot."));
        }
        return reasons;
    }

    private static List<String> tooLong(PlanProblem problem) {
        int[] end = new int[problem.blocks().size()];
        for (int block : problem.order()) {
            PlanBlock one = problem.blocks().get(block);
            int start = Math.max(problem.earliest(), one.earliest());
            for (int before : one.after()) {
                start = Math.max(start, end[before]);
            }
            end[block] = start + one.slots();
            if (end[block] > problem.profile().slots()) {
                return List.of("Block " + one.id() + " ends with slot " + (end[block] - 1)
                        + " at the earliest, but plans have "
                        + problem.profile().slots() + " slots.");
            }
        }
        return List.of();
    }
}
