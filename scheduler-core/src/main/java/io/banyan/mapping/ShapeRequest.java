package io.banyan.mapping;

import io.banyan.planner.TimeWindow;

/**
 * A request for nodes by a deadline.
 *
 * @param nodes how many
 * @param earliestSec the earliest start
 * @param durationSec the run time
 * @param deadlineSec the latest end
 */
public record ShapeRequest(int nodes, long earliestSec, long durationSec, long deadlineSec) {
    /** Checks that the job can end in time on an empty machine. */
    public ShapeRequest {
        if (nodes < 1) {
            throw new IllegalArgumentException("a request must be for 1 node or more, found " + nodes);
        }
        if (durationSec < 1) {
            throw new IllegalArgumentException("a duration must be 1 s or more, found " + durationSec);
        }
        if (deadlineSec - earliestSec < durationSec) {
            throw new IllegalArgumentException("the job takes " + durationSec + " s, but its deadline is "
                    + (deadlineSec - earliestSec) + " s after its earliest start");
        }
    }

    /** The latest start. */
    public long lastStartSec() {
        return deadlineSec - durationSec;
    }

    /** The window of the job with a start. */
    TimeWindow from(long startSec) {
        return new TimeWindow(startSec, startSec + durationSec);
    }
}
