package io.banyan.bench.throughput;

import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The ends of the jobs of a run. */
final class JobEnds {
    private static final long POLL_MILLIS = 10;
    private static final long SECOND_MILLIS = 1_000;

    private final BanyanClient client;

    JobEnds(BanyanClient client) {
        this.client = client;
    }

    /**
     * Waits until none of the jobs waits or runs.
     *
     * @throws IllegalStateException where that takes longer
     */
    Statistics await(Duration atMost) throws ClientException, InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (System.nanoTime() < end) {
            Statistics now = client.stat();
            if (now.jobs().entrySet().stream().allMatch(it -> it.getKey().isOver() || it.getValue() == 0)) {
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        throw new IllegalStateException("The jobs were not done after " + atMost.toSeconds() + " s: "
                + client.stat().jobs());
    }

    /**
     * Looks whether all is as it must be.
     *
     * @param besides one that is left out
     * @param sinceMillis when the first was submitted
     * @throws IllegalStateException where a job is missing, is there twice or has not completed, or a node is not free
     */
    void check(int jobs, Optional<JobId> besides, long sinceMillis) throws ClientException {
        long lastSec = System.currentTimeMillis() / SECOND_MILLIS + 1;
        Set<JobId> seen = new HashSet<>();
        for (long sec = sinceMillis / SECOND_MILLIS - 1; sec <= lastSec; sec++) {
            PastJobs ended = client.history(new HistoryQuery(sec, sec + 1, Optional.empty(), HistoryQuery.MOST));
            for (JobRecord job : ended.jobs()) {
                if (besides.filter(job.id()::equals).isPresent()) {
                    continue;
                }
                require(job.state() == JobState.COMPLETED, "job " + job.id() + " is " + job.state());
                require(seen.add(job.id()), "job " + job.id() + " has ended twice");
            }
        }
        require(seen.size() == jobs, seen.size() + " jobs have ended, and " + jobs + " were submitted");
        for (Map.Entry<String, Amount> type : client.stat().amounts().entrySet()) {
            Amount amount = type.getValue();
            require(
                    amount.free() == amount.total(),
                    amount.free() + " of " + amount.total() + " are free of " + type.getKey());
        }
    }

    private static void require(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new IllegalStateException("At the end " + otherwise + ".");
        }
    }
}
