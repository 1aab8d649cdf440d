package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.JobspecReader;
import io.banyan.provider.process.Subreaper;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.process.CommandSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of jobs that have left their session, lost their parent and cleared their environment, where there is no
 * cgroup.
 */
@Timeout(120)
class HiddenProcessesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private StateDirectory state;
    private @Nullable Daemon daemon;
    private @Nullable BanyanClient client;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Subreaper.isPossible(), "this machine has neither perl nor python3");
        assumeTrue(
                Files.exists(Path.of("/proc/thread-self/children")),
                "this kernel does not tell the children of a process");
        state = new StateDirectory(directory.resolve("state"));
        open();
    }

    private void open() throws Exception {
        daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .build());
        client = BanyanClient.ofStateDirectory(state.path());
    }

    private void crash() {
        client().close();
        Objects.requireNonNull(daemon).close();
    }

    @AfterEach
    void stop() throws Exception {
        if (client != null) {
            client().close();
            Objects.requireNonNull(daemon).stop();
        }
        if (Files.exists(directory.resolve("hidden"))) {
            hidden().ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private BanyanClient client() {
        return Objects.requireNonNull(client);
    }

    /** Runs a job that starts a hidden process, and then this. */
    private JobId submit(String then) throws Exception {
        Path file = directory.resolve("hidden");
        JobId id = run("(setsid env -i sh -c 'echo $$ > " + file + ".new; mv " + file + ".new " + file
                + "; exec sleep 311' & ); while [ ! -e " + file + " ]; do sleep 0.05; done; " + then);
        await().atMost(PATIENCE).until(() -> Files.exists(file));
        return id;
    }

    private JobId run(String script) throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 2}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600}}}""".formatted(script);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private Optional<ProcessHandle> hidden() throws Exception {
        String number = Files.readString(directory.resolve("hidden")).strip();
        return ProcessHandle.of(Long.parseLong(number)).filter(CommandSession::runs);
    }

    private JobState awaitEnd(JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> state(id).isOver());
        return state(id);
    }

    private JobState state(JobId id) throws Exception {
        return client().info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job().state();
    }

    @Test
    void endsWithItsJob() throws Exception {
        JobId id = submit("true");
        assertThat(awaitEnd(id)).isEqualTo(JobState.COMPLETED);
        assertThat(hidden()).isEmpty();
    }

    /** The signal also reaches the first process of the job, which is not told to end by that. */
    @Test
    void endsWithAJobThatSignalsItsOwnGroup() throws Exception {
        JobId id = submit("trap 'kill 0' EXIT; exit 3");
        assertThat(awaitEnd(id)).isEqualTo(JobState.FAILED);
        assertThat(hidden()).isEmpty();
    }

    @Test
    void endsWhenItsJobIsCancelled() throws Exception {
        JobId id = submit("while true; do sleep 1; done");
        assertThat(hidden()).isPresent();
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id)).isEqualTo(JobState.CANCELLED);
        assertThat(hidden()).isEmpty();
    }

    @Test
    void endsWhenItsJobIsCancelledByTheNextDaemon() throws Exception {
        JobId id = submit("rm -rf $BANYAN_JOB_DIR/*; exec env -i sleep 312");
        crash();
        open();
        client().cancel(new JobRequest.Cancel(id));
        assertThat(awaitEnd(id)).isEqualTo(JobState.CANCELLED);
        assertThat(hidden()).isEmpty();
    }

    /** The job deletes what its directory says of it. */
    @Test
    void aJobThatDeletesItsFilesRunsOnce() throws Exception {
        Path begun = directory.resolve("begun");
        Path go = directory.resolve("go");
        JobId id = run("echo begun >> " + begun + "; rm -rf $BANYAN_JOB_DIR/* $BANYAN_JOB_DIR/.[!.]*; while [ ! -e "
                + go + " ]; do sleep 0.05; done; echo over >> " + begun);
        await().atMost(PATIENCE).until(() -> Files.exists(begun));
        crash();
        open();
        Files.createFile(go);
        assertThat(awaitEnd(id)).isEqualTo(JobState.COMPLETED);
        assertThat(begun).hasContent("begun\nover\n");
    }

    /**
     * The job's directory is as an earlier version of this daemon leaves it, which kept the number of the process
     * there.
     */
    @Test
    void aJobOfAnEarlierVersionIsGoneOnWith() throws Exception {
        Path begun = directory.resolve("begun");
        Path go = directory.resolve("go");
        JobId id = run("echo begun >> " + begun + "; while [ ! -e " + go + " ]; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> Files.exists(begun));
        crash();
        JobDirectory of = JobDirectory.of(state, id);
        Files.move(of.pid(), of.path().resolve("pid"));
        Files.move(of.began(), of.path().resolve("began"));
        open();
        Files.createFile(go);
        assertThat(awaitEnd(id)).isEqualTo(JobState.COMPLETED);
        assertThat(begun).hasContent("begun\n");
    }

    @Test
    void endsWhenItsInstanceIsFenced() throws Exception {
        JobId unused = submit("while true; do sleep 1; done");
        crash();
        Fencing.killAll(state);
        await().atMost(PATIENCE).until(() -> hidden().isEmpty());
        open();
    }
}
