package io.banyan.rpc.execute;

import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.timing.LevelTiming;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MockJobsTest {
    private static final int JOBS = 200_000;

    private final Set<JobId> over = ConcurrentHashMap.newKeySet();

    private final Inbox inbox = new Inbox() {
        @Override
        public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
            return !(event instanceof Event.JobFinished finished) || over.add(finished.job());
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
            throw new IllegalStateException("nothing is asked here");
        }
    };

    /** A millisecond can be over before it is known that they run. */
    @Test
    void theEndOfNoneIsLostHoweverSoonItComes() throws Exception {
        var jobspec = JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [], "attributes": {"system": {"duration": 60, "exec": {"test": {"run_duration": "0.001"}}}}}""", "test");
        try (var jobs = new MockJobs(inbox, () -> Instant.ofEpochSecond(100))) {
            // So many at once that some thread has to wait in between.
            IntStream.rangeClosed(1, JOBS)
                    .parallel()
                    .forEach(i -> jobs.start(
                            new Effect.StartJob(new JobId(i), "", "owner", jobspec, new TimeWindow(100, 160), false)));
            await().until(() -> over.size() == JOBS);
        }
    }
}
