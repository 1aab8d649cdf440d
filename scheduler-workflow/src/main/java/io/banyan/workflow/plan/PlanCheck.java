package io.banyan.workflow.plan;

import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.SingleResource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The check of a plan: each constraint of the problem, resource by resource and slot by slot.
 *
 * <p>It shares no code with the solvers. A placement has a start and a fixed length, so that a gap inside a block
 * cannot be written down. O(held resources x log(blocks)).
 */
public final class PlanCheck {
    private final PlanProblem problem;
    private final BlockPlan plan;
    private final List<SingleResource> resources;
    private final List<PlanFault> faults = new ArrayList<>();

    private PlanCheck(PlanProblem problem, BlockPlan plan) {
        this.problem = problem;
        this.plan = plan;
        this.resources = problem.profile().resources();
    }

    /** Returns all faults of a plan; none if the plan is sound. */
    public static List<PlanFault> check(PlanProblem problem, BlockPlan plan) {
        int blocks = problem.blocks().size();
        if (plan.placements().size() != blocks) {
            return List.of(new PlanFault.WrongCount(blocks, plan.placements().size()));
        }
        var check = new PlanCheck(problem, plan);
        for (int i = 0; i < blocks; i++) {
            check.checkTimes(problem.blocks().get(i), plan.placements().get(i));
            check.checkExistence(problem.blocks().get(i), plan.placements().get(i));
        }
        if (check.faults.isEmpty()) {
            check.checkPlaces();
        }
        return List.copyOf(check.faults);
    }

    private void checkTimes(PlanBlock block, BlockPlacement placement) {
        int earliest = Math.max(problem.earliest(), block.earliest());
        if (placement.start() < earliest) {
            faults.add(new PlanFault.TooEarly(block.id(), placement.start(), earliest));
        }
        long end = (long) placement.start() + block.slots();
        if (end > problem.profile().slots()) {
            faults.add(new PlanFault.TooLate(
                    block.id(),
                    (int) Math.min(end, Integer.MAX_VALUE),
                    problem.profile().slots()));
        }
        for (int before : block.after()) {
            PlanBlock first = problem.blocks().get(before);
            if (plan.placements().get(before).start() + first.slots() > placement.start()) {
                faults.add(new PlanFault.OutOfOrder(block.id(), first.id()));
            }
        }
    }

    private void checkExistence(PlanBlock block, BlockPlacement placement) {
        Set<Integer> seen = new HashSet<>();
        for (int resource : placement.resources()) {
            if (resource < 0 || resource >= resources.size()) {
                faults.add(new PlanFault.UnknownResource(block.id(), resource));
            } else if (!seen.add(resource)) {
                faults.add(new PlanFault.Repeated(block.id(), resource));
            }
        }
    }

    private void checkPlaces() {
        for (int i = 0; i < problem.blocks().size(); i++) {
            checkNeeds(problem.blocks().get(i), plan.placements().get(i));
        }
        problem.together().forEach(this::checkTogether);
        problem.sameNode().forEach(this::checkSameNode);
        checkBusy();
        checkOverlaps();
        checkMemory();
    }

    private void checkNeeds(PlanBlock block, BlockPlacement placement) {
        SortedMap<String, Integer> needed = block.needs().totals();
        SortedMap<String, Integer> held = new TreeMap<>();
        SortedMap<Integer, SortedMap<String, Integer>> byNode = new TreeMap<>();
        for (int index : placement.resources()) {
            SingleResource resource = resources.get(index);
            held.merge(resource.type(), 1, Integer::sum);
            byNode.computeIfAbsent(resource.node(), node -> new TreeMap<>()).merge(resource.type(), 1, Integer::sum);
        }
        Set<String> types = new TreeSet<>(needed.keySet());
        types.addAll(held.keySet());
        for (String type : types) {
            int need = needed.getOrDefault(type, 0);
            int have = held.getOrDefault(type, 0);
            if (need != have) {
                faults.add(new PlanFault.WrongAmount(block.id(), type, need, have));
            }
        }
        if (block.needs() instanceof BlockNeeds.OnNodes onNodes) {
            checkNodes(block, onNodes, byNode);
        }
    }

