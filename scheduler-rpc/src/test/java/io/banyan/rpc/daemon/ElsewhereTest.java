package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Answer;
import io.banyan.instance.InstancePath;
import io.banyan.instance.Request;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.Outcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.JobCommand;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.launch.PidFile;
import io.banyan.schedule.JobId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Children that a command starts on what might be another machine: it knows nothing but a shell's line and what comes on its standard input. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ElsewhereTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private Path there;
    private Daemon daemon;
    private BanyanClient client;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        there = Files.createDirectory(directory.resolve("the other's disk"));
        Path remote = Files.writeString(directory.resolve("remote.sh"), """
                echo "$1" > "$0.host"
                exec env -i PATH="$PATH" /bin/sh -c "$2"
                """);
        var elsewhere = new Elsewhere(
                LaunchTemplate.parse("/bin/sh '" + remote + "' {host} {shell-start}"),
                Optional.empty(),
                Optional.of(there),
                Optional.of("localhost"));
        daemon = Daemon.start(DaemonConfig.of(
                        new StateDirectory(directory.resolve("top")),
                        "top",
                        GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                .launcher(DaemonProcess.command())
                .launching(Optional.of(elsewhere))
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .build());
        client = BanyanClient.ofStateDirectory(directory.resolve("top"));
    }

    @AfterEach
    void stop() {
        client.close();
        daemon.stop();
    }

    @Test
    void aChildElsewhereIsToldItsSecretsAloneAndIsAskedThroughItsParent() throws Exception {
        var command = new JobCommand(
                List.of("/bin/sh", "-c", "echo \"it's $BANYAN_INSTANCE\"; exec sleep 300"),
                Optional.empty(),
                Optional.empty());
        var spawned = client.spawn(new Request.Spawn(DaemonTest.nodes(1), "it's $(a) child", command.options()));
        JobId job = ((Outcome.Done<Answer.Spawned>) spawned).answer().job().id();
        StateDirectory child = stateThere();
        assertThat(directory.resolve("remote.sh.host")).content().startsWith("node");
        hasNoSecretInAnyArgument(child);
        try (BanyanClient through = client.of(InstancePath.parse("/" + job))) {
            assertThat(through.stat().amounts().get("node").total()).isEqualTo(1);
            await().atMost(PATIENCE)
                    .until(() -> Files.exists(child.commandOutput()) && Files.size(child.commandOutput()) > 0);
            assertThat(child.commandOutput()).hasContent("it's /" + job + "\n");
            ProcessHandle process = PidFile.running(child.pid()).orElseThrow();
            client.cancel(new Request.Cancel(job));
            await().atMost(PATIENCE).until(() -> !process.isAlive());
            assertThat(PidFile.running(child.commandPid())).isEmpty();
            assertThat(client.info(new Request.JobInfo(job, MatchFormat.SIMPLE))
                            .job()
                            .endedSec())
                    .isPresent();
        }
    }

    private StateDirectory stateThere() throws Exception {
        try (Stream<Path> all = Files.list(there)) {
            return new StateDirectory(all.findFirst().orElseThrow());
        }
    }

    private static void hasNoSecretInAnyArgument(StateDirectory child) throws Exception {
        String credential = Files.readString(child.credential()).strip();
        assertThat(credential).hasSizeGreaterThan(20);
        assertThat(Files.getPosixFilePermissions(child.credential())).hasSize(2);
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            Path shown = Path.of("/proc", Long.toString(process.pid()), "cmdline");
            if (Files.isReadable(shown)) {
                try {
                    assertThat(Files.readString(shown, StandardCharsets.ISO_8859_1))
                            .doesNotContain(credential);
                } catch (java.io.IOException gone) {
                    // What has ended shows nothing.
                }
            }
        }
    }
}
