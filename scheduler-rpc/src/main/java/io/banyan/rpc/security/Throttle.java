package io.banyan.rpc.security;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many calls a second a client may make on average: a bucket of tokens for each, which holds those of one second and is filled evenly. Any thread may
 * call. O(1) a call; as many buckets as there are names in the token table.
 */
final class Throttle {
    private final double perNano;
    private final double most;
    private final LongSupplier nanoClock;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    /** What one client has left. */
    private static final class Bucket {
        private double left;
        private long atNanos;

        Bucket(double left, long atNanos) {
            this.left = left;
            this.atNanos = atNanos;
        }
    }

    /**
     * A throttle that nobody has felt yet.
     *
     * @param callsPerSecond 0 for any number
     */
    Throttle(int callsPerSecond, LongSupplier nanoClock) {
        this.perNano = (double) callsPerSecond / TimeUnit.SECONDS.toNanos(1);
        this.most = callsPerSecond;
        this.nanoClock = nanoClock;
    }

    /**
     * Takes one token of a client's.
     *
     * @return 0 where there was one, else in how many milliseconds there will be
     */
    long take(String client) {
        if (most == 0) {
            return 0;
        }
        long now = nanoClock.getAsLong();
        Bucket bucket = buckets.computeIfAbsent(client, it -> new Bucket(most, now));
        synchronized (bucket) {
            bucket.left = Math.min(most, bucket.left + (now - bucket.atNanos) * perNano);
            bucket.atNanos = now;
            if (bucket.left >= 1) {
                bucket.left -= 1;
                return 0;
            }
            return TimeUnit.NANOSECONDS.toMillis((long) ((1 - bucket.left) / perNano)) + 1;
        }
    }
}
