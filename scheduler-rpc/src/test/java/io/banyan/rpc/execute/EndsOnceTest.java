package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the end of each run is reported once, whoever asks it to end meanwhile: what is told twice would end the
 * next run of a job that waits again.
 */
class EndsOnceTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JobId JOB = new JobId(1);

    @TempDir
    private Path directory;

    private final List<Event> told = new CopyOnWriteArrayList<>();
    private final AtomicReference<Outlets.Jobs> jobs = new AtomicReference<>();

    /** Just when it is told that a job has ended somebody wants it to. */
    private final Inbox inbox = new Inbox() {
        @Override
        public boolean tell(Event event, List<LevelTiming> timings, Runnable decided) {
            told.add(event);
            if (told.size() == 1) {
                jobs.get().stop(new Effect.StopJob(JOB, 0));
            }
            return true;
        }

        @Override
        public void ask(Principal client, Request request, long timeoutNanos, ReplyTo asker) {
            asker.fail(Failure.NOT_FOUND, "nobody knows it");
        }
    };

    @Test
    void aJobThatDoesNothing() throws Exception {
        try (var mock = new MockJobs(inbox, () -> Instant.ofEpochSecond(100))) {
            jobs.set(mock);
            endsOnce(mock);
        }
    }

    @Test
    void aJobOfProcesses() throws Exception {
        var state = new StateDirectory(directory);
        try (var local = new LocalJobs(
                state,
                new ChildPlaces(state, ChildPlaces.Notes.NONE),
                JobUsers.OF_THE_DAEMON,
                ExecutionConfig.LOCAL,
                true,
                10,
                inbox,
                new JobInputs(),
                new JobUsages(),
                new JobSignals())) {
            jobs.set(local);
            endsOnce(local);
        }
    }

    private void endsOnce(Outlets.Jobs of) throws Exception {
        var jobspec = JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 60, "exec": {"test": {"run_duration": "0.001"}}}}}""", "test");
        of.start(new Effect.StartJob(JOB, "", "owner", jobspec, new TimeWindow(100, 160), false));
        await().atMost(PATIENCE).until(() -> !told.isEmpty());
        of.stop(new Effect.StopJob(JOB, 0));
        assertThat(told).hasSize(1);
    }
}
