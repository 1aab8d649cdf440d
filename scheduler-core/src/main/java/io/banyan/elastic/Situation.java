package io.banyan.elastic;

import java.util.List;

/**
 * What there is when a policy is asked.
 *
 * @param nowSec the time
 * @param free how much nobody has
 * @param running who runs, in any order
 * @param pending who waits, in any order
 */
public record Situation(long nowSec, long free, List<RunningJob> running, List<ElasticJob> pending) {
    /** Copies the lists. */
    public Situation {
        if (free < 0) {
            throw new IllegalArgumentException("so much is free: " + free);
        }
        running = List.copyOf(running);
        pending = List.copyOf(pending);
    }
}
