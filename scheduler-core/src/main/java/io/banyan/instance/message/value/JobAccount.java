package io.banyan.instance.message.value;

import io.banyan.rset.HostList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The resources that a job had and used, for accounting.
 *
 * @param eligibleSec the time since which only the queue and its resources delayed its start; empty if another cause
 *     did to its end
 * @param startedSec when it got its resources, the last time where it ran several times; empty where it never did
 * @param requestedSec how long it was to run at most; 0 where there was no limit
 * @param nodes how many it had something of, at most at once
 * @param cores how many it had, at most at once
 * @param coreSec how many of them for how long, all in all, also where it had more and less in between, or ran several
 *     times
 * @param nodeList the nodes that it has, or had when it ended; empty where that was not asked for, and for an ended
 *     job that an earlier version recorded
 * @param requestedNodes how many nodes its jobspec requests at least; 0 where it requests none, and for a job that was
 *     not submitted
 * @param requestedCores how many cores it requests at least, likewise
 * @param deadlineSec by when it has to end, in seconds since the epoch; empty without a deadline
 * @param presentNodes how many nodes it has something of now; 0 for a job that has none or has ended, and from an
 *     earlier version
 * @param presentCores how many cores it has now, likewise
 */
public record JobAccount(
        OptionalLong eligibleSec,
        OptionalLong startedSec,
        long requestedSec,
        long nodes,
        long cores,
        long coreSec,
        HostList nodeList,
        long requestedNodes,
        long requestedCores,
        OptionalLong deadlineSec,
        long presentNodes,
        long presentCores) {
    /** Without the nodes that it has. */
    public JobAccount(
            OptionalLong eligibleSec,
            OptionalLong startedSec,
            long requestedSec,
            long nodes,
            long cores,
            long coreSec) {
        this(
                eligibleSec,
                startedSec,
                requestedSec,
                nodes,
                cores,
                coreSec,
                HostList.of(List.of()),
                0,
                0,
                OptionalLong.empty(),
                0,
                0);
    }

    /** Checks the numbers. */
    public JobAccount {
        Objects.requireNonNull(eligibleSec, "eligibleSec");
        Objects.requireNonNull(startedSec, "startedSec");
        ValueChecks.notNegative(requestedSec, "a time");
        ValueChecks.notNegative(nodes, "a number of nodes");
        ValueChecks.notNegative(cores, "a number of cores");
        ValueChecks.notNegative(coreSec, "a number of core seconds");
        Objects.requireNonNull(nodeList, "nodeList");
        ValueChecks.notNegative(requestedNodes, "a number of nodes");
        ValueChecks.notNegative(requestedCores, "a number of cores");
        Objects.requireNonNull(deadlineSec, "deadlineSec");
        ValueChecks.notNegative(presentNodes, "a number of nodes");
        ValueChecks.notNegative(presentCores, "a number of cores");
    }

    /** The nodes that it has now; of a job that has none, the most that it had. */
    public long shownNodes() {
        return presentNodes > 0 ? presentNodes : nodes;
    }

    /** The cores that it has now; of a job that has no nodes, the most that it had. */
    public long shownCores() {
        return presentNodes > 0 ? presentCores : cores;
    }

    /** Returns this account with the nodes that the job has. */
    public JobAccount on(HostList newNodeList) {
        return new JobAccount(
                eligibleSec,
                startedSec,
                requestedSec,
                nodes,
                cores,
                coreSec,
                newNodeList,
                requestedNodes,
                requestedCores,
                deadlineSec,
                presentNodes,
                presentCores);
    }
}
