package io.banyan.rpc.timing;

/**
 * The times of one grow at one level of the tree; the parts of Milroy et al., section 6.
 *
 * @param level path of the instance
 * @param matchNanos the search in its own graph, and the booking of its result
 * @param communicationNanos the wait for the level above or for a provider, without the times that those report:
 *     encoding, the wire, queues, the journal
 * @param addUpdateNanos the addition of the grant to the graph, its booking, and the update of the ancestors
 */
public record LevelTiming(String level, long matchNanos, long communicationNanos, long addUpdateNanos) {
    /** Checks that no time is negative. */
    public LevelTiming {
        if (matchNanos < 0 || communicationNanos < 0 || addUpdateNanos < 0) {
            throw new IllegalArgumentException("times of a level must not be negative, found " + matchNanos + ", "
                    + communicationNanos + " and " + addUpdateNanos);
        }
    }

    /** All parts together. */
    public long totalNanos() {
        return matchNanos + communicationNanos + addUpdateNanos;
    }
}
