package io.banyan.instance.message.client;

/**
 * How long the matches took that were measured.
 *
 * @param minNanos the fastest; 0 where there was none
 * @param maxNanos the slowest
 * @param sumNanos all together
 */
public record MatchTimes(long minNanos, long maxNanos, long sumNanos) {
    /** There was none. */
    public static final MatchTimes NONE = new MatchTimes(0, 0, 0);

    /** Returns these times with one more match; {@code before} is how many there were. */
    public MatchTimes and(long nanos, long before) {
        long min = before == 0 ? nanos : Math.min(minNanos, nanos);
        return new MatchTimes(min, Math.max(maxNanos, nanos), sumNanos + nanos);
    }
}
