package io.banyan.engine.fill;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.profile.SlotProfile;
import io.banyan.workflow.reduce.Block;
import io.banyan.workflow.reduce.BlockPart;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.RunSettings;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** The reservations of a plan that get a filler. */
public final class FillRule {
    /** The fewest tasks of a block for which the start of workers pays. */
    static final int FEWEST_TASKS = 16;

    private FillRule() {}

    /**
     * Returns the reservations all of whose tasks are given to a filler. None of these tasks takes several nodes, and
     * each fits into a share. {@link FillerChoice#AUTO} takes those that have a block with at least 16 tasks, and more
     * tasks than can run side by side. O(steps log(steps) + blocks x nodes).
     */
    public static Set<String> filled(Workflow workflow, RunSettings settings, RunPlan plan, FillerChoice choice) {
        Set<String> filled = new LinkedHashSet<>();
        if (choice == FillerChoice.NEVER) {
            return filled;
        }
        Map<String, Needs> needs = new HashMap<>();
        for (Step step : workflow.steps()) {
            needs.put(step.id().path(), step.needs());
        }
        Map<StepId, Integer> tasks = tasks(workflow, settings);
        for (BatchReservation reservation : plan.reservations()) {
            List<RunPlan.PlannedBlock> blocks = plan.blocks().stream()
                    .filter(block -> block.reservation().equals(reservation.name()))
                    .toList();
            boolean isPossible = blocks.stream()
                    .flatMap(block -> block.steps().stream())
                    .map(path -> needs.getOrDefault(path, Needs.NOTHING))
                    .allMatch(it ->
                            it.isNothing() || reservation.shares().stream().anyMatch(share -> side(share, it) > 0));
            boolean isWanted = choice == FillerChoice.ALWAYS
                    || blocks.stream().anyMatch(block -> isLong(block, reservation, needs, tasks));
            if (isPossible && isWanted) {
                filled.add(reservation.name());
            }
        }
        return filled;
    }

    private static boolean isLong(
            RunPlan.PlannedBlock block,
            BatchReservation reservation,
            Map<String, Needs> needs,
            Map<StepId, Integer> tasks) {
        long count = block.steps().stream()
                .mapToLong(path -> tasks.getOrDefault(new StepId(path), 0))
                .sum();
        ToIntFunction<Needs> lanes = of ->
                reservation.shares().stream().mapToInt(share -> side(share, of)).sum();
        int most = block.steps().stream()
                .map(path -> needs.getOrDefault(path, Needs.NOTHING))
                .filter(of -> !of.isNothing())
                .mapToInt(lanes)
                .max()
                .orElse(0);
        return count >= FEWEST_TASKS && count > most;
    }

    /** Returns the number of tasks that a share can run side by side. */
    private static int side(ReservedShare share, Needs needs) {
        if (needs.nodes() != 1) {
            return 0;
        }
        int cores = needs.accelerators().isEmpty() ? Math.max(1, needs.cores()) : needs.cores();
        int most = cores == 0 ? Integer.MAX_VALUE : share.count(SlotProfile.CORE) / cores;
        for (Map.Entry<String, Integer> one : needs.accelerators().entrySet()) {
            most = Math.min(most, share.count(one.getKey()) / one.getValue());
        }
        if (share.memoryMib() > 0 && needs.memoryMib() > 0) {
            most = (int) Math.min(most, share.memoryMib() / needs.memoryMib());
        }
        return most;
    }

    private static Map<StepId, Integer> tasks(Workflow workflow, RunSettings settings) {
        Map<StepId, Integer> tasks = new HashMap<>();
        for (Block block :
                WorkflowReduction.of(workflow, settings.reduction()).reduced().blocks()) {
            count(block.part(), tasks);
        }
        return tasks;
    }

    private static void count(BlockPart part, Map<StepId, Integer> tasks) {
        switch (part) {
            case BlockPart.Tasks one -> tasks.merge(one.step(), one.tasks(), Integer::sum);
            case BlockPart.Chain chain -> chain.parts().forEach(each -> count(each, tasks));
            case BlockPart.Bag bag -> bag.parts().forEach(each -> count(each, tasks));
        }
    }
}
