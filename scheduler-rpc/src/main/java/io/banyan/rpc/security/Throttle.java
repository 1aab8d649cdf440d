package io.banyan.rpc.security;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many calls a second a client may make on average: a bucket of tokens for each, which holds those of one second and is filled evenly. Any thread may
 * call. O(1) a call; as many buckets as there are names in the token table.
 */
public final class Throttle {
    private final LongSupplier nanoClock;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private volatile int callsPerSecond;

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
    public Throttle(int callsPerSecond) {
        this(callsPerSecond, System::nanoTime);
    }

    Throttle(int callsPerSecond, LongSupplier nanoClock) {
        this.callsPerSecond = callsPerSecond;
        this.nanoClock = nanoClock;
    }

    /** From now on a client may make so many; 0 for any number. */
    public void limitTo(int newCallsPerSecond) {
        callsPerSecond = newCallsPerSecond;
    }

    /**
     * Takes one token of a client's.
     *
     * @return 0 where there was one, else in how many milliseconds there will be
     */
    long take(String client) {
        double most = callsPerSecond;
        if (most == 0) {
            return 0;
        }
        double perNano = most / TimeUnit.SECONDS.toNanos(1);
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
