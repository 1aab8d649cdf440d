package io.banyan.elastic;

import java.util.List;

/**
 * The situation in which a policy is asked.
 *
 * @param nowSec the time
 * @param free the free amount
 * @param coming the amount that is about to become free: jobs that write a checkpoint hold it, and these jobs are
 *     neither among the running nor among the pending ones
 * @param running the running jobs, in any order
 * @param pending the waiting jobs, in any order
 */
public record Situation(long nowSec, long free, long coming, List<RunningJob> running, List<ElasticJob> pending) {
    /** Copies the lists. */
    public Situation {
        if (free < 0 || coming < 0) {
            throw new IllegalArgumentException(
                    "invalid amounts of free resources: " + free + " now, and later: " + coming);
        }
        running = List.copyOf(running);
        pending = List.copyOf(pending);
    }

    /** Creates a situation in which no job writes a checkpoint. */
    public Situation(long nowSec, long free, List<RunningJob> running, List<ElasticJob> pending) {
        this(nowSec, free, 0, running, pending);
    }
}
