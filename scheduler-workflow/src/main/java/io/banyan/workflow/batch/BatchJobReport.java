package io.banyan.workflow.batch;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The state of a job.
 *
 * @param state the state
 * @param exitCode the exit code of its program; empty if it has not ended, or did not end by itself
 * @param detail the reason of its end if it did not end by itself, in the scheduler's words; may be empty
 * @param startSec the time of its start, in seconds since 1970; empty if it has not started
 * @param endSec the time of its end; empty if it has not ended
 * @param nodes the names of its nodes, as far as they are known
 */
public record BatchJobReport(
        State state,
        OptionalInt exitCode,
        String detail,
        OptionalLong startSec,
        OptionalLong endSec,
        List<String> nodes) {
    /** The states of a job. */
    public enum State {
        /** The job waits for its start. */
        WAITING,
        /** The job runs. */
        RUNNING,
        /** The program of the job has ended by itself. */
        ENDED,
        /** The job was stopped at its time limit. */
        TIMED_OUT,
        /** The job was cancelled, or lost its resources. */
        STOPPED
    }

    /** Copies the list. */
    public BatchJobReport {
        nodes = List.copyOf(nodes);
    }

    /** Returns whether the job is over. */
    public boolean isOver() {
        return state != State.WAITING && state != State.RUNNING;
    }
}
