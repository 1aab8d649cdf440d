package io.banyan.rpc.health;

/**
 * Counts of health checks and of nodes.
 *
 * @param passed checks that passed
 * @param failed checks that failed
 * @param notRun checks that could not be run
 */
public record HealthCounts(long passed, long failed, long notRun, Nodes nodes) {
    /**
     * Nodes by what the check says.
     *
     * @param failing whose last check failed
     * @param marked that the check has drained, or said to be lost
     * @param withheld that it would have, if it had not marked too many
     */
    public record Nodes(int failing, int marked, int withheld) {}
}
