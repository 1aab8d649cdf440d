package io.banyan.rpc.health;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * How a daemon checks its nodes.
 *
 * @param check the check, as a command line for a POSIX shell; empty where nodes are not checked
 * @param interval from one check of a node to the next one; the nodes are spread over it
 * @param timeout how long one check may take
 * @param failures how many checks of a node fail in a row before the node is marked
 * @param onFailure the treatment of the node then
 * @param recovers whether a node that the check has marked is up again once the check passes
 * @param concurrency how many checks run at the same time at most
 * @param mostMarkedPercent the share of all nodes that the check may have marked at the same time; one node always
 */
public record HealthConfig(
        Optional<String> check,
        Duration interval,
        Duration timeout,
        int failures,
        OnFailure onFailure,
        boolean recovers,
        int concurrency,
        int mostMarkedPercent) {
    /** The length of the longest check, in characters. */
    public static final int LONGEST_CHECK = 4096;

    private static final int ALL = 100;

    /** No check. */
    public static final HealthConfig NONE = new HealthConfig(
            Optional.empty(), Duration.ofMinutes(5), Duration.ofSeconds(30), 1, OnFailure.DRAIN, true, 16, 25);

    /** Checks the bounds. */
    public HealthConfig {
        check.ifPresent(HealthConfig::requireCheck);
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(onFailure, "onFailure");
        if (failures < 1 || concurrency < 1) {
            throw new IllegalArgumentException("a health check requires at least one failure and one check at a time");
        }
        if (mostMarkedPercent < 1 || mostMarkedPercent > ALL) {
            throw new IllegalArgumentException(
                    "health.most-marked must be 1 to 100 percent, found " + mostMarkedPercent);
        }
    }

    /**
     * Returns a check if it can be one.
     *
     * @throws IllegalArgumentException with one sentence, if it cannot
     */
    public static String requireCheck(String command) {
        if (command.isBlank() || command.length() > LONGEST_CHECK || command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "a health check must be a command line of 1 to " + LONGEST_CHECK + " characters for /bin/sh");
        }
        return command;
    }

    /** How many of so many nodes the check may have marked at the same time. */
    int mostMarked(int nodes) {
        return Math.toIntExact(Math.max(1, (long) nodes * mostMarkedPercent / ALL));
    }
}
