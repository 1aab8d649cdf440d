package io.banyan.engine;

import io.banyan.engine.task.TaskWorkspace;
import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.engine.TaskException;
import io.banyan.workflow.run.RunEffect;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.TaskRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The preparation of tasks before their submission, and the events of their starts. */
final class TaskPreparation {
    private final Batch batch;
    private final LongSupplier clockSec;

    /** A task after its preparation. */
    sealed interface Result {
        /** A task that needs a job. */
        record Job(BatchJob job) implements Result {}

        /** A task that needs no job any more: its event. */
        record Ended(RunEvent event) implements Result {}
    }

    TaskPreparation(Batch batch, LongSupplier clockSec) {
        this.batch = batch;
        this.clockSec = clockSec;
    }

    /**
     * Makes the files of a task, and returns its job; or its event if the job exists already, if the task needs none,
     * or if the files cannot be made.
     *
     * @throws BatchException if the scheduler does not answer
     */
    Result prepare(ActiveRun run, RunEffect.Start start) throws BatchException {
        TaskRecord task = start.task();
        Optional<RunEvent> known = known(run, start);
        if (known.isPresent()) {
            return new Result.Ended(known.get());
        }
        try {
            return switch (run.workspace().prepare(start)) {
                case TaskWorkspace.Prepared.Job(var job) -> new Result.Job(job);
                case TaskWorkspace.Prepared.Outputs(var outputs) ->
                    new Result.Ended(new RunEvent.TaskSucceeded(
                            task.task().id(), task.attempt(), outputs, clockSec.getAsLong()));
            };
        } catch (TaskException e) {
            return new Result.Ended(failed(task, String.valueOf(e.getMessage()), true));
        } catch (IOException e) {
            String reason = "the files of task '" + task.task().id() + "' cannot be made: " + e.getMessage();
            return new Result.Ended(failed(task, reason, false));
        }
    }

    /**
     * Returns the submission of a task whose job an earlier engine may have submitted. Empty if there is no such job.
     *
     * @throws BatchException if the scheduler does not answer; the task stays uncertain
     */
    Optional<RunEvent> known(ActiveRun run, RunEffect.Start start) throws BatchException {
        String jobName = run.workspace().jobName(start.task());
        if (!run.uncertain().contains(jobName)) {
            return Optional.empty();
        }
        Optional<String> job = batch.find(jobName);
        var unused = run.takeUncertain(jobName);
        return job.map(number -> submitted(start, number));
    }

    /** Returns the event of a submission. */
    RunEvent submitted(RunEffect.Start start, String job) {
        return new RunEvent.Submitted(
                start.task().task().id(),
                start.task().attempt(),
                job,
                start.reservation().orElse(""),
                clockSec.getAsLong());
    }

    /** Returns the event of a failure; a final one is not tried again. */
    RunEvent failed(TaskRecord task, String reason, boolean isFinal) {
        return new RunEvent.TaskFailed(task.task().id(), task.attempt(), reason, isFinal, clockSec.getAsLong());
    }
}
