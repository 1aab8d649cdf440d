package io.banyan.rpc.history;

import java.util.Objects;
import java.util.Optional;

/**
 * Which jobs of the past are asked for.
 *
 * @param sinceSec those that ended then or later, in seconds since the epoch
 * @param untilSec those that ended before
 * @param owner whose jobs; empty for all
 * @param most how many at most
 */
public record HistoryQuery(long sinceSec, long untilSec, Optional<String> owner, int most) {
    /** The most jobs that one query may ask for. */
    public static final int MOST = 100_000;

    /** Checks the number. */
    public HistoryQuery {
        Objects.requireNonNull(owner, "owner");
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException("A query can request 1 to " + MOST + " jobs, found " + most + ".");
        }
    }
}
