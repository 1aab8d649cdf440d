package io.banyan.workflow.plan;

import io.banyan.resource.Measures;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The reasons, visible without a search, why a problem has no plan. */
public final class Feasibility {
    private static final int MIB_BITS = 20;

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
                            reasons.add("block '" + block.id() + "' needs " + counted(count, type)
                                    + ", and the machine has " + counts.getOrDefault(type, 0));
                        }
                    });
                case BlockNeeds.OnNodes needs -> {
                    long fitting = problem.profile().nodes().stream()
                            .filter(node -> fits(needs, node))
                            .count();
                    if (fitting < needs.nodes()) {
                        reasons.add("block '" + block.id() + "' needs "
                                + tooLarge(needs, problem.profile())
                                        .orElseGet(() -> counted(needs.nodes(), "node") + " with " + words(needs)
                                                + (needs.nodes() > 1 ? " each" : "") + ", and the machine has "
                                                + (fitting == 0 ? "no such node" : counted(fitting, "such node"))));
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

    /** Returns the amount that no node of the machine has, with the most that one has; empty if each has one. */
    private static Optional<String> tooLarge(BlockNeeds.OnNodes needs, SlotProfile profile) {
        Optional<String> resource = needs.each().entrySet().stream()
                .filter(need -> most(profile, need.getKey()) < need.getValue())
                .map(need -> counted(need.getValue(), need.getKey()) + " on a node, and no node has "
                        + (most(profile, need.getKey()) == 0 ? "any" : "more than " + most(profile, need.getKey())))
                .findFirst();
        long memory =
                profile.nodes().stream().mapToLong(ProfileNode::memoryMib).max().orElse(0);
        return resource.or(() -> Optional.of(needs.memoryMib())
                .filter(mib -> mib > memory)
                .map(mib -> memoryWord(mib) + " of memory on a node, and no node has more than " + memoryWord(memory)));
    }

    private static int most(SlotProfile profile, String type) {
        return profile.nodes().stream().mapToInt(node -> node.count(type)).max().orElse(0);
    }

    private static String memoryWord(long mib) {
        return Measures.word(mib << MIB_BITS);
    }

    /** Returns the first block that the machine cannot run even if it is idle; empty if there is none. */
    public static Optional<PlanBlock> tooLarge(PlanProblem problem) {
        var counts = problem.profile().counts();
        return problem.blocks().stream()
                .filter(block -> switch (block.needs()) {
                    case BlockNeeds.Anywhere needs ->
                        needs.totals().entrySet().stream()
                                .anyMatch(need -> need.getValue() > counts.getOrDefault(need.getKey(), 0));
                    case BlockNeeds.OnNodes needs ->
                        problem.profile().nodes().stream()
                                        .filter(node -> fits(needs, node))
                                        .count()
                                < needs.nodes();
                })
                .findFirst();
    }

    /** Returns whether a node without any load has the amounts that a block needs on each of its nodes. */
    public static boolean fits(BlockNeeds.OnNodes needs, ProfileNode node) {
        return needs.memoryMib() <= node.memoryMib()
                && needs.each().entrySet().stream().allMatch(need -> node.count(need.getKey()) >= need.getValue());
    }

    private static String words(BlockNeeds.OnNodes needs) {
        List<String> words = new ArrayList<>();
        needs.each().forEach((type, count) -> words.add(counted(count, type)));
        if (needs.memoryMib() > 0) {
            words.add(memoryWord(needs.memoryMib()) + " of memory");
        }
        return String.join(", ", words);
    }

    private static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
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
                    .ifPresent(block -> reasons.add("block '"
                            + problem.blocks().get(block).id()
                            + "' waits for a block with which it must start in the same slot"));
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
                return List.of("block '" + one.id() + "' ends with slot " + (end[block] - 1)
                        + " at the earliest, and plans have "
                        + problem.profile().slots() + " slots");
            }
        }
        return List.of();
    }
}
