package io.banyan.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.provider.Purchases;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopCommandTest {
    @TempDir
    private Path directory;

    /** The daemon is one of this process, whose end is not waited for; so another stands in for it that ends soon. */
    private Run stop(StateDirectory state) throws Exception {
        Process other = new ProcessBuilder("sleep", "1").start();
        Files.writeString(state.pid(), other.pid() + "\n");
        return Run.banyan("stop", "--state", state.path().toString());
    }

    @Test
    void whatIsNotGivenBackIsSaid() throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        try (Daemon daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .build())) {
            assertThat(daemon).isNotNull();
            StateDirectory child = state.child(new JobId(7));
            child.create();
            new Purchases(child.purchases(), "owner", true).begin(new ProviderSpec("exec", "lab", Map.of()));
            Run run = stop(state);
            assertThat(run.out()).isEqualTo("stopped\n");
            assertThat(run.err()).contains("are not fully returned (lab): the next daemon on " + state.path());
            assertThat(run.status()).isEqualTo(ExitStatus.NO);
        }
    }

    /** An epilog that takes long outlives the stop; its number stands beside the directory of its job. */
    @Test
    void whatStillRunsInAJobIsSaid() throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        Process epilog = new ProcessBuilder("sleep", "300").start();
        try (Daemon daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .build())) {
            assertThat(daemon).isNotNull();
            Files.createDirectories(state.jobs());
            Files.writeString(state.jobs().resolve("7.epilog"), epilog.pid() + "\n");
            Run run = stop(state);
            assertThat(run.out()).isEqualTo("stopped\n");
            assertThat(run.err())
                    .contains("The epilog of job 7 (process " + epilog.pid() + ") is still running: the next daemon on "
                            + state.path());
            assertThat(run.status()).isEqualTo(ExitStatus.NO);
        } finally {
            epilog.destroyForcibly();
        }
    }

    /** The users' own tokens are made by the command that an administrator has for that. */
    private Run as(StateDirectory state, String user, String... words) {
        Path token = directory.resolve(user);
        List<String> all = new ArrayList<>(List.of(words[0]));
        all.addAll(List.of("--state", state.path().toString(), "--token-file", token.toString()));
        all.addAll(List.of(words).subList(1, words.length));
        return Run.banyan(all.toArray(String[]::new));
    }

    @Test
    void jobsOfOthersAreNotEndedUnasked() throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        try (Daemon daemon = Daemon.start(
                DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .executing(ExecutionConfig.MOCK)
                        .build())) {
            assertThat(daemon).isNotNull();
            String out = directory.resolve("alice").toString();
            Run added = Run.banyan(
                    "token",
                    "add",
                    "alice",
                    "--role",
                    "user",
                    "--state",
                    state.path().toString(),
                    "--to",
                    out);
            assertThat(added.status()).as(added.err()).isZero();
            // The daemon reads new tokens after a moment.
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(as(state, "alice", "jobs").err()).isEmpty());
            Run submitted = as(state, "alice", "submit", "-n", "1", "-t", "1h", "--", "work");
            assertThat(submitted.out()).isEqualTo("job 1: running\n");
            Run refused = Run.banyan("stop", "--state", state.path().toString());
            assertThat(refused.status()).isEqualTo(ExitStatus.NO);
            assertThat(refused.err())
                    .isEqualTo("banyan: 1 job of alice has not ended; use --yes to end all jobs, or --keep-jobs to keep"
                            + " them for the next daemon.\n");
            assertThat(daemon.isOver()).isFalse();
            Process other = new ProcessBuilder("sleep", "5").start();
            Files.writeString(state.pid(), other.pid() + "\n");
            Run stopped = Run.banyan("stop", "--yes", "--state", state.path().toString());
            assertThat(stopped.out()).isEqualTo("stopped\n");
        }
    }

    /** A server that accepts connections and never answers stands in for a daemon that is too busy to answer. */
    @Test
    void itIsNotStoppedUnaskedWhereItCannotBeToldWhoseJobsThereAre() throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        try (Daemon daemon = Daemon.start(
                        DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                                .build());
                var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Files.deleteIfExists(state.socket());
            Files.deleteIfExists(state.direct());
            Files.writeString(state.address(), "127.0.0.1:" + silent.getLocalPort() + "\n");
            Run refused =
                    Run.banyan("stop", "--timeout", "1", "--state", state.path().toString());
            assertThat(refused.status()).isEqualTo(ExitStatus.NO);
            assertThat(refused.err())
                    .contains("did not answer within 1.0 s")
                    .contains("Maybe jobs of other users have not ended: --yes stops the daemon anyway");
            assertThat(daemon.isOver()).isFalse();
        }
    }
}
