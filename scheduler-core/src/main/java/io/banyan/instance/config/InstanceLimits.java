package io.banyan.instance.config;

import io.banyan.instance.message.value.ValueChecks;

/**
 * The named limits of an instance. Times are in milliseconds.
 *
 * @param maxHops how many levels a grow may climb from here, its own or one that a child passes on
 * @param maxPendingGrows how many grows may wait for an answer from elsewhere at once
 * @param maxGrantVertices the most vertices that a provider may bring at once
 * @param maxEndedJobs how many ended jobs, and how many settled grows and returns, are remembered
 * @param growMillis how long a grow waits whose request has no deadline
 * @param leaseMillis how long a child may be silent before it is lost
 * @param heartbeatMillis the interval between the heartbeats of a child to its parent
 * @param newsMillis the delay after a change until it reports to its parent all changes since then
 * @param startMillis how long a spawned child may take to register
 * @param stopMillis how long a child may take to stop before its process is killed
 */
public record InstanceLimits(
        int maxHops,
        int maxPendingGrows,
        int maxGrantVertices,
        int maxEndedJobs,
        long growMillis,
        long leaseMillis,
        long heartbeatMillis,
        long newsMillis,
        long startMillis,
        long stopMillis) {
    /** The greatest value for the number of levels that a grow may climb. */
    public static final int MOST_HOPS = 1_000;

    public static final InstanceLimits DEFAULT =
            new InstanceLimits(32, 1024, 1_000_000, 10_000, 60_000, 5_000, 1_000, 100, 60_000, 10_000);

    /** Checks that all are more than 0, and that a lease outlives a heartbeat. */
    public InstanceLimits {
        ValueChecks.positive(maxHops, "maxHops");
        ValueChecks.positive(maxPendingGrows, "maxPendingGrows");
        ValueChecks.positive(maxGrantVertices, "maxGrantVertices");
        ValueChecks.positive(maxEndedJobs, "maxEndedJobs");
        ValueChecks.positive(growMillis, "growMillis");
        ValueChecks.positive(heartbeatMillis, "heartbeatMillis");
        ValueChecks.positive(newsMillis, "newsMillis");
        ValueChecks.positive(startMillis, "startMillis");
        ValueChecks.positive(stopMillis, "stopMillis");
        if (leaseMillis <= heartbeatMillis) {
            throw new IllegalArgumentException("a lease must be longer than a heartbeat (" + heartbeatMillis
                    + " ms), found " + leaseMillis + " ms");
        }
    }

    /**
     * Returns these limits without a bound on remembered items and on the size of an attach: for one user on their own
     * machine.
     */
    public InstanceLimits unbounded() {
        return new InstanceLimits(
                maxHops,
                maxPendingGrows,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE,
                growMillis,
                leaseMillis,
                heartbeatMillis,
                newsMillis,
                startMillis,
                stopMillis);
    }
}
