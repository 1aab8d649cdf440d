package io.banyan.bench.scaling;

import com.sun.management.ThreadMXBean;
import io.banyan.bench.graphs.BenchSystem;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * The cost of one match for the thread that makes it.
 *
 * @param found whether there was something
 * @param micros processor time, the median of some rounds
 * @param visits vertices that were looked at
 * @param bytes that were allocated
 */
record MatchCost(boolean found, double micros, long visits, long bytes) {
    private static final long WARM_NANOS = 50_000_000L;
    private static final long ROUND_NANOS = 10_000_000L;
    private static final int ROUNDS = 5;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Measures the system's request, for about a tenth of a second, or eight matches where these take longer. */
    static MatchCost of(BenchSystem system, MatchPolicy policy) throws JobspecException {
        var matcher = new Matcher(system.schedule(), policy);
        boolean found = match(matcher, system);
        nanosOfOne(matcher, system, WARM_NANOS);
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            rounds[i] = nanosOfOne(matcher, system, ROUND_NANOS) / 1e3;
        }
        Arrays.sort(rounds);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        match(matcher, system);
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
        return new MatchCost(found, rounds[ROUNDS / 2], matcher.visits().preorder(), bytes);
    }

    private static double nanosOfOne(Matcher matcher, BenchSystem system, long atLeast) throws JobspecException {
        long from = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        int count = 0;
        // The clock itself costs as much as a short match, so that it is not read after each.
        for (int batch = 1; spent < atLeast; batch *= 2) {
            for (int i = 0; i < batch; i++) {
                match(matcher, system);
                count++;
            }
            spent = THREADS.getCurrentThreadCpuTime() - from;
        }
        return (double) spent / count;
    }

    private static boolean match(Matcher matcher, BenchSystem system) throws JobspecException {
        return matcher.match(system.request(), MatchOperation.ALLOCATE, 0) instanceof MatchResult.Allocated;
    }
}
