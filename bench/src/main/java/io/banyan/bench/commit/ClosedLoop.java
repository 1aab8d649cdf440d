package io.banyan.bench.commit;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.MatchOperation;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Clients that each allocate again as soon as the last allocation was answered. */
final class ClosedLoop {
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int DIGITS = 3;

    private final List<BanyanClient> clients;
    private final JobRequest.Match match;

    ClosedLoop(List<BanyanClient> clients, Jobspec jobspec) {
        this.clients = clients;
        this.match = new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "");
    }

    /**
     * The result of a closed loop.
     *
     * @param jobs that were allocated
     * @param seconds that it took
     * @param latencies of each, in nanoseconds
     */
    record Result(int jobs, double seconds, Histogram latencies) {
        double perSecond() {
            return jobs / seconds;
        }

        double millis(double percent) {
            return latencies.getValueAtPercentile(percent) / 1e6;
        }
    }

    /**
     * Allocates so many jobs.
     *
     * @throws ClientException where an answer is anything but a job
     */
    Result run(int jobs) throws ClientException, InterruptedException {
        var left = new AtomicInteger(jobs);
        var latencies = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (BanyanClient client : clients) {
                running.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        latencies.recordValue(allocate(client));
                    }
                    return null;
                }));
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        for (Future<?> one : running) {
            check(one);
        }
        return new Result(jobs, seconds, latencies);
    }

    private static void check(Future<?> ended) throws ClientException, InterruptedException {
        try {
            ended.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ClientException refused) {
                throw refused;
            }
            throw new IllegalStateException(e);
        }
    }

    private long allocate(BanyanClient client) throws ClientException {
        long begin = System.nanoTime();
        return switch (client.match(match)) {
            case RequestOutcome.Done<Answer.Matched> done -> System.nanoTime() - begin;
            case RequestOutcome.Refused<Answer.Matched> full ->
                throw new IllegalStateException("The system is full: take fewer --jobs, or more --nodes.");
        };
    }
}
