package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchJobReport;
import java.util.List;

/**
 * The state of one task of a run. Times are in seconds since 1970, and 0 where there is none.
 *
 * @param task the task
 * @param attempt the number of the attempt, from 1
 * @param failures the number of attempts that failed
 * @param state the state
 * @param job the number of its job; empty if it has none
 * @param reservation the reservation of its job; empty for the queue
 * @param isPlanned whether the next attempt uses the reservation of its block
 * @param exitCode the exit code of its program; {@link #NO_CODE} if that has not ended by itself
 * @param startSec the start of its job
 * @param endSec the end of its job
 * @param nodes the nodes of its job
 * @param detail the reason of a failure; may be empty
 */
public record TaskRecord(
        RunTask task,
        int attempt,
        int failures,
        State state,
        String job,
        String reservation,
        boolean isPlanned,
        int exitCode,
        long startSec,
        long endSec,
        List<String> nodes,
        String detail) {
    /** The exit code of a program that has not ended by itself. */
    public static final int NO_CODE = -1;

    /** The states of a task. */
    public enum State {
        /** The task can start. */
        READY,
        /** The job of the task waits. */
        WAITING,
        /** The job of the task runs. */
        RUNNING,
        /** The job of the task has ended, and its outputs are to be read. */
        ENDED,
        /** The task gave its outputs. */
        SUCCEEDED,
        /** The task failed for good. */
        FAILED,
        /** The run was cancelled before the task ended. */
        CANCELLED
    }

    /** Copies the list. */
    public TaskRecord {
        nodes = List.copyOf(nodes);
    }

    /** Returns a task that can start. */
    static TaskRecord ready(RunTask task) {
        return new TaskRecord(task, 1, 0, State.READY, "", "", true, NO_CODE, 0, 0, List.of(), "");
    }

    /** Returns whether the task has a job that is not over. */
    public boolean hasJob() {
        return state == State.WAITING || state == State.RUNNING;
    }

    /** Returns whether the task is over. */
    public boolean isOver() {
        return state.compareTo(State.SUCCEEDED) >= 0;
    }

    TaskRecord submitted(String number, String reservationName) {
        return new TaskRecord(
                task,
                attempt,
                failures,
                State.WAITING,
                number,
                reservationName,
                isPlanned,
                NO_CODE,
                0,
                0,
                List.of(),
                detail);
    }

    /** Returns the task after a change of its job, which is not cancelled. */
    TaskRecord changed(RunEvent.JobChanged change) {
        State next = change.state() == BatchJobReport.State.WAITING
                ? State.WAITING
                : change.state() == BatchJobReport.State.RUNNING ? State.RUNNING : State.ENDED;
        return new TaskRecord(
                task,
                attempt,
                failures,
                next,
                job,
                reservation,
                isPlanned,
                change.exitCode(),
                change.startSec(),
                change.endSec(),
                change.nodes(),
                detail);
    }

    TaskRecord over(State end, String reason, long atSec) {
        long ended = endSec > 0 ? endSec : atSec;
        return new TaskRecord(
                task, attempt, failures, end, job, reservation, isPlanned, exitCode, startSec, ended, nodes, reason);
    }

    /** Returns the task ready for its next attempt. */
    TaskRecord again(boolean hasFailed, boolean planned, String reason) {
        return new TaskRecord(
                task,
                attempt + 1,
                hasFailed ? failures + 1 : failures,
                State.READY,
                "",
                "",
                planned,
                NO_CODE,
                0,
                0,
                List.of(),
                reason);
    }
}
