package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.NestedInstance;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.timing.LevelTiming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that end with the command that submitted them. */
class SubmitterWatchTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final JobId JOB = new JobId(1);

    @TempDir
    private Path directory = Path.of("");

    private final List<JobRequest.Cancel> cancelled = new CopyOnWriteArrayList<>();

    /** Answers nothing, so that a job never begins. */
    private final Inbox inbox = new Inbox() {
        @Override
        public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
            return true;
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
            if (request instanceof JobRequest.Cancel cancel) {
                cancelled.add(cancel);
            }
        }
    };

    @Test
    void aSilentSubmitterIsReportedOnce() {
        var gone = new CopyOnWriteArrayList<JobId>();
        try (var watch = new SubmitterWatch(Duration.ofMillis(1))) {
            watch.begin(JOB, () -> gone.add(JOB));
            await().atMost(PATIENCE).until(() -> !gone.isEmpty());
            watch.heard(JOB);
            watch.end(JOB);
        }
        assertThat(gone).hasSize(1);
    }

    @Test
    void aJobThatIsOverIsNotWatched() throws Exception {
        var gone = new CompletableFuture<Boolean>();
        var last = new CompletableFuture<Boolean>();
        try (var watch = new SubmitterWatch(Duration.ofMillis(300))) {
            watch.begin(JOB, () -> gone.complete(true));
            watch.end(JOB);
            watch.begin(new JobId(2), () -> last.complete(true));
            assertThat(last.orTimeout(1, TimeUnit.MINUTES).join()).isTrue();
        }
        assertThat(gone).isNotDone();
    }

    @Test
    void onlyAJobWithAnInstanceThatReadsItsSubmitterIsCancelled() throws Exception {
        Jobspec plain = JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 60}}}""", "test");
        Jobspec batch = new NestedInstance(Map.of()).in(plain);
        List<Jobspec> all = List.of(plain, plain.withInput("0"), batch, batch.withInput("0"));
        try (LocalJobs local = jobs(new JobInputs(Duration.ofMillis(1)))) {
            for (int i = 0; i < all.size(); i++) {
                local.start(new Effect.StartJob(
                        new JobId(i + 1L), "", "owner", all.get(i), new TimeWindow(100, 160), false));
            }
            await().atMost(PATIENCE).until(() -> !cancelled.isEmpty());
        }
        assertThat(new ArrayList<>(cancelled))
                .containsExactly(new JobRequest.Cancel(new JobId(4), false, Set.of(JobState.RUNNING)));
    }

    private LocalJobs jobs(JobInputs inputs) {
        var state = new StateDirectory(directory);
        return new LocalJobs(
                state,
                new ChildPlaces(state, ChildPlaces.Notes.NONE),
                JobUsers.OF_THE_DAEMON,
                ExecutionConfig.LOCAL,
                true,
                10,
                inbox,
                inputs,
                new JobUsages(),
                new JobSignals());
    }
}
