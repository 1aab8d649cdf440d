package io.banyan.queue;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The jobs of one queue that wait and count the same against the same limits: each of them is within, or none. */
final class Cohort {
    private final Lane lane;
    private final Claim claim;
    private final WaitingJobs jobs = new WaitingJobs();
    private Optional<Excess> over = Optional.empty();

    Cohort(Lane lane, Claim claim) {
        this.lane = lane;
        this.claim = claim;
    }

    Lane lane() {
        return lane;
    }

    Claim claim() {
        return claim;
    }

    WaitingJobs jobs() {
        return jobs;
    }

    /** The limit that it waits for, when it was last seen to be over one. */
    Optional<Excess> over() {
        return over;
    }

    void over(Optional<Excess> excess) {
        over = excess;
    }

    /** Returns the first job; the cohort is not empty. */
    WaitingJob head() {
        @Nullable WaitingJob first = jobs.first();
        if (first == null) {
            throw new IllegalStateException("nobody waits with " + claim);
        }
        return first;
    }

    @Override
    public String toString() {
        return claim + " " + jobs;
    }
}
