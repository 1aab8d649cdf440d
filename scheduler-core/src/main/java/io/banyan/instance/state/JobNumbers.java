package io.banyan.instance.state;

import io.banyan.resource.JobId;

/**
 * The job ids that requests take. A request uses up its id even if it leads to no job. Transient: a later process gives
 * out such an id again, because no journal names it.
 */
public final class JobNumbers {
    private final Jobs jobs;
    private long taken;

    JobNumbers(Jobs jobs) {
        this.jobs = jobs;
    }

    /** Takes an id that no job has and no request has taken. O(1). */
    public JobId take() {
        taken = next().value();
        return new JobId(taken);
    }

    /** The id that the next request takes, unless a request names it first. O(1). */
    public JobId next() {
        return new JobId(Math.max(jobs.firstUnused(), taken + 1));
    }

    /** Gives no request this id, or a lower one. */
    public void passOver(JobId id) {
        taken = Math.max(taken, id.value());
    }
}
