package io.banyan.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests at their times of arrival, independent of earlier ones: each has a virtual thread of its own. It ends
 * by itself, some seconds after the last arrival at the latest.
 */
final class LoadRun {
    /** More requests than any daemon should have open; those that arrive beyond it are not sent. */
    private static final int MOST_OPEN = 4_096;

    private static final long LAST_ANSWERS_SECONDS = 30;
    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadTarget target;
    private final Mix mix;
    private final Random random;

    /**
     * The result of a load.
     *
     * @param latencies by operation
     * @param perSecond how many requests arrived, a second
     * @param notSent how many were not sent because too many were open
     * @param seconds how long it took to the last answer
     */
    record Result(Map<Operation, Latencies> latencies, double perSecond, long notSent, double seconds) {
        /** All operations together. */
        Latencies all() {
            var all = new Latencies();
            latencies.values().forEach(all::add);
            return all;
        }

        /** Answers a second. */
        double answeredPerSecond() {
            return all().count() / seconds;
        }
    }

    /** The seed decides when requests arrive and which they are. */
    LoadRun(LoadTarget target, Mix mix, long seed) {
        this.target = target;
        this.mix = mix;
        this.random = new Random(seed);
    }

    /** Runs for so long at such a rate. */
    Result run(double perSecond, double seconds) throws InterruptedException {
        Map<Operation, Latencies> latencies = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            latencies.put(operation, new Latencies());
        }
        var open = new Semaphore(MOST_OPEN);
        var lastAnswer = new AtomicLong();
        var arrivals = new PoissonArrivals(perSecond, random);
        long notSent = 0;
        long arrived = 0;
        long begin = System.nanoTime();
        long end = (long) (seconds * NANOS_PER_SECOND);
        for (long at = arrivals.nextNanos(); at < end; at = arrivals.nextNanos()) {
            arrived++;
            awaitNanos(begin + at);
            Operation operation = target.possible(mix.pick(random));
            if (!open.tryAcquire()) {
                notSent++;
                continue;
            }
            long arrival = begin + at;
            Thread.ofVirtual().start(() -> {
                long sent = System.nanoTime();
                LoadTarget.Reply reply = target.call(operation);
                long answered = System.nanoTime();
                Objects.requireNonNull(latencies.get(operation)).record(arrival, sent, answered, reply);
                lastAnswer.accumulateAndGet(answered - begin, Math::max);
                open.release();
            });
        }
        if (!open.tryAcquire(MOST_OPEN, LAST_ANSWERS_SECONDS, TimeUnit.SECONDS)) {
            notSent += MOST_OPEN - open.availablePermits();
        }
        double took = Math.max(seconds, lastAnswer.get() / NANOS_PER_SECOND);
        return new Result(latencies, arrived / seconds, notSent, took);
    }

    private static void awaitNanos(long time) throws InterruptedException {
        for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
