package io.banyan.instance.message.client;

import java.util.Objects;

/**
 * Something that happened to a job.
 *
 * @param atMillis when, in milliseconds since the epoch
 * @param detail more of it, for people; may be empty
 */
public record JobEvent(long atMillis, Kind kind, String detail) {
    /** What happened. */
    public enum Kind {
        /** The job was submitted. */
        SUBMITTED,
        /** The jobs or the time that it waited for came, and it is in the queue. */
        ELIGIBLE,
        /** Its urgency was changed, or it was held or released. */
        URGED,
        /** Its time limit was changed. */
        LIMITED,
        /** It got its resources. */
        STARTED,
        /** It got more resources. */
        GROWN,
        /** It gave resources back. */
        SHRUNK,
        /** Another number of slots was proposed to it, or the proposal was settled. */
        RESCALED,
        /** The job lost resources that it holds. */
        DEGRADED,
        /** It was told to end, or to wait again. */
        STOPPING,
        /** It ran, and waits again. */
        REQUEUED,
        /** It ended. */
        ENDED
    }

    /** Checks that nothing is missing. */
    public JobEvent {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(detail, "detail");
    }
}
