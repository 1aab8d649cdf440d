package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservationDraft;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.ShapeCover;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;

/** A plan in which some blocks have new places, with the reservations for these. */
final class RevisedPlan {
    private RevisedPlan() {}

    /** Returns the revision. O(blocks x log(blocks) + reserved resources). */
    static RunEvent.Revised of(
            RevisionProblem problem,
            NavigableMap<Integer, BlockPlacement> moved,
            List<String> notes,
            String solver,
            String prefix,
            long atSec) {
        RevisionRequest request = problem.request();
        List<BatchReservation> fresh = new ArrayList<>();
        Map<Integer, String> reservationOf = fresh(problem, moved, prefix, fresh);
        List<RunPlan.PlannedBlock> blocks = new ArrayList<>();
        Set<String> used = new HashSet<>();
        long end = 0;
        for (int i = 0; i < request.blocks().size(); i++) {
            BlockSituation old = request.blocks().get(i);
            RunPlan.PlannedBlock block = old.block();
            if (moved.containsKey(i)) {
                block = RunPlanner.placed(
                        block.steps(),
                        problem.profile(),
                        problem.block(i),
                        moved.get(i),
                        String.valueOf(reservationOf.get(i)),
                        problem.runSeconds(i));
                end = Math.max(end, block.endSec());
            } else {
                end = Math.max(end, old.untilSec());
            }
            used.add(block.reservation());
            blocks.add(block);
        }
        List<BatchReservation> reservations = new ArrayList<>(request.plan().reservations().stream()
                .filter(one -> used.contains(one.name()))
                .toList());
        reservations.addAll(fresh);
        RunPlan plan = new RunPlan(
                request.plan().startSec(),
                end,
                problem.profile().secondsAt(problem.profile().horizon()),
                request.plan().slotSeconds(),
                blocks,
                reservations,
                RunPlanner.coreHours(blocks),
                solver,
                false,
                0,
                notes);
        List<String> names =
                moved.keySet().stream().map(i -> blocks.get(i).name()).toList();
        return new RunEvent.Revised(plan, names, request.openBlocks(), request.cause(), atSec);
    }

    /** Makes the new reservations, and returns their names by block. */
    private static Map<Integer, String> fresh(
            RevisionProblem problem,
            NavigableMap<Integer, BlockPlacement> moved,
            String prefix,
            List<BatchReservation> fresh) {
        List<PlanBlock> blocks = new ArrayList<>();
        List<BlockPlacement> places = new ArrayList<>();
        int slots = 1;
        for (Map.Entry<Integer, BlockPlacement> one : moved.entrySet()) {
            PlanBlock block = problem.block(one.getKey());
            blocks.add(new PlanBlock(block.id(), block.needs(), block.slots(), List.of(), 0));
            places.add(one.getValue());
            slots = Math.max(slots, one.getValue().start() + block.slots());
        }
        PlanProblem part = PlanProblem.of(problem.profile().withSlots(slots), blocks);
        BlockPlan plan = new BlockPlan(places);
        PlanShape shape = ShapeCover.of(part, plan, 0);
        fresh.addAll(ReservationDraft.of(part, plan, shape, prefix));
        List<Integer> indexes = List.copyOf(moved.keySet());
        Map<Integer, String> names = new HashMap<>();
        for (int i = 0; i < fresh.size(); i++) {
            String name = fresh.get(i).name();
            shape.reservations().get(i).blocks().forEach(block -> names.put(indexes.get(block), name));
        }
        return names;
    }
}
