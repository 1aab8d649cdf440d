package io.banyan.workflow.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.batch.BatchJobReport;
import java.util.List;

/**
 * A fact about a run. A journal keeps the events in their order; they restore the run. Times are in seconds since 1970,
 * and 0 where there is none.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RunEvent.Planned.class, name = "planned"),
    @JsonSubTypes.Type(value = RunEvent.NotPlanned.class, name = "not-planned"),
    @JsonSubTypes.Type(value = RunEvent.Booked.class, name = "booked"),
    @JsonSubTypes.Type(value = RunEvent.NotBooked.class, name = "not-booked"),
    @JsonSubTypes.Type(value = RunEvent.Submitted.class, name = "submitted"),
    @JsonSubTypes.Type(value = RunEvent.JobChanged.class, name = "job-changed"),
    @JsonSubTypes.Type(value = RunEvent.TaskSucceeded.class, name = "task-succeeded"),
    @JsonSubTypes.Type(value = RunEvent.TaskFailed.class, name = "task-failed"),
    @JsonSubTypes.Type(value = RunEvent.Requeued.class, name = "requeued"),
    @JsonSubTypes.Type(value = RunEvent.CancelAsked.class, name = "cancel-asked"),
    @JsonSubTypes.Type(value = RunEvent.EngineEnded.class, name = "engine-ended"),
    @JsonSubTypes.Type(value = RunEvent.Released.class, name = "released"),
    @JsonSubTypes.Type(value = RunEvent.Revised.class, name = "revised"),
    @JsonSubTypes.Type(value = RunEvent.NotRevised.class, name = "not-revised"),
    @JsonSubTypes.Type(value = RunEvent.RevisionBooked.class, name = "revision-booked"),
    @JsonSubTypes.Type(value = RunEvent.RevisionRefused.class, name = "revision-refused")
})
public sealed interface RunEvent {
    /** The planner found a plan. */
    record Planned(RunPlan plan) implements RunEvent {}

    /** There is no plan, and there will be none. */
    record NotPlanned(String sentence) implements RunEvent {}

    /** All reservations of the plan are booked. */
    record Booked(long atSec) implements RunEvent {}

    /**
     * The plan cannot be booked as it is.
     *
     * @param retry whether another plan may do
     */
    record NotBooked(String sentence, long atSec, boolean retry) implements RunEvent {}

    /**
     * A task is a job now.
     *
     * @param reservation the reservation in which it runs; empty for the queue
     */
    record Submitted(String task, int attempt, String job, String reservation, long atSec) implements RunEvent {}

    /**
     * The job of a task is in another state.
     *
     * @param exitCode the exit code of a program that ended by itself, else -1
     */
    record JobChanged(
            String task,
            int attempt,
            BatchJobReport.State state,
            int exitCode,
            String detail,
            long startSec,
            long endSec,
            List<String> nodes)
            implements RunEvent {
        /** Copies the list. */
        public JobChanged {
            nodes = List.copyOf(nodes);
        }
    }

    /** A task gave its outputs. */
    record TaskSucceeded(String task, int attempt, ObjectNode outputs, long atSec) implements RunEvent {}

    /**
     * An attempt failed.
     *
     * @param isFinal whether another attempt would fail too
     */
    record TaskFailed(String task, int attempt, String reason, boolean isFinal, long atSec) implements RunEvent {}

    /** The reservation of a task takes it no more, so its next attempt goes to the queue. No attempt has failed. */
    record Requeued(String task, int attempt, String reason) implements RunEvent {}

    /**
     * The user cancels the run.
     *
     * @param afterRunning whether tasks that run may end first
     */
    record CancelAsked(boolean afterRunning, long atSec) implements RunEvent {}

    /** The workflow engine that starts the tasks of the run has ended; for a {@link ForeignFlow} only. */
    record EngineEnded(long atSec) implements RunEvent {}

    /** A reservation has ended, or was released. */
    record Released(String reservation, long atSec) implements RunEvent {}

    /**
     * The planner found another plan for the blocks that have not begun.
     *
     * @param plan the whole plan, with the blocks that keep their places
     * @param moved the names of the blocks that get another place
     * @param blocks the number of blocks that have not begun, or that need another place
     */
    record Revised(RunPlan plan, List<String> moved, int blocks, RevisionCause cause, long atSec) implements RunEvent {
        /** Copies the list. */
        public Revised {
            moved = List.copyOf(moved);
        }
    }

    /** No other plan is better, or there is none. The plan stays. */
    record NotRevised(RevisionCause cause, String sentence, long atSec) implements RunEvent {}

    /** The new reservations of the revision are booked. It is the plan now. */
    record RevisionBooked(long atSec) implements RunEvent {}

    /** The new reservations of the revision are not booked. The plan before it stays. */
    record RevisionRefused(String sentence, long atSec) implements RunEvent {}
}
