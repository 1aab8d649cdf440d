package io.banyan.workflow.shape;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SingleResource;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The amounts that decide between plans of equal value: the last two parts of the objective {@code compact}.
 *
 * @param reservations the number of reservations that cover the plan without waste
 * @param memoryMib the memory that the plan needs: for each node the most in a slot, summed, in MiB
 * @param nodeSlots the number of pairs of a node and a slot in which the plan uses the node
 */
public record PlanUse(int reservations, long memoryMib, long nodeSlots) implements Comparable<PlanUse> {
    private static final Comparator<PlanUse> ORDER = Comparator.comparingInt(PlanUse::reservations)
            .thenComparingLong(PlanUse::memoryMib)
            .thenComparingLong(PlanUse::nodeSlots);

    /** Returns the amounts of a sound plan. O(held resources + blocks x slots of a block). */
    public static PlanUse of(PlanProblem problem, BlockPlan plan) {
        List<SingleResource> resources = problem.profile().resources();
        int nodes = problem.profile().nodes().size();
        List<TreeMap<Integer, Long>> changes = new ArrayList<>();
        List<BitSet> used = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            changes.add(new TreeMap<>());
            used.add(new BitSet());
        }
        for (int i = 0; i < plan.placements().size(); i++) {
            PlanBlock block = problem.blocks().get(i);
            int start = plan.placements().get(i).start();
            int end = start + block.slots();
            memoryByNode(problem, block, plan.placements().get(i).resources(), resources)
                    .forEach((node, mib) -> {
                        changes.get(node).merge(start, mib, Long::sum);
                        changes.get(node).merge(end, -mib, Long::sum);
                        used.get(node).set(start, end);
                    });
        }
        long memory = changes.stream().mapToLong(PlanUse::peak).sum();
        long nodeSlots = used.stream().mapToLong(BitSet::cardinality).sum();
        int reservations = ShapeCover.of(problem, plan, 0).reservations().size();
        return new PlanUse(reservations, memory, nodeSlots);
    }

    /** The stated memory; else the share of a node's memory that its cores have (section 2.2.1 of the paper). */
    private static Map<Integer, Long> memoryByNode(
            PlanProblem problem, PlanBlock block, List<Integer> held, List<SingleResource> resources) {
        Map<Integer, Long> memory = new TreeMap<>();
        for (int index : held) {
            SingleResource one = resources.get(index);
            ProfileNode node = problem.profile().nodes().get(one.node());
            boolean isCore = one.type().equals(SlotProfile.CORE);
            memory.merge(one.node(), isCore ? node.memoryMib() / node.count(SlotProfile.CORE) : 0, Long::sum);
        }
        if (block.needs() instanceof BlockNeeds.OnNodes needs && needs.memoryMib() > 0) {
            memory.replaceAll((node, share) -> needs.memoryMib());
        }
        return memory;
    }

    /** Returns the highest sum of changes up to a slot; 0 if no sum is above it. */
    public static long peak(SortedMap<Integer, Long> changes) {
        long now = 0;
        long peak = 0;
        for (long change : changes.values()) {
            now += change;
            peak = Math.max(peak, now);
        }
        return peak;
    }

    @Override
    public int compareTo(PlanUse other) {
        return ORDER.compare(this, other);
    }
}
