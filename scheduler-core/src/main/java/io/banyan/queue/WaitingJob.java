package io.banyan.queue;

import io.banyan.jobspec.Jobspec;
import io.banyan.schedule.JobId;
import java.util.Objects;

/**
 * A job that waits, as far as its place in the queue goes. The more urgent come first, then those that have waited longer.
 *
 * @param shape one object for all that are equal, so that a look at it is enough
 * @param amount of the shape
 * @param durationSec for how long it wants resources; 0 for as long as there is time
 * @param urgency 1 to 31, the greatest first (Flux's urgency)
 * @param submittedMillis since when it waits
 */
public record WaitingJob(JobId id, Shape shape, long amount, long durationSec, int urgency, long submittedMillis)
        implements Comparable<WaitingJob> {
    /** Checks that nothing is missing. */
    public WaitingJob {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(shape, "shape");
    }

    /** One that wants this. */
    public static WaitingJob of(JobId id, Jobspec jobspec, int urgency, long submittedMillis) {
        return new WaitingJob(
                id,
                Shape.of(jobspec),
                Shape.amount(jobspec),
                jobspec.attributes().durationSec(),
                urgency,
                submittedMillis);
    }

    WaitingJob with(Shape same) {
        return new WaitingJob(id, same, amount, durationSec, urgency, submittedMillis);
    }

    /** For how long it wants resources, where no end is a very long time. */
    long length() {
        return durationSec == 0 ? Long.MAX_VALUE : durationSec;
    }

    @Override
    public int compareTo(WaitingJob other) {
        int byUrgency = Integer.compare(other.urgency, urgency);
        int byTime = byUrgency != 0 ? byUrgency : Long.compare(submittedMillis, other.submittedMillis);
        return byTime != 0 ? byTime : Long.compare(id.value(), other.id.value());
    }
}
