package io.banyan.workflow.run;

import io.banyan.workflow.model.StepId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The effects that are due while the tasks of a run are executed. */
final class DueEffects {
    private final RunTasks tasks;
    private final TaskFlow flow;
    private final TaskStarts starts;
    private final OpenReservations reservations;
    private final RunProgress progress;
    private final PlanRevisions revisions;

    DueEffects(
            RunTasks tasks,
            TaskFlow flow,
            TaskStarts starts,
            OpenReservations reservations,
            RunProgress progress,
            PlanRevisions revisions) {
        this.tasks = tasks;
        this.flow = flow;
        this.starts = starts;
        this.reservations = reservations;
        this.progress = progress;
        this.revisions = revisions;
    }

    /** Returns the effects. O(effects + jobs + open reservations x their steps + blocks and their edges). */
    List<RunEffect> of(RunPlan plan, Optional<RunEvent.CancelAsked> cancel, long nowSec) {
        List<BlockSituation> situations = cancel.isPresent() ? List.of() : revisions.situations(plan, nowSec);
        List<RunEffect> effects = new ArrayList<>(starts(plan, situations, nowSec));
        for (TaskRecord task : tasks.withJob()) {
            if (isCancelled(task, cancel, nowSec)) {
                effects.add(new RunEffect.CancelJob(task));
            }
        }
        needless().forEach(name -> effects.add(new RunEffect.Release(name)));
        if (cancel.isEmpty()) {
            revisions.due(plan, situations, nowSec).ifPresent(effects::add);
        }
        return effects;
    }

    /** Returns the starts of tasks; not of those that wait for another place of their block. */
    private List<RunEffect> starts(RunPlan plan, List<BlockSituation> situations, long nowSec) {
        Set<StepId> held = new HashSet<>();
        situations.stream()
                .filter(revisions::isHeld)
                .forEach(block -> block.block().steps().forEach(step -> held.add(new StepId(step))));
        return tasks.due().stream()
                .filter(task -> !(task.state() == TaskRecord.State.READY
                        && task.isPlanned()
                        && held.contains(task.task().step())))
                .map(task -> starts.effect(
                        task, nowSec, revisions.patienceSec(plan, task.task().step())))
                .toList();
    }

    /** Returns whether the job of a task is to be cancelled: for the user, or because its block has another place. */
    private boolean isCancelled(TaskRecord task, Optional<RunEvent.CancelAsked> cancel, long nowSec) {
        boolean isWaiting = task.state() == TaskRecord.State.WAITING;
        if (cancel.isPresent()) {
            return isWaiting || !cancel.get().afterRunning();
        }
        StepId step = task.task().step();
        boolean hasBegun = progress.isHopeful(task)
                && starts.inside(task, nowSec)
                        .filter(it -> it.startSec() <= nowSec)
                        .isPresent();
        return isWaiting && (hasBegun || reservations.isLeft(step, task.reservation()));
    }

    /** Returns the reservations that no block needs any more, and in which no job is. */
    private List<String> needless() {
        Set<String> used = new HashSet<>();
        tasks.withJob().forEach(task -> used.add(task.reservation()));
        return reservations.needless(step -> flow.isComplete(step) || progress.runsOutside(step)).stream()
                .filter(name -> !used.contains(name))
                .toList();
    }
}
