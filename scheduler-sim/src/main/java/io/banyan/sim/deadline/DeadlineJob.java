package io.banyan.sim.deadline;

import io.banyan.mapping.ShapeRequest;

/**
 * A job with a deadline.
 *
 * @param number in the order of submission, from 1
 * @param submitSec the time of its submission, in seconds since the trace begins
 * @param deadlineSec the latest end, in seconds since the trace begins
 */
public record DeadlineJob(long number, int nodes, long submitSec, long runSec, long deadlineSec) {
    /** The request at its submission. */
    public ShapeRequest request() {
        return new ShapeRequest(nodes, submitSec, runSec, deadlineSec);
    }
}
