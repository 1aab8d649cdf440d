package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Calls that submit many jobs while the daemon is killed. */
@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class BulkSubmissionTest {
    private static final int JOBS_A_CALL = 50;
    private static final int ROUNDS = 3;

    @TempDir
    private Path directory;

    private static JobRequest.SubmitAll call() throws Exception {
        Jobspec jobspec = JobspecReader.read("""
                {"version": 9999,
                 "resources": [{"type": "slot", "count": 1, "label": "default", "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["app"], "slot": "default", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": 3600, "exec": {"test": {"run_duration": "1000"}}}}}
                """, "the job");
        var job = new JobRequest.Submit(jobspec, "bulk", Submission.USUAL_URGENCY);
        return new JobRequest.SubmitAll(Collections.nCopies(JOBS_A_CALL, job));
    }

    /** Submits until the daemon is gone. */
    private static void submit(BanyanClient client, AtomicInteger acknowledged, CountDownLatch some) throws Exception {
        try {
            while (client.queueing().submitAll(call()) instanceof JobAnswer.AllSubmitted all) {
                acknowledged.addAndGet(all.count());
                some.countDown();
            }
        } catch (ClientException killed) {
            // Whether its last call was heard nobody knows.
        }
    }

    @Test
    void whatIsAcknowledgedIsThereAfterwardsAndWhatIsNotIsThereWholeOrNotAtAll() throws Exception {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var acknowledged = new AtomicInteger();
        try (var daemon = new KilledDaemon(
                directory.resolve("state"),
                "--execution",
                "mock",
                "--graph",
                Path.of("..", "resource-graphs", "small.graphml").toString())) {
            for (int round = 1; round <= ROUNDS; round++) {
                daemon.start();
                var some = new CountDownLatch(1 + random.nextInt(20));
                try (BanyanClient client = daemon.client()) {
                    var submitting = CompletableFuture.runAsync(() -> {
                        try {
                            submit(client, acknowledged, some);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    some.await();
                    daemon.kill();
                    submitting.join();
                }
                check(daemon, acknowledged, round, seed);
            }
        }
    }

    private static void check(KilledDaemon daemon, AtomicInteger acknowledged, int round, long seed) throws Exception {
        daemon.start();
        try (BanyanClient client = daemon.client()) {
            List<JobRecord> jobs = client.jobs(new JobRead.Jobs(true)).jobs();
            assertThat(jobs.size() % JOBS_A_CALL)
                    .as("seed %d, round %d", seed, round)
                    .isZero();
            assertThat(jobs.size() - acknowledged.get())
                    .as("seed %d, round %d", seed, round)
                    .isBetween(0, JOBS_A_CALL);
            acknowledged.set(jobs.size());
        }
        daemon.kill();
    }
}
