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
     * Nodes by the result of the check.
     *
     * @param failing nodes whose last check failed
     * @param marked nodes that the check has drained or marked as lost
     * @param withheld nodes that it would have marked without the limit on marks
     */
    public record Nodes(int failing, int marked, int withheld) {}
}
