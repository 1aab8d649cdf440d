package io.banyan.elastic;

import java.util.List;

/**
 * The situation in which a policy is asked.
 *
 * @param nowSec the time
 * @param free how much nobody has
 * @param coming how much of what is not free is about to be: those who write a checkpoint have it, who are neither
 *     among those who run nor among those who wait
 * @param running who runs, in any order
 * @param pending who waits, in any order
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

    /** One in which nobody writes a checkpoint. */
    public Situation(long nowSec, long free, List<RunningJob> running, List<ElasticJob> pending) {
        this(nowSec, free, 0, running, pending);
    }
}
