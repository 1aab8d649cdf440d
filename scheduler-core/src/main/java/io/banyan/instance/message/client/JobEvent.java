package io.banyan.instance.message.client;

import java.util.Objects;

/**
 * Something that happened to a job.
 *
 * @param atMillis when, in milliseconds since the epoch
 * @param detail more of it, for people; may be empty
 */
public record JobEvent(long atMillis, Kind kind, String detail) {
    /** The kind of an event. */
    public enum Kind {
        /** The job was submitted. */
        SUBMITTED,
        /** The jobs or the time that it waited for came, and it is in the queue. */
        ELIGIBLE,
        /** The urgency of the job was changed, or the job was held or released. */
        URGED,
        /** The time limit of the job was changed. */
        LIMITED,
        /** The job got its resources. */
        STARTED,
        /** The job got more resources. */
        GROWN,
        /** The job gave resources back. */
        SHRUNK,
        /** Another number of slots was proposed to it, or the proposal was settled. */
        RESCALED,
        /** The job lost resources that it holds. */
        DEGRADED,
        /** The job was asked to end, or to wait again. */
        STOPPING,
        /** The job ran, and waits again. */
        REQUEUED,
        /** The job ended. */
        ENDED
    }

    /** Checks that nothing is missing. */
    public JobEvent {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }
}