    private void checkNodes(
            PlanBlock block, BlockNeeds.OnNodes needs, SortedMap<Integer, SortedMap<String, Integer>> byNode) {
        if (byNode.size() != needs.nodes()) {
            faults.add(new PlanFault.WrongNodes(block.id(), needs.nodes(), byNode.size()));
        }
        byNode.forEach((node, held) -> needs.each().forEach((type, count) -> {
            int have = held.getOrDefault(type, 0);
            if (have != count) {
                faults.add(new PlanFault.SplitNode(
                        block.id(), problem.profile().nodes().get(node).name(), type, count, have));
            }
        }));
    }

    private void checkTogether(List<Integer> group) {
        long starts = group.stream()
                .map(block -> plan.placements().get(block).start())
                .distinct()
                .count();
        if (starts > 1) {
            faults.add(new PlanFault.NotTogether(names(group)));
        }
    }

    private void checkSameNode(List<Integer> group) {
        long nodes = group.stream()
                .flatMap(block -> plan.placements().get(block).resources().stream())
                .map(index -> resources.get(index).node())
                .distinct()
                .count();
        if (nodes > 1) {
            faults.add(new PlanFault.NotSameNode(names(group)));
        }
    }

    private List<String> names(List<Integer> group) {
        return group.stream().map(block -> problem.blocks().get(block).id()).toList();
    }

    private void checkBusy() {
        List<BusySlots> busy = problem.profile().busySlots();
        for (int i = 0; i < problem.blocks().size(); i++) {
            PlanBlock block = problem.blocks().get(i);
            int start = plan.placements().get(i).start();
            for (int index : plan.placements().get(i).resources()) {
                if (!busy.get(index).isFree(start, start + block.slots())) {
                    int slot = Math.max(
                            start,
                            busy.get(index).isFree(start, start + 1)
                                    ? busy.get(index).freeUntil(start)
                                    : start);
                    faults.add(new PlanFault.Busy(block.id(), index, slot));
                }
            }
        }
    }

    private void checkOverlaps() {
        Map<Integer, List<Integer>> holders = new TreeMap<>();
        for (int i = 0; i < problem.blocks().size(); i++) {
            for (int index : plan.placements().get(i).resources()) {
                holders.computeIfAbsent(index, none -> new ArrayList<>()).add(i);
            }
        }
        holders.forEach((index, blocks) -> {
            blocks.sort(Comparator.comparingInt(
                    (Integer block) -> plan.placements().get(block).start()));
            int last = blocks.getFirst();
            for (int block : blocks.subList(1, blocks.size())) {
                int start = plan.placements().get(block).start();
                if (start < end(last)) {
                    faults.add(new PlanFault.Overlap(
                            problem.blocks().get(last).id(),
                            problem.blocks().get(block).id(),
                            index,
                            start));
                }
                last = end(block) > end(last) ? block : last;
            }
        });
    }

    private int end(int block) {
        return plan.placements().get(block).start()
                + problem.blocks().get(block).slots();
    }

    private void checkMemory() {
        List<TreeMap<Integer, Long>> changes = new ArrayList<>();
        for (var node : problem.profile().nodes()) {
            TreeMap<Integer, Long> ofNode = new TreeMap<>();
            node.busyMemory().forEach(busy -> use(ofNode, busy.mib(), busy.from(), busy.to()));
            changes.add(ofNode);
        }
        boolean used = false;
        for (int i = 0; i < problem.blocks().size(); i++) {
            if (problem.blocks().get(i).needs() instanceof BlockNeeds.OnNodes needs && needs.memoryMib() > 0) {
                used = true;
                int block = i;
                plan.placements().get(i).resources().stream()
                        .map(index -> resources.get(index).node())
                        .distinct()
                        .forEach(node -> use(
                                changes.get(node),
                                needs.memoryMib(),
                                plan.placements().get(block).start(),
                                end(block)));
            }
        }
        for (int node = 0; used && node < changes.size(); node++) {
            checkMemory(node, changes.get(node));
        }
    }

    private static void use(SortedMap<Integer, Long> changes, long mib, int from, int to) {
        changes.merge(from, mib, Long::sum);
        changes.merge(to, -mib, Long::sum);
    }

    private void checkMemory(int node, SortedMap<Integer, Long> changes) {
        long memory = problem.profile().nodes().get(node).memoryMib();
        long used = 0;
        for (Map.Entry<Integer, Long> change : changes.entrySet()) {
            used += change.getValue();
            if (used > memory) {
                faults.add(new PlanFault.MemoryExceeded(
                        problem.profile().nodes().get(node).name(), change.getKey(), used, memory));
                return;
            }
        }
    }
}
