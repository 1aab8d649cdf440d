package io.banyan.sim.deadline;

import io.banyan.mapping.ShapeRequest;

/**
 * A job with a deadline.
 *
 * @param number in the order of submission, from 1
 * @param submitSec when it is submitted
 * @param deadlineSec when it must have ended
 */
public record DeadlineJob(long number, int nodes, long submitSec, long runSec, long deadlineSec) {
    /** The request at its submission. */
    public ShapeRequest request() {
        return new ShapeRequest(nodes, submitSec, runSec, deadlineSec);
    }
}
