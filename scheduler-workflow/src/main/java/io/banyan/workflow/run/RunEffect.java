package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Something that a run wants done. An effect stays due until an event reports it. */
public sealed interface RunEffect {
    /** Make a plan. Reported by {@link RunEvent.Planned} or {@link RunEvent.NotPlanned}. */
    record MakePlan() implements RunEffect {}

    /** Book the reservations of a plan. Reported by {@link RunEvent.Booked} or {@link RunEvent.NotBooked}. */
    record Book(RunPlan plan) implements RunEffect {}

    /**
     * Start a task. Reported by {@link RunEvent.Submitted}; by {@link RunEvent.TaskSucceeded} for a task without a
     * command; or by {@link RunEvent.TaskFailed}.
     *
     * @param reservation the reservation for its job; empty for the queue
     * @param limitSec the time limit of its job; empty for the end of the reservation
     * @param leftSec the time that the reservation has left for it; empty for the queue
     */
    record Start(TaskRecord task, Optional<String> reservation, OptionalLong limitSec, OptionalLong leftSec)
            implements RunEffect {}

    /**
     * Read the outputs of a task whose program has ended. Reported by {@link RunEvent.TaskSucceeded} or {@link
     * RunEvent.TaskFailed}.
     */
    record Collect(TaskRecord task) implements RunEffect {}

    /** Cancel the job of a task. Reported by {@link RunEvent.JobChanged}. */
    record CancelJob(TaskRecord task) implements RunEffect {}

    /** Release a reservation. Reported by {@link RunEvent.Released}. */
    record Release(String reservation) implements RunEffect {}

    /**
     * Make another plan for the blocks that have not begun. Reported by {@link RunEvent.Revised} or {@link
     * RunEvent.NotRevised}.
     */
    record Revise(RevisionRequest request) implements RunEffect {}

    /**
     * Book the new reservations of a revision; those that it does without are released afterwards. Reported by {@link
     * RunEvent.RevisionBooked} or {@link RunEvent.RevisionRefused}.
     *
     * @param fresh the new reservations, at least 1
     */
    record BookRevision(RunPlan plan, List<BatchReservation> fresh) implements RunEffect {
        /** Copies the list. */
        public BookRevision {
            fresh = List.copyOf(fresh);
        }
    }
}
