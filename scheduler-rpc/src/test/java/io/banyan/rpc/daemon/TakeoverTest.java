package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.store.PostgresServer;
import io.banyan.rpc.store.PostgresUrl;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two processes on one journal, of which the one that leads is killed or frozen. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class TakeoverTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final int CLIENTS = 4;
    /**
     * From the death to the first answer: one until the lead has run out, the others for a machine that does much else.
     */
    private static final int MOST_LEASES = 5;

    private static final Duration LEASE = Duration.ofSeconds(3);

    /** Below those of which the kernel gives some to whoever names none, for each process of tests others. */
    private static final AtomicInteger NEXT_PORT =
            new AtomicInteger(20_000 + (int) (ProcessHandle.current().pid() % 1_000) * 12);

    private final PostgresUrl url = PostgresServer.url();

    @TempDir
    private Path directory;

    private List<Address> addresses = List.of();
    private Process leader;
    private Process waiting;

    @BeforeEach
    void startBoth() throws Exception {
        addresses = List.of(new Address("127.0.0.1", freePort()), new Address("127.0.0.1", freePort()));
        leader = start(0, "--graph", GRAPH.toString());
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(state(0).address()));
        try (BanyanClient client = client()) {
            assertThat(client.stat().amounts()).isNotEmpty();
        }
        state(1).create();
        Files.copy(state(0).token(), state(1).token());
        waiting = start(1);
        await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(state(1).address()));
    }

    @AfterEach
    void leaveNoProcessBehind() throws Exception {
        for (Process process : List.of(leader, waiting)) {
            process.destroyForcibly().waitFor();
        }
        Fencing.killAll(state(0));
        Fencing.killAll(state(1));
    }

    @Test
    void nothingThatWasAcknowledgedIsLostWhenTheLeaderIsKilledUnderLoad() throws Exception {
        var isOver = new AtomicBoolean();
        List<CompletableFuture<Map<String, JobState>>> loads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            String prefix = "c" + i + "-";
            loads.add(CompletableFuture.supplyAsync(() -> load(prefix, isOver), Thread::startVirtualThread));
        }
        try (BanyanClient client = client()) {
            await().until(() -> client.jobs(new JobRead.Jobs(true)).jobs().size() > 20);
            leader.destroyForcibly().waitFor();
            long killed = System.nanoTime();
            await().ignoreException(ClientException.class)
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> !client.stat().amounts().isEmpty());
            assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(LEASE.multipliedBy(MOST_LEASES));
            assertThat(client.tree().root().address())
                    .isEqualTo(addresses.get(1).toString());
            int then = client.jobs(new JobRead.Jobs(true)).jobs().size();
            await().until(() -> client.jobs(new JobRead.Jobs(true)).jobs().size() > then + 20);
            isOver.set(true);
            Map<String, JobRecord> known = new HashMap<>();
            for (CompletableFuture<Map<String, JobState>> load : loads) {
                Map<String, JobState> acknowledged = load.get(30, TimeUnit.SECONDS);
                known.putAll(client.jobs(new JobRead.Jobs(true)).jobs().stream()
                        .collect(Collectors.toMap(JobRecord::name, Function.identity())));
                assertThat(acknowledged).isNotEmpty();
                acknowledged.forEach((name, state) -> assertThat(known.get(name))
                        .as(name)
                        .extracting(JobRecord::state)
                        .isEqualTo(state));
            }
        }
    }

    @Test
    void aLeaderThatWasFrozenAcknowledgesNothingMoreWhenItWakes() throws Exception {
        Address frozen = addresses.get(0);
        try (BanyanClient old = BanyanClient.connect(frozen, token(), Duration.ofSeconds(40));
                BanyanClient both = client()) {
            allocate(old, "before");
            signal("STOP", leader);
            // The signal is sent, and on a busy machine its threads run on for a while.
            await().atMost(Duration.ofMinutes(1)).until(() -> isFrozen(leader));
            List<CompletableFuture<String>> late = List.of(
                    asked(() -> old.jobs(new JobRead.Jobs(true)).jobs().toString()),
                    asked(() -> allocate(old, "late").toString()));
            await().atMost(Duration.ofMinutes(1)).until(() -> leads(addresses.get(1)));
            allocate(both, "after");
            signal("CONT", leader);
            for (CompletableFuture<String> answer : late) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).startsWith("refused: ");
            }
            assertThat(leader.waitFor()).isEqualTo(1);
            assertThat(both.jobs(new JobRead.Jobs(true)).jobs())
                    .extracting(JobRecord::name)
                    .containsExactly("before", "after");
        }
    }

    @Test
    void childrenGoOnWithWhoeverTakesOver() throws Exception {
        try (BanyanClient client = client()) {
            var outcome = client.spawn(new Request.Spawn(DaemonTest.nodes(2), "child", Map.of()));
            assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
            JobId job = ((RequestOutcome.Done<Answer.Spawned>) outcome)
                    .answer()
                    .job()
                    .id();
            StateDirectory child = state(0).child(job);
            ProcessHandle process = PidFile.running(child.pid()).orElseThrow();
            leader.destroyForcibly().waitFor();
            await().ignoreException(ClientException.class)
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> client.tree().root().children().getFirst().state() == ChildState.LIVE
                            && client.tree()
                                    .root()
                                    .address()
                                    .equals(addresses.get(1).toString()));
            assertThat(process.isAlive()).isTrue();
            try (BanyanClient below = BanyanClient.ofStateDirectory(child.path())) {
                var grow =
                        new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), DaemonTest.nodes(1), 20_000);
                await().atMost(Duration.ofMinutes(1))
                        .until(() -> below.grow(grow) instanceof RequestOutcome.Done<Growth>);
            }
            client.cancel(new JobRequest.Cancel(job));
            assertThat(process.isAlive()).isFalse();
            assertThat(client.stat().amounts().get("node").free()).isEqualTo(8);
        }
    }

    @Test
    void whoeverWaitsEndsAtASignalAndLeavesTheLeaderAlone() throws Exception {
        waiting.destroy();
        assertThat(waiting.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(state(1).address()).doesNotExist();
        assertThat(state(1).token()).exists();
        try (BanyanClient client = client()) {
            assertThat(client.tree().root().address())
                    .isEqualTo(addresses.get(0).toString());
        }
    }

    private static CompletableFuture<String> asked(Callable<String> question) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return question.call();
                    } catch (Exception e) {
                        return "refused: " + e.getMessage();
                    }
                },
                Thread::startVirtualThread);
    }

    private boolean leads(Address address) throws Exception {
        try (BanyanClient one = BanyanClient.connect(address, token(), Duration.ofSeconds(5))) {
            return !one.stat().amounts().isEmpty();
        } catch (ClientException waits) {
            return false;
        }
    }

    /**
     * Allocates and cancels until it is stopped; records the state of every acknowledged job, except those whose state
     * a failed call left unknown.
     */
    private Map<String, JobState> load(String prefix, AtomicBoolean isOver) {
        Map<String, JobState> acknowledged = new LinkedHashMap<>();
        int number = 0;
        try (BanyanClient client = client()) {
            while (!isOver.get()) {
                String name = prefix + number++;
                try {
                    JobId job = allocate(client, name);
                    acknowledged.put(name, JobState.RUNNING);
                    if (number % 8 != 0 || number > 16) {
                        acknowledged.remove(name);
                        client.cancel(new JobRequest.Cancel(job));
                        acknowledged.put(name, JobState.CANCELLED);
                    }
                } catch (ClientException cutOff) {
                    // Nobody knows what has become of what was asked last.
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return acknowledged;
    }

    private static JobId allocate(BanyanClient client, String name) throws Exception {
        var outcome = client.match(new JobRequest.Match(core(), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, name));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Answer.Matched>) outcome).answer().job().orElseThrow();
    }

    private static Jobspec core() throws Exception {
        return JobspecReader.read("""
                version: 9999
                resources:
                  - type: slot
                    count: 1
                    label: default
                    with:
                      - type: core
                        count: 1
                tasks:
                  - command: [app]
                    slot: default
                    count: {per_slot: 1}
                attributes: {system: {duration: 3600}}
                """, "core");
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Whether all threads of a process are stopped: the state stands behind the name, which is in parentheses. */
    private static boolean isFrozen(Process process) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
        }
        return true;
    }

    private Process start(int index, String... more) throws IOException {
        List<String> words = new ArrayList<>(DaemonProcess.command().prefix());
        words.addAll(List.of("start", "--state", state(index).path().toString(), "--name", "top"));
        words.addAll(List.of("--listen", addresses.get(index).toString()));
        words.addAll(List.of("--peers", addresses.get(1 - index).toString()));
        words.addAll(List.of("--journal", url.toString()));
        words.addAll(List.of(more));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output" + index).toFile())
                .start();
    }

    private StateDirectory state(int index) {
        return new StateDirectory(directory.resolve("state" + index));
    }

    private BanyanClient client() throws Exception {
        return BanyanClient.connect(addresses, token(), Duration.ofSeconds(30));
    }

    private Token token() throws IOException {
        return TokenFile.read(state(0).token());
    }

    /**
     * One that no daemon, or client, of another test can be given meanwhile: not of those that the kernel gives to who
     * names none.
     */
    private static int freePort() throws IOException {
        while (true) {
            int port = NEXT_PORT.getAndIncrement();
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // Of another run of the tests: the next.
            }
        }
    }
}
