package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.KilledDaemon;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A daemon whose process is killed while a job that has to wait again writes its checkpoint, which takes it as long as
 * the test wants.
 */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class KilledWhileSavingTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** When the checkpoint is there. */
    enum Saved {
        WHILE_NO_DAEMON_RUNS,
        UNDER_THE_NEXT
    }

    /**
     * The job's program, which writes each thing that it does to a log, once; where the log is gone the test is over.
     */
    private static final String PROGRAM = "if [ -e $BANYAN_CHECKPOINT_DIR/at ]; then "
            + "echo again >> log; cat $BANYAN_CHECKPOINT_DIR/at; exit 0; fi; "
            + "trap 'trap : TERM; echo saving >> log; while [ ! -e save -a -e log ]; do sleep 0.05; done; "
            + "echo 42 > $BANYAN_CHECKPOINT_DIR/at; echo saved >> log; exit 1' TERM; "
            + "echo begun >> log; while [ -e log ]; do sleep 0.05; done";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void theJobGoesOnFromWhatItSavedAndNothingOfItHappensTwice(Saved when) throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        JobId id;
        try (var killed = new KilledDaemon(state.path())) {
            killed.start(
                    "--graph", Path.of("..", "resource-graphs", "small.graphml").toString());
            try (BanyanClient client = killed.client()) {
                id = submit(client, PROGRAM, ", \"banyan\": {\"checkpoint\": {\"within\": 300}}");
                awaitLog("begun");
                client.queueing().requeue(new JobRequest.Requeue(id));
                awaitLog("begun", "saving");
                killed.kill();
            }
            if (when == Saved.WHILE_NO_DAEMON_RUNS) {
                Files.createFile(directory.resolve("save"));
                awaitLog("begun", "saving", "saved");
            }
            killed.start();
            try (BanyanClient client = killed.client()) {
                if (when == Saved.UNDER_THE_NEXT) {
                    JobId other = submit(client, "true", "");
                    assertThat(awaitEnd(client, other).state()).isEqualTo(JobState.COMPLETED);
                    assertThat(log()).containsExactly("begun", "saving");
                    assertThat(job(client, id).state().isOver()).isFalse();
                    Files.createFile(directory.resolve("save"));
                }
                assertThat(awaitEnd(client, id).state()).isEqualTo(JobState.COMPLETED);
                assertThat(log()).containsExactly("begun", "saving", "saved", "again");
                assertThat(JobDirectory.of(state, id).output()).hasContent("42\n");
                var cores = client.stat().amounts().get("core");
                assertThat(cores.free()).isEqualTo(cores.total());
                await().atMost(PATIENCE)
                        .until(() -> !Files.exists(JobDirectory.of(state, id).checkpoint()));
            }
        }
    }

    private JobId submit(BanyanClient client, String program, String system) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s"%s}}}""".formatted(program, directory, system);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client.queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private List<String> log() throws Exception {
        Path log = directory.resolve("log");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    private void awaitLog(String... lines) {
        await().atMost(PATIENCE).until(this::log, Arrays.asList(lines)::equals);
    }

    private static JobRecord job(BanyanClient client, JobId id) throws Exception {
        return client.info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job();
    }

    private static JobRecord awaitEnd(BanyanClient client, JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> job(client, id).state().isOver());
        return job(client, id);
    }
}
