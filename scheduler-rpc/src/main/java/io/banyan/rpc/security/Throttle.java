package io.banyan.rpc.security;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The limit on a client's calls per second on average: a bucket of tokens for each client, which holds the tokens of
 * one second and is filled evenly. Any thread may call. O(1) a call. The bucket of a client is removed when it is full
 * again; a check follows about once a second.
 */
public final class Throttle {
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoClock;
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final AtomicLong lookedNanos;
    private volatile int callsPerSecond;

    /** The remaining calls of one client. */
    private static final class Bucket {
        private double left;
        private long atNanos;

        Bucket(double left, long atNanos) {
            this.left = left;
            this.atNanos = atNanos;
        }

        synchronized boolean isFull(long now) {
            return now - atNanos > SECOND_NANOS;
        }
    }

    /**
     * Creates a throttle without buckets.
     *
     * @param callsPerSecond 0 for any number
     */
    public Throttle(int callsPerSecond) {
        this(callsPerSecond, System::nanoTime);
    }

    Throttle(int callsPerSecond, LongSupplier nanoClock) {
        this.callsPerSecond = callsPerSecond;
        this.nanoClock = nanoClock;
        this.lookedNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /** From now on a client may make so many; 0 for any number. */
    public void limitTo(int newCallsPerSecond) {
        callsPerSecond = newCallsPerSecond;
    }

    /** A bucket without calls for a second is full, as is a new one. */
    private void removeFull(long now) {
        long before = lookedNanos.get();
        if (now - before > SECOND_NANOS && lookedNanos.compareAndSet(before, now)) {
            buckets.values().removeIf(bucket -> bucket.isFull(now));
        }
    }

    int buckets() {
        return buckets.size();
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
        double perNano = most / SECOND_NANOS;
        long now = nanoClock.getAsLong();
        removeFull(now);
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
