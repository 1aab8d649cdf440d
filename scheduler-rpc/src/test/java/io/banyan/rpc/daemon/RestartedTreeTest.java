package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
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
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.process.PidFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes of a tree that are killed while the others work on, and come again. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class RestartedTreeTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private final List<Process> started = new ArrayList<>();
    private StateDirectory top;

    @BeforeEach
    void startTheTop() throws Exception {
        top = new StateDirectory(directory.resolve("top"));
        Path graph = Path.of("..", "resource-graphs", "small.graphml");
        start(top, "--name", "top", "--graph", graph.toString());
    }

    @AfterEach
    void leaveNoProcessBehind() {
        Fencing.killAll(top);
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void aTopThatIsKilledGoesOnWithItsChildrenWhereItWas() throws Exception {
        JobId child = spawn(top, "child", 3600);
        ProcessHandle childProcess = PidFile.running(top.child(child).pid()).orElseThrow();
        occupy(top.child(child));
        Growth before = grow(top.child(child), "g1", 1);
        assertThat(before.grown().grant().source().level()).isEqualTo("/");
        assertThat(freeNodes(top)).isEqualTo(5);

        kill(top);
        start(top, "--name", "top");

        assertThat(childProcess.isAlive()).isTrue();
        await().atMost(LONG).until(() -> stateOf(child) == ChildState.LIVE);
        await().atMost(LONG).until(() -> isLinked(top.child(child)));
        assertThat(freeNodes(top)).isEqualTo(5);
        assertThat(grow(top.child(child), "g1", 1).grown().grant())
                .isEqualTo(before.grown().grant());
        Growth after = grow(top.child(child), "g2", 2);
        assertThat(after.grown().grant().source().level()).isEqualTo("/");
        assertThat(after.grown().grant().subgraph())
                .isNotEqualTo(before.grown().grant().subgraph());
        assertThat(freeNodes(top)).isEqualTo(3);
        shrink(top.child(child), "g1");
        shrink(top.child(child), "g2");
        assertThat(freeNodes(top)).isEqualTo(6);
        try (BanyanClient client = client(top)) {
            client.cancel(new JobRequest.Cancel(child));
        }
        await().atMost(LONG).until(() -> !childProcess.isAlive());
        assertThat(freeNodes(top)).isEqualTo(8);
    }

    @Test
    void aTopThatIsSuspendedEndsItsOwnProcessOnly() throws Exception {
        JobId child = spawn(top, "child", 3600);
        ProcessHandle topProcess = PidFile.running(top.pid()).orElseThrow();
        ProcessHandle childProcess = PidFile.running(top.child(child).pid()).orElseThrow();
        try (BanyanClient client = client(top)) {
            client.suspend();
        }
        await().atMost(LONG).until(() -> !topProcess.isAlive());
        assertThat(childProcess.isAlive()).isTrue();

        start(top, "--name", "top");

        await().atMost(LONG).until(() -> isLinked(top.child(child)));
        assertThat(stateOf(child)).isEqualTo(ChildState.LIVE);
        assertThat(freeNodes(top)).isEqualTo(6);
    }

    @Test
    void aMiddleLevelThatIsKilledGoesOnBetweenItsParentAndItsChildren() throws Exception {
        JobId child = spawn(top, "child", 3600);
        StateDirectory middle = top.child(child);
        JobId leaf = spawn(middle, "leaf", 1800);
        occupy(middle.child(leaf));
        Growth before = grow(middle.child(leaf), "g1", 1);

        kill(middle);
        await().atMost(LONG).until(() -> stateOf(child) == ChildState.LOST);
        start(
                middle,
                "--name",
                "child",
                "--parent",
                AddressFile.read(top).toString(),
                "--job",
                child.toString(),
                "--credential-file",
                middle.credential().toString());

        await().atMost(LONG).until(() -> stateOf(child) == ChildState.LIVE);
        await().atMost(LONG).until(() -> isLinked(middle.child(leaf)));
        assertThat(grow(middle.child(leaf), "g1", 1).grown().grant())
                .isEqualTo(before.grown().grant());
        assertThat(grow(middle.child(leaf), "g2", 2).grown().grant().source().level())
                .isEqualTo("/");
        assertThat(freeNodes(top)).isEqualTo(3);
        shrink(middle.child(leaf), "g1");
        shrink(middle.child(leaf), "g2");
        assertThat(freeNodes(top)).isEqualTo(6);
        ProcessHandle leafProcess = PidFile.running(middle.child(leaf).pid()).orElseThrow();
        try (BanyanClient client = client(top)) {
            client.stop();
        }
        await().atMost(LONG).until(() -> !leafProcess.isAlive());
        await().atMost(LONG).until(() -> started.stream().noneMatch(Process::isAlive));
    }

    @Test
    void aChildWhoseEndWasMissedIsLostUntilItsJobIsCancelled() throws Exception {
        JobId child = spawn(top, "child", 3600);
        kill(top);
        kill(top.child(child));
        start(top, "--name", "top");
        await().atMost(LONG).until(() -> stateOf(child) == ChildState.LOST);
        assertThat(freeNodes(top)).isEqualTo(6);
        try (BanyanClient client = client(top)) {
            client.cancel(new JobRequest.Cancel(child));
        }
        assertThat(freeNodes(top)).isEqualTo(8);
    }

    private void start(StateDirectory state, String... options) throws Exception {
        List<String> words = new ArrayList<>(DaemonProcess.command().prefix());
        words.addAll(List.of("start", "--state", state.path().toString()));
        words.addAll(List.of(options));
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output" + started.size()).toFile())
                .start();
        started.add(process);
        await().atMost(LONG).until(() -> {
            assertThat(process.isAlive())
                    .as(Files.readString(directory.resolve("output" + (started.size() - 1))))
                    .isTrue();
            return Files.exists(state.address())
                    && PidFile.running(state.pid())
                            .filter(it -> it.pid() == process.pid())
                            .isPresent();
        });
    }

    private static void kill(StateDirectory state) throws Exception {
        ProcessHandle process = PidFile.running(state.pid()).orElseThrow();
        assertThat(process.destroyForcibly()).isTrue();
        await().until(() -> !process.isAlive());
    }

    private static BanyanClient client(StateDirectory state) throws Exception {
        return BanyanClient.ofStateDirectory(state.path());
    }

    /** Nothing is free there any more, so that it grows by asking. */
    private static void occupy(StateDirectory state) throws Exception {
        try (BanyanClient client = client(state)) {
            assertThat(client.match(new JobRequest.Match(
                            DaemonTest.nodes(2, 60), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "all")))
                    .isInstanceOf(RequestOutcome.Done.class);
        }
    }

    private static Growth grow(StateDirectory state, String id, int nodes) throws Exception {
        try (BanyanClient client = client(state)) {
            var outcome = client.grow(new Request.Grow(id, Optional.empty(), DaemonTest.nodes(nodes, 60), 20_000));
            assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
            return ((RequestOutcome.Done<Growth>) outcome).answer();
        }
    }

    private static void shrink(StateDirectory state, String grow) throws Exception {
        try (BanyanClient client = client(state)) {
            assertThat(client.shrink(new Request.Shrink("back" + grow, new ShrinkTarget.ByGrow(grow))))
                    .isInstanceOf(ShrinkOutcome.Done.class);
        }
    }

    private static long freeNodes(StateDirectory state) throws Exception {
        try (BanyanClient client = client(state)) {
            return client.stat().amounts().get("node").free();
        }
    }

    private ChildState stateOf(JobId job) throws Exception {
        try (BanyanClient client = client(top)) {
            return client.tree().root().children().stream()
                    .filter(line -> line.path().equals("/" + job))
                    .findFirst()
                    .orElseThrow()
                    .state();
        }
    }

    private static boolean isLinked(StateDirectory state) throws Exception {
        try (BanyanClient client = client(state)) {
            return client.tree().parentLostSinceSec().isEmpty();
        } catch (ClientException notYet) {
            return false;
        }
    }

    private static JobId spawn(StateDirectory state, String name, int seconds) throws Exception {
        try (BanyanClient client = client(state)) {
            var outcome = client.spawn(new Request.Spawn(DaemonTest.nodes(2, seconds), name, Map.of()));
            assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
            JobRecord job =
                    ((RequestOutcome.Done<Answer.Spawned>) outcome).answer().job();
            return job.id();
        }
    }
}
