package io.banyan.bench.looks;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rset.IdSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Short jobs of one node, submitted without end by a thread of their own, so that some hundred of them wait at any
 * time.
 */
final class PassingJobs implements AutoCloseable {
    private static final int ARRAY = 50;
    private static final int MOST_WAITING = 300;
    private static final long PAUSE_MILLIS = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final int atLeast;
    private final AtomicInteger submitted = new AtomicInteger();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean isClosed;

    private PassingJobs(int atLeast) {
        this.atLeast = atLeast;
    }

    /**
     * Begins to submit to the daemon with this state directory.
     *
     * @param atLeast how many jobs are to pass
     * @param seconds for how long each runs
     */
    static PassingJobs begin(Path state, int atLeast, double seconds) throws JobspecException {
        var passing = new PassingJobs(atLeast);
        Jobspec jobspec = JobspecReader.read("""
                {"version": 9999,
                 "resources": [{"type": "slot", "count": 1, "label": "default", "with": [{"type": "node", "count": 1}]}],
                 "tasks": [{"command": ["app"], "slot": "default", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": 3600, "exec": {"test": {"run_duration": "%s"}}}}}
                """.formatted(Double.toString(seconds)), "the job");
        var request = new JobRequest.Submit(
                jobspec,
                "",
                Submission.USUAL_URGENCY,
                IdSet.builder().addRange(0, ARRAY - 1).build());
        Thread.ofVirtual().name("passing-jobs").start(() -> passing.run(state, request));
        return passing;
    }

    private void run(Path state, JobRequest.Submit request) {
        try (BanyanClient client = BanyanClient.ofStateDirectory(state, DEADLINE)) {
            while (!isClosed) {
                if (client.stat().jobs().getOrDefault(JobState.PENDING, 0L) < MOST_WAITING) {
                    submit(client, request);
                } else {
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
            end.complete(null);
        } catch (ClientException | InterruptedException | RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private void submit(BanyanClient client, JobRequest.Submit request) throws ClientException {
        RequestOutcome<JobAnswer.Submitted> outcome = client.queueing().submit(request);
        if (!(outcome instanceof RequestOutcome.Done<JobAnswer.Submitted>)) {
            throw new IllegalStateException("A job could never run there.");
        }
        submitted.addAndGet(ARRAY);
    }

    /** How many there are so far. */
    int submitted() {
        return submitted.get();
    }

    /** Whether fewer have been submitted than are to pass. */
    boolean isGoingOn() {
        return submitted.get() < atLeast && !end.isDone();
    }

    /**
     * Submits no more.
     *
     * @throws java.util.concurrent.CompletionException where a submission failed
     */
    @Override
    public void close() {
        isClosed = true;
        end.join();
    }
}
