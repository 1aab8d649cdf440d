package io.banyan.rpc.watch;

import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/**
 * An event that is in the journal.
 *
 * @param atMillis its time, in milliseconds since the epoch
 * @param job its job; empty if it concerns resources of all
 * @param owner of that job; empty if there is none, or if it is no longer known
 * @param detail the details for people
 */
public record Notice(long atMillis, Kind kind, Optional<JobId> job, Optional<String> owner, String detail) {
    /** The kind of an event. */
    public enum Kind {
        /** No event: the position of the watching client. */
        WATCHING,
        /** A job waits from now on. */
        JOB_SUBMITTED,
        /** The prerequisites of a job are met, and it is in the queue. */
        JOB_ELIGIBLE,
        /** A job that ran is to wait again. */
        JOB_REQUEUED,
        /** A job may run for another time than before. */
        JOB_LIMITED,
        /** Another number of slots is proposed to a job. */
        RESCALE_PROPOSED,
        /** A job has answered a proposal, or its time for that is over. */
        RESCALE_SETTLED,
        /** A job that waits is more or less urgent. */
        JOB_URGED,
        /** The reservation of a pending job was released. */
        JOB_UNPLANNED,
        /** A job has resources from now on. */
        JOB_ALLOCATED,
        /** A job will have resources. */
        JOB_RESERVED,
        /** The time of a reserved job has come. */
        JOB_STARTED,
        /** A job is being ended. */
        JOB_STOPPING,
        /** A job is over. */
        JOB_ENDED,
        /** A job holds less. */
        JOB_REDUCED,
        /** Something that a job holds is lost. */
        JOB_DEGRADED,
        /** A job, or the instance, has got more. */
        GROWN,
        /** A job, or the instance, has given back. */
        RETURNED,
        /** The instance of a job is in another state. */
        CHILD_CHANGED,
        /** Vertices are down, or up again. */
        STATUS_CHANGED,
        /** A vertex has another property. */
        PROPERTY_CHANGED,
        /** There are more vertices. */
        ATTACHED,
        /** There are fewer. */
        REMOVED
    }

    /** Checks that nothing is missing. */
    public Notice {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(job, "job");
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(detail, "detail");
    }

    /** Returns a notice that contains only the position of a watching client. */
    public static Notice watching(long atMillis) {
        return new Notice(atMillis, Kind.WATCHING, Optional.empty(), Optional.empty(), "");
    }
}
