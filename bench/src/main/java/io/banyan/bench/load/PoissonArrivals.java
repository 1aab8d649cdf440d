package io.banyan.bench.load;

import java.util.random.RandomGenerator;

/**
 * The times at which requests arrive: those of a Poisson process, which models many independent callers. For one
 * thread.
 */
final class PoissonArrivals {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RandomGenerator random;
    private final double meanNanos;
    private double atNanos;

    /** So many a second, on average. */
    PoissonArrivals(double perSecond, RandomGenerator random) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("An arrival rate must be above 0, but is " + perSecond + ".");
        }
        this.random = random;
        this.meanNanos = NANOS_PER_SECOND / perSecond;
    }

    /** The next time, in nanoseconds from the beginning. */
    long nextNanos() {
        atNanos += meanNanos * random.nextExponential();
        return (long) atNanos;
    }
}
