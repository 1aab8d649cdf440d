package io.banyan.instance;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * What a job had and used, for those who account for it.
 *
 * @param eligibleSec since when nothing but the queue and its resources kept it from starting; empty where something else did to its end
 * @param startedSec when it got its resources, the last time where it ran several times; empty where it never did
 * @param requestedSec how long it was to run at most; 0 where there was no limit
 * @param nodes how many it had something of, at most at once
 * @param cores how many it had, at most at once
 * @param coreSec how many of them for how long, all in all, also where it had more and less in between, or ran several times
 */
public record JobAccount(
        OptionalLong eligibleSec, OptionalLong startedSec, long requestedSec, long nodes, long cores, long coreSec) {
    /** Checks the numbers. */
    public JobAccount {
        Objects.requireNonNull(eligibleSec, "eligibleSec");
        Objects.requireNonNull(startedSec, "startedSec");
        Checks.notNegative(requestedSec, "a time");
        Checks.notNegative(nodes, "a number of nodes");
        Checks.notNegative(cores, "a number of cores");
        Checks.notNegative(coreSec, "a number of core seconds");
    }
}
