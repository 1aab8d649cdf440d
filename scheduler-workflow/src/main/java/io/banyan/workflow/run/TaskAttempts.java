package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.engine.TaskResult;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The attempts of the tasks of a run: the changes that follow from facts about tasks and their jobs. A fact about an
 * earlier attempt changes nothing. Each fact costs O(1) and what the order of the tasks costs.
 */
final class TaskAttempts {
    private static final String NOT_STARTED = "its job ended before it started";

    private final TaskFlow flow;
    private final RunSettings settings;
    private final Map<StepId, Step> steps = new HashMap<>();
    private final RunTasks tasks = new RunTasks();
    private final OpenReservations reservations;
    private final RunProgress progress;
    private boolean isCancelled;

    TaskAttempts(
            Workflow workflow,
            TaskFlow flow,
            RunSettings settings,
            OpenReservations reservations,
            RunProgress progress) {
        this.flow = flow;
        this.reservations = reservations;
        this.progress = progress;
        this.settings = settings;
        workflow.steps().forEach(step -> steps.put(step.id(), step));
    }

    /** Returns the tasks that have begun or are ready. */
    RunTasks tasks() {
        return tasks;
    }

    /** Adds tasks that are ready. */
    void begin(List<RunTask> ready) {
        for (RunTask task : ready) {
            put(TaskRecord.ready(task));
        }
    }

    /** Drops the tasks that are ready, now and later, and gives no task another attempt. */
    void cancel() {
        isCancelled = true;
        tasks.due().stream()
                .filter(task -> task.state() == TaskRecord.State.READY)
                .forEach(this::put);
    }

    void submitted(RunEvent.Submitted event) {
        tasks.current(event.task(), event.attempt())
                .filter(task -> task.state() == TaskRecord.State.READY)
                .ifPresent(task -> {
                    progress.submitted(task, event);
                    put(task.submitted(event.job(), event.reservation()));
                });
    }

    void succeeded(RunEvent.TaskSucceeded done) {
        tasks.current(done.task(), done.attempt()).ifPresent(task -> {
            put(task.over(TaskRecord.State.SUCCEEDED, "", done.atSec()));
            begin(flow.on(new TaskResult.Succeeded(done.task(), done.outputs())));
        });
    }

    void failed(RunEvent.TaskFailed failed) {
        tasks.current(failed.task(), failed.attempt())
                .ifPresent(task -> attemptFailed(task, failed.reason(), failed.isFinal(), failed.atSec()));
    }

    void requeued(RunEvent.Requeued again) {
        tasks.current(again.task(), again.attempt()).ifPresent(task -> put(task.again(false, false, again.reason())));
    }

    void jobChanged(RunEvent.JobChanged changed) {
        tasks.current(changed.task(), changed.attempt()).ifPresent(task -> jobChanged(task, changed));
    }

    private void jobChanged(TaskRecord task, RunEvent.JobChanged changed) {
        boolean isStopped = changed.state() == BatchJobReport.State.STOPPED;
        boolean isTimedOut = changed.state() == BatchJobReport.State.TIMED_OUT;
        TaskRecord seen = task.changed(changed);
        if (!isStopped && !isTimedOut) {
            put(seen);
        } else if (isCancelled) {
            put(seen.over(TaskRecord.State.CANCELLED, "cancelled", changed.endSec()));
        } else if (isStopped && reservations.isLeft(task.task().step(), task.reservation())) {
            put(seen.again(false, true, "its block got another reservation"));
        } else if (isStopped && progress.isHopeful(task)) {
            put(seen.again(false, true, "its reservation begins"));
        } else if (isStopped && changed.startSec() == 0 && !task.reservation().isEmpty()) {
            // Its reservation may be gone. A second time, the task goes to the queue.
            put(seen.again(false, !task.detail().equals(NOT_STARTED), NOT_STARTED));
        } else {
            String why = isTimedOut ? "reached its time limit" : "was stopped";
            String detail = changed.detail().isEmpty() ? "" : " (" + changed.detail() + ")";
            attemptFailed(
                    seen,
                    "task '" + task.task().id() + "': job " + task.job() + " " + why + detail,
                    false,
                    changed.endSec());
        }
    }

    private void attemptFailed(TaskRecord task, String reason, boolean isFinal, long atSec) {
        int stated = Optional.ofNullable(steps.get(task.task().step()))
                .map(Step::retries)
                .orElse(0);
        if (!isFinal && !isCancelled && task.failures() < stated + settings.retries()) {
            put(task.again(true, true, reason));
        } else {
            put(task.over(TaskRecord.State.FAILED, reason, atSec));
            begin(flow.on(new TaskResult.Failed(task.task().id(), reason)));
        }
    }

    private void put(TaskRecord task) {
        boolean isDropped = isCancelled && task.state() == TaskRecord.State.READY;
        TaskRecord next = isDropped ? task.over(TaskRecord.State.CANCELLED, "cancelled", 0) : task;
        tasks.put(next);
        progress.put(next);
    }
}
