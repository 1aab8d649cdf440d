package io.banyan.bench.throughput;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
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

/** Clients that each submit again as soon as a submission was answered. */
final class Submitters {
    private static final long LONGEST_NANOS = 120_000_000_000L;
    private static final int DIGITS = 3;

    private final List<BanyanClient> clients;
    private final int inFlight;
    private final JobRequest.Submit submission;

    /**
     * Submitters of one job after the other.
     *
     * @param inFlight how many submissions of a client wait for their answers at a time
     */
    Submitters(List<BanyanClient> clients, int inFlight, Jobspec jobspec) {
        this.clients = clients;
        this.inFlight = inFlight;
        this.submission = new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY);
    }

    /**
     * The result of the submissions.
     *
     * @param seconds from the first to the last answer
     * @param latencies of each, in nanoseconds
     */
    record Result(double seconds, Histogram latencies) {
        double millis(double percent) {
            return latencies.getValueAtPercentile(percent) / 1e6;
        }
    }

    /** An action after a given number of answers. */
    interface Milestone {
        void reached() throws ClientException;
    }

    /**
     * Submits so many jobs.
     *
     * @param after after so many answers
     * @param milestone this is done
     * @throws ClientException where an answer is anything but a job
     */
    Result run(int jobs, int after, Milestone milestone) throws ClientException, InterruptedException {
        var left = new AtomicInteger(jobs);
        var answered = new AtomicInteger();
        var latencies = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
        long begin = System.nanoTime();
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < clients.size() * inFlight; i++) {
                BanyanClient client = clients.get(i % clients.size());
                running.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        latencies.recordValue(submit(client));
                        if (answered.incrementAndGet() == after) {
                            milestone.reached();
                        }
                    }
                    return null;
                }));
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        for (Future<?> one : running) {
            check(one);
        }
        return new Result(seconds, latencies);
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

    private long submit(BanyanClient client) throws ClientException {
        long begin = System.nanoTime();
        return switch (client.queueing().submit(submission)) {
            case RequestOutcome.Done<JobAnswer.Submitted> done -> System.nanoTime() - begin;
            case RequestOutcome.Refused<JobAnswer.Submitted> never ->
                throw new IllegalStateException("A job could never run there.");
        };
    }
}
