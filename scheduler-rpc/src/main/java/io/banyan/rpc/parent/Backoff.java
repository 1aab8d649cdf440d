package io.banyan.rpc.parent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The wait before the next attempt: twice as long each time, up to a limit, with a random part, so that clients do not
 * retry at the same time. For one thread at a time.
 */
final class Backoff {
    static final Duration FIRST = Duration.ofMillis(100);
    static final Duration LONGEST = Duration.ofSeconds(5);

    private static final int MAX_DOUBLINGS = 20;

    private final RandomGenerator random;
    private int attempts;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** The next attempt's delay: between a half and the whole of the doubled one. */
    Duration next() {
        long doubled = FIRST.toMillis() << Math.min(attempts, MAX_DOUBLINGS);
        long limit = Math.min(doubled, LONGEST.toMillis());
        attempts++;
        return Duration.ofMillis(limit / 2 + random.nextLong(limit / 2 + 1));
    }

    /** An attempt has succeeded. */
    void reset() {
        attempts = 0;
    }
}
