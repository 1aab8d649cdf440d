package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.model.StepId;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The places in which the tasks of a run start: the reservation of the block if that has time enough for the task, and
 * else the queue.
 */
final class TaskStarts {
    /** The delay of a task for which its planned time is still taken as enough. */
    private static final long TOLERATED_SEC = 5;

    /** The part of its planned time that a task is tolerated to lack. */
    private static final double TOLERATED_PART = 0.1;

    private final OpenReservations reservations;
    private final Map<StepId, Long> stepSeconds;

    TaskStarts(OpenReservations reservations, Map<StepId, Long> stepSeconds) {
        this.reservations = reservations;
        this.stepSeconds = stepSeconds;
    }

    /** Returns the time that must be left for work of a planned length, in seconds. */
    static long least(long plannedSec) {
        return (long) Math.max(1, plannedSec * (1 - TOLERATED_PART) - TOLERATED_SEC);
    }

    /** Returns the planned run time of one task of a step, in seconds. */
    long seconds(StepId step) {
        return stepSeconds.getOrDefault(step, 1L);
    }

    /** Returns the reservation that a task can use from now on; empty if it has to go to the queue. */
    Optional<BatchReservation> inside(TaskRecord task, long nowSec) {
        StepId step = task.task().step();
        return task.isPlanned() ? reservations.of(step, nowSec + least(seconds(step))) : Optional.empty();
    }

    /**
     * Returns the start of a task, or the reading of its outputs if its program has ended.
     *
     * @param patienceSec the longest time that the task waits for the start of its reservation; if that begins later,
     *     the task tries the queue until then
     */
    RunEffect effect(TaskRecord task, long nowSec, long patienceSec) {
        if (task.state() == TaskRecord.State.ENDED) {
            return new RunEffect.Collect(task);
        }
        Optional<BatchReservation> inside = inside(task, nowSec);
        boolean isFar = inside.isPresent() && inside.get().startSec() - nowSec > patienceSec;
        return inside.isEmpty() || isFar
                ? new RunEffect.Start(
                        task,
                        Optional.empty(),
                        OptionalLong.of(seconds(task.task().step())),
                        OptionalLong.empty())
                : new RunEffect.Start(
                        task,
                        inside.map(BatchReservation::name),
                        OptionalLong.empty(),
                        OptionalLong.of(inside.get().endSec()
                                - Math.max(nowSec, inside.get().startSec())));
    }
}
