package io.banyan.rpc.history;

import java.time.Duration;

/**
 * How long jobs that are over are kept.
 *
 * @param age those that ended longer ago go
 * @param most of the others, those that ended first go where there are more
 */
public record HistoryPolicy(Duration age, long most) {
    /** Where nothing else is said. */
    public static final HistoryPolicy DEFAULT = new HistoryPolicy(Duration.ofDays(90), 1_000_000);

    /** Checks that something is kept. */
    public HistoryPolicy {
        if (age.isNegative() || age.isZero() || most < 1) {
            throw new IllegalArgumentException("A history must keep at least one job for at least one second, found "
                    + age.toSeconds() + " s and " + most + " jobs.");
        }
    }
}
