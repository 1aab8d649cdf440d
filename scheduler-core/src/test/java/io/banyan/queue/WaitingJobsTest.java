package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Jobs;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that what is kept beside the order says what a look at all jobs says. */
class WaitingJobsTest {
    private static WaitingJob job(long id, Random random) {
        String inside = random.nextInt(4) == 0 ? "gpu" : "core";
        String jobspec = 1 + random.nextInt(6) + " slot { 1 " + inside + " } for " + (1 + random.nextInt(8));
        return WaitingJob.of(new JobId(id), Jobs.jobspec(jobspec), random.nextInt(3), random.nextInt(50));
    }

    @Test
    void theNextWhoIsNotInVainIsWhomALookAtAllFinds() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        var jobs = new WaitingJobs();
        var inVain = new MatchFailures();
        for (int i = 1; i <= 1_500; i++) {
            jobs.add(job(i, random));
            if (random.nextInt(3) == 0) {
                List<WaitingJob> all = jobs.all();
                jobs.remove(all.get(random.nextInt(all.size())).id());
            }
            jobs.checkInvariants();
            fail(inVain, jobs, random);
            WaitingJob at = job(i + 10_000L, random);
            List<WaitingJob> after = new ArrayList<>(jobs.all());
            after.removeIf(it -> it.compareTo(at) <= 0);
            assertThat(jobs.firstAfter(at, (shape, amount, length) -> !inVain.covers(shape, amount, length)))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(after.stream()
                            .filter(it -> !inVain.covers(it))
                            .findFirst()
                            .orElse(null));
            assertThat(inVain.coverAll(jobs))
                    .as("seed %d, step %d", seed, i)
                    .isEqualTo(jobs.all().stream().allMatch(inVain::covers));
        }
    }

    private static void fail(MatchFailures inVain, WaitingJobs jobs, Random random) {
        if (random.nextInt(8) == 0) {
            inVain.clear();
        }
        List<WaitingJob> all = jobs.all();
        if (all.isEmpty()) {
            return;
        }
        WaitingJob failed = all.get(random.nextInt(all.size()));
        if (random.nextBoolean()) {
            inVain.add(failed, random.nextInt((int) failed.amount()));
        } else {
            inVain.add(failed.shape(), random.nextInt(7));
        }
    }
}
