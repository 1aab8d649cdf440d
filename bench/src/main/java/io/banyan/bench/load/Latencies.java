package io.banyan.bench.load;

import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The latencies of the requests of one operation: from the planned time of arrival, which is the wait of a caller, and
 * from the time of sending, which hides the effect of a slow answer on later requests (coordinated omission). For any
 * thread.
 */
final class Latencies {
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int DIGITS = 3;

    private final Histogram fromArrival = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
    private final Histogram fromSending = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();

    /** Records one request; failed requests are counted only. */
    void record(long arrivedNanos, long sentNanos, long answeredNanos, LoadTarget.Reply reply) {
        switch (reply) {
            case DONE -> {}
            case NO -> refused.incrementAndGet();
            case FAILED -> {
                failed.incrementAndGet();
                return;
            }
        }
        fromArrival.recordValue(within(answeredNanos - arrivedNanos));
        fromSending.recordValue(within(answeredNanos - sentNanos));
    }

    private static long within(long nanos) {
        return Math.max(0, Math.min(LONGEST_NANOS, nanos));
    }

    /** Adds the values of another. */
    void add(Latencies other) {
        fromArrival.add(other.fromArrival);
        fromSending.add(other.fromSending);
        refused.addAndGet(other.refused.get());
        failed.addAndGet(other.failed.get());
    }

    /** How many were answered. */
    long count() {
        return fromArrival.getTotalCount();
    }

    /** How many of those were answered by a no. */
    long refused() {
        return refused.get();
    }

    /** How many were not answered. */
    long failed() {
        return failed.get();
    }

    /** The latency from the arrival that this percentage did not exceed, in milliseconds. */
    double millis(double percent) {
        return fromArrival.getValueAtPercentile(percent) / 1e6;
    }

    /** A quantile of the latency, counted from the sending of the request. */
    double millisFromSending(double percent) {
        return fromSending.getValueAtPercentile(percent) / 1e6;
    }
}
