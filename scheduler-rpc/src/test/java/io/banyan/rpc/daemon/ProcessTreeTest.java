package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.client.ShrinkOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.timing.LevelTiming;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Three levels of real processes on this machine. */
@Execution(ExecutionMode.CONCURRENT)
class ProcessTreeTest {
    @TempDir
    Path directory;

    private StateDirectory top;
    private Daemon daemon;
    private BanyanClient client;

    @BeforeEach
    void startTheTopLevel() throws Exception {
        top = new StateDirectory(directory.resolve("top"));
        Path graph = Path.of("..", "resource-graphs", "small.graphml");
        daemon = Daemon.start(DaemonConfig.of(top, "top", GraphFile.of(graph))
                .launcher(DaemonProcess.command())
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .build());
        client = BanyanClient.ofStateDirectory(top.path());
    }

    @AfterEach
    void leaveNoProcessBehind() {
        client.close();
        daemon.stop();
        assertThat(Fencing.killAll(new StateDirectory(top.children()))).isZero();
    }

    @Test
    void growsAndShrinksThroughThreeLevels() throws Exception {
        JobId child = spawn(client, "child");
        StateDirectory childState = top.child(child);
        long freeBefore = client.stat().amounts().get("node").free();
        try (BanyanClient childClient = BanyanClient.ofStateDirectory(childState.path())) {
            JobId leaf = spawn(childClient, "leaf");
            hasNoSecretWhereOthersSeeIt(childState);
            hasNoSecretWhereOthersSeeIt(childState.child(leaf));
            try (BanyanClient leafClient =
                    BanyanClient.ofStateDirectory(childState.child(leaf).path())) {
                String id = UUID.randomUUID().toString();
                var outcome = leafClient.grow(new Request.Grow(id, Optional.empty(), DaemonTest.nodes(1), 20_000));
                assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
                Growth growth = ((RequestOutcome.Done<Growth>) outcome).answer();
                assertThat(growth.grown().grant().source().level()).isEqualTo("/");
                assertThat(growth.timings())
                        .extracting(LevelTiming::level)
                        .containsExactly("/" + child + "/" + leaf, "/" + child, "/");
                assertThat(growth.timings())
                        .allSatisfy(timing -> assertThat(timing.matchNanos()).isPositive());
                assertThat(growth.timings().get(0).communicationNanos()).isPositive();
                assertThat(growth.timings().get(0).addUpdateNanos()).isPositive();
                assertThat(growth.grown().grant().subgraph().vertices())
                        .extracting(SubgraphVertex::path)
                        .anyMatch(path -> path.contains("node"));
                assertThat(client.stat().amounts().get("node").free()).isEqualTo(freeBefore - 1);

                var shrunk = leafClient.shrink(
                        new Request.Shrink(UUID.randomUUID().toString(), new ShrinkTarget.ByGrow(id)));
                assertThat(shrunk).isInstanceOf(ShrinkOutcome.Done.class);
                assertThat(client.stat().amounts().get("node").free()).isEqualTo(freeBefore);
            }
        }
    }

    @Test
    void aKilledChildIsLostUntilItsJobIsCancelledAndWhatRanBelowItEndsWithIt() throws Exception {
        long freeBefore = client.stat().amounts().get("node").free();
        JobId child = spawn(client, "child");
        StateDirectory childState = top.child(child);
        JobId leaf;
        try (BanyanClient childClient = BanyanClient.ofStateDirectory(childState.path())) {
            leaf = spawn(childClient, "leaf");
        }
        await().until(() -> stateOf(child) == ChildState.LIVE);
        ProcessHandle leafProcess =
                PidFile.running(childState.child(leaf).pid()).orElseThrow();
        PidFile.running(childState.pid()).orElseThrow().destroyForcibly();
        await().atMost(Duration.ofMinutes(1)).until(() -> stateOf(child) == ChildState.LOST);
        assertThat(leafProcess.isAlive()).isTrue();
        try (BanyanClient leafClient =
                BanyanClient.ofStateDirectory(childState.child(leaf).path())) {
            await().untilAsserted(() ->
                    assertThat(leafClient.tree().parentLostSinceSec()).isPresent());
        }
        assertThat(client.stat().amounts().get("node").free()).isEqualTo(freeBefore - 2);

        client.cancel(new JobRequest.Cancel(child));
        assertThat(leafProcess.isAlive()).isFalse();
        assertThat(client.stat().amounts().get("node").free()).isEqualTo(freeBefore);
    }

    /** Everybody on the machine sees the arguments of a process, and its user what is in its environment. */
    @Test
    void aChildThatIsGivenMoreTimePlansWithIt() throws Exception {
        JobId child = spawn(client, "child");
        var longer = new JobRequest.Match(DaemonTest.nodes(1, 7_000), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
        try (BanyanClient below = BanyanClient.ofStateDirectory(top.child(child).path())) {
            assertThat(below.match(longer)).isNotInstanceOf(RequestOutcome.Done.class);
            var unused = client.queueing().limit(new JobRequest.Limit(child, 7_200));
            await().atMost(Duration.ofMinutes(1)).until(() -> below.match(longer) instanceof RequestOutcome.Done);
        }
    }

    private static void hasNoSecretWhereOthersSeeIt(StateDirectory child) throws Exception {
        Path process = Path.of(
                "/proc",
                Long.toString(PidFile.running(child.pid()).orElseThrow().pid()));
        String shown = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                + Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        assertThat(shown).contains("--credential-file");
        for (Path secret : List.of(child.token(), child.credential())) {
            String text = Files.readString(secret).strip();
            assertThat(text).hasSizeGreaterThan(20);
            assertThat(shown).doesNotContain(text);
        }
    }

    private ChildState stateOf(JobId job) throws ClientException {
        return client.tree().root().children().stream()
                .filter(line -> line.path().equals("/" + job))
                .findFirst()
                .orElseThrow()
                .state();
    }

    private static JobId spawn(BanyanClient at, String name) throws Exception {
        var outcome = at.spawn(new Request.Spawn(DaemonTest.nodes(2), name, Map.of()));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        JobRecord job = ((RequestOutcome.Done<io.banyan.instance.message.client.Answer.Spawned>) outcome)
                .answer()
                .job();
        assertThat(job.child().orElseThrow().state()).isEqualTo(ChildState.LIVE);
        return job.id();
    }
}
