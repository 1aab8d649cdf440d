package io.banyan.queue;

import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A waiting job, reduced to the data for its place in the queue. Jobs with a greater rank come first, then those that
 * have waited longer.
 *
 * @param shape one object for all equal shapes, so that comparing identities is enough
 * @param amount of the shape
 * @param durationSec the requested duration; 0 for the whole planned time
 * @param rank its urgency, unless queues or factors change it ({@link Priority})
 * @param submittedMillis the time of its submission
 * @param claim its queue, and its amounts against limits
 */
public record WaitingJob(
        JobId id, RequestShape shape, long amount, long durationSec, double rank, long submittedMillis, Claim claim)
        implements Comparable<WaitingJob> {
    /** Checks that nothing is missing. */
    public WaitingJob {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(claim, "claim");
        if (Double.isNaN(rank)) {
            throw new IllegalArgumentException("job " + id + " has no rank");
        }
    }

    /** One that wants this, where there is one queue. */
    public static WaitingJob of(JobId id, Jobspec jobspec, double rank, long submittedMillis) {
        return of(id, jobspec, rank, submittedMillis, Claim.NONE);
    }

    /** One that wants this. */
    public static WaitingJob of(JobId id, Jobspec jobspec, double rank, long submittedMillis, Claim claim) {
        return new WaitingJob(
                id,
                RequestShape.of(jobspec),
                RequestShape.amount(jobspec),
                jobspec.attributes().durationSec(),
                rank,
                submittedMillis,
                claim);
    }

    WaitingJob with(RequestShape sameShape, Claim sameClaim) {
        return new WaitingJob(id, sameShape, amount, durationSec, rank, submittedMillis, sameClaim);
    }

    WaitingJob ranked(double newRank) {
        return new WaitingJob(id, shape, amount, durationSec, newRank, submittedMillis, claim);
    }

    /** For how long it wants resources, where no end is a very long time. */
    long length() {
        return durationSec == 0 ? Long.MAX_VALUE : durationSec;
    }

    @Override
    public int compareTo(WaitingJob other) {
        int byRank = Double.compare(other.rank, rank);
        int byTime = byRank != 0 ? byRank : Long.compare(submittedMillis, other.submittedMillis);
        return byTime != 0 ? byTime : Long.compare(id.value(), other.id.value());
    }

    // As records have them; where few things are compiled well, those of records take far longer.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof WaitingJob it
                        && compareTo(it) == 0
                        && amount == it.amount
                        && durationSec == it.durationSec
                        && shape.equals(it.shape)
                        && claim.equals(it.claim));
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }
}
