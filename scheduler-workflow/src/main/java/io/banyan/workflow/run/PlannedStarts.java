package io.banyan.workflow.run;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The tasks that may start now so that a run keeps to its plan. Blocks share reservations: a task that starts before
 * the planned time of its block, or beside more tasks of its block than were planned, takes the resources of another
 * block.
 */
public final class PlannedStarts {
    private final Map<StepId, Step> steps = new HashMap<>();
    private final Map<StepId, RunPlan.PlannedBlock> blocks = new HashMap<>();
    /** The place of each step in its block, whose steps are in the order in which they start. */
    private final Map<StepId, Integer> places = new HashMap<>();

    /** Prepares the answers for a plan. O(steps). */
    public PlannedStarts(Workflow workflow, RunPlan plan) {
        workflow.steps().forEach(step -> steps.put(step.id(), step));
        for (RunPlan.PlannedBlock block : plan.blocks()) {
            for (String path : block.steps()) {
                StepId step = new StepId(path);
                blocks.put(step, block);
                places.put(step, places.size());
            }
        }
    }

    /**
     * Returns the starts that are due: those in the queue, and those in a reservation whose block has begun and has a
     * free lane. O(tasks x log(tasks)).
     *
     * @param ready the starts of tasks that are ready
     * @param withJob the tasks whose jobs wait or run
     */
    public List<RunEffect.Start> due(List<RunEffect.Start> ready, Collection<TaskRecord> withJob, long nowSec) {
        Map<String, Integer> used = new HashMap<>();
        for (TaskRecord task : withJob) {
            RunPlan.PlannedBlock block = blocks.get(task.task().step());
            if (block != null && !task.reservation().isEmpty()) {
                used.merge(block.name(), 1, Integer::sum);
            }
        }
        List<RunEffect.Start> due = new ArrayList<>();
        for (RunEffect.Start start : inOrder(ready)) {
            RunPlan.PlannedBlock block = blocks.get(start.task().task().step());
            boolean isFree = block == null
                    || start.reservation().isEmpty()
                    || (block.startSec() <= nowSec && used.getOrDefault(block.name(), 0) < lanes(start, block));
            if (isFree) {
                due.add(start);
                if (block != null && start.reservation().isPresent()) {
                    used.merge(block.name(), 1, Integer::sum);
                }
            }
        }
        return due;
    }

    private List<RunEffect.Start> inOrder(List<RunEffect.Start> ready) {
        return ready.stream()
                .sorted(Comparator.comparingInt(
                        start -> places.getOrDefault(start.task().task().step(), Integer.MAX_VALUE)))
                .toList();
    }

    /** Returns the number of tasks with the needs of this one for which the block has resources, at least 1. */
    private int lanes(RunEffect.Start start, RunPlan.PlannedBlock block) {
        Step step = steps.get(start.task().task().step());
        if (step == null || step.needs().isNothing()) {
            return Integer.MAX_VALUE;
        }
        Needs needs = step.needs();
        int lanes = Integer.MAX_VALUE;
        if (needs.cores() > 0) {
            lanes = block.resources().getOrDefault(SlotProfile.CORE, 0) / (needs.cores() * needs.nodes());
        }
        for (Map.Entry<String, Integer> one : needs.accelerators().entrySet()) {
            lanes = Math.min(lanes, block.resources().getOrDefault(one.getKey(), 0) / (one.getValue() * needs.nodes()));
        }
        return Math.max(1, lanes);
    }

    /** Returns the next time at which a block of a ready task begins; empty if all have begun. O(tasks). */
    public OptionalLong nextSec(List<RunEffect.Start> ready, long nowSec) {
        return ready.stream()
                .filter(start -> start.reservation().isPresent())
                .map(start -> blocks.get(start.task().task().step()))
                .filter(block -> block != null && block.startSec() > nowSec)
                .mapToLong(RunPlan.PlannedBlock::startSec)
                .min();
    }
}
