package io.banyan.workflow.batch;

import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.SingleResource;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlanUse;
import io.banyan.workflow.shape.PlannedReservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The reservations of a plan in the words of a batch scheduler. */
public final class ReservationDraft {
    private final PlanProblem problem;
    private final BlockPlan plan;
    private final List<SingleResource> resources;

    private ReservationDraft(PlanProblem problem, BlockPlan plan) {
        this.problem = problem;
        this.plan = plan;
        this.resources = problem.profile().resources();
    }

    /**
     * Returns one reservation for each of a shape, in its order; their names are the prefix and a number from 0. The
     * memory of a node is the most that the blocks of the reservation use on it at a time. O(reserved resources +
     * blocks x slots).
     */
    public static List<BatchReservation> of(PlanProblem problem, BlockPlan plan, PlanShape shape, String prefix) {
        ReservationDraft draft = new ReservationDraft(problem, plan);
        List<BatchReservation> reservations = new ArrayList<>();
        for (PlannedReservation one : shape.reservations()) {
            reservations.add(draft.reservation(one, prefix + reservations.size()));
        }
        return reservations;
    }

    private BatchReservation reservation(PlannedReservation planned, String name) {
        SlotProfile profile = problem.profile();
        Map<Integer, Long> memory = memory(planned);
        Map<Integer, SortedMap<String, List<Integer>>> numbers = new TreeMap<>();
        for (int index : planned.resources()) {
            SingleResource one = resources.get(index);
            numbers.computeIfAbsent(one.node(), it -> new TreeMap<>())
                    .computeIfAbsent(one.type(), it -> new ArrayList<>())
                    .add(one.number());
        }
        List<ReservedShare> shares = new ArrayList<>();
        numbers.forEach((node, byType) ->
                shares.add(new ReservedShare(profile.nodes().get(node).name(), byType, memory.getOrDefault(node, 0L))));
        return new BatchReservation(name, profile.secondsAt(planned.from()), profile.secondsAt(planned.to()), shares);
    }

    /** Returns the most memory that blocks of a reservation use at a time, by node. */
    private Map<Integer, Long> memory(PlannedReservation planned) {
        Map<Integer, TreeMap<Integer, Long>> changes = new HashMap<>();
        for (int index : planned.blocks()) {
            PlanBlock block = problem.blocks().get(index);
            if (block.needs() instanceof BlockNeeds.OnNodes needs && needs.memoryMib() > 0) {
                int start = plan.placements().get(index).start();
                plan.placements().get(index).resources().stream()
                        .map(held -> resources.get(held).node())
                        .distinct()
                        .forEach(node -> {
                            TreeMap<Integer, Long> onNode = changes.computeIfAbsent(node, it -> new TreeMap<>());
                            onNode.merge(start, needs.memoryMib(), Long::sum);
                            onNode.merge(start + block.slots(), -needs.memoryMib(), Long::sum);
                        });
            }
        }
        Map<Integer, Long> most = new HashMap<>();
        changes.forEach((node, onNode) -> most.put(node, PlanUse.peak(onNode)));
        return most;
    }
}
