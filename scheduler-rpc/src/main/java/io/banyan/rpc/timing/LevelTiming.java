package io.banyan.rpc.timing;

/**
 * Where the time of one grow went at one level of the tree; the parts of Milroy et al., section 6.
 *
 * @param level path of the instance
 * @param matchNanos looking in its own graph, and booking what was found there
 * @param communicationNanos waiting for the level above or for a provider, less what those report for themselves:
 *     encoding, the wire,
 *     queues, the journal
 * @param addUpdateNanos adding what came to the graph, booking it and updating the ancestors
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
