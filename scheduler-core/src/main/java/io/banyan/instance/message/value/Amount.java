package io.banyan.instance.message.value;

/**
 * The amount of one resource type in an instance.
 *
 * @param total in its graph, without context vertices of its parent
 * @param free the amount that a job could get now for itself: see {@link io.banyan.schedule.Holdings#free}
 */
public record Amount(long total, long free) {
    /** Checks that free is a part of total. */
    public Amount {
        if (free < 0 || free > total) {
            throw new IllegalArgumentException("free must be 0 to " + total + ", found " + free);
        }
    }
}
