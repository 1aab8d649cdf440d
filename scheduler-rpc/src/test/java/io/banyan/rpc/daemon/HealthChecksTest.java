package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.resource.Status;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.files.ThisMachine;
import io.banyan.rpc.health.HealthConfig;
import io.banyan.rpc.health.OnFailure;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;

/** A daemon that checks the eight nodes of a cluster, all of which are this machine. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Execution(ExecutionMode.CONCURRENT)
class HealthChecksTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final int NODES = 8;

    @TempDir
    private Path directory;

    private Path graph = GRAPH;
    private ExecutionConfig execution = ExecutionConfig.LOCAL;
    private Daemon daemon;
    private BanyanClient client;

    @BeforeEach
    void makeARemoteShell() throws IOException {
        Path remote = Files.writeString(
                directory.resolve("remote"),
                "host=$1; shift; echo \"$host\" >> " + directory.resolve("reached") + "; exec /bin/sh -c \"$*\"\n");
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse("/bin/sh '" + remote + "' {host} {shell-start}"));
        Files.createDirectory(sick());
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
            daemon.close();
            // The daemon kills the processes of the checks and does not wait for them. They write to the directory.
            await(() -> ProcessHandle.current()
                    .descendants()
                    .noneMatch(
                            process -> process.info().commandLine().orElse("").contains(directory.toString())));
        }
    }

    /** A node with a file of its name here is not healthy, for the reason in the file. */
    private Path sick() {
        return directory.resolve("sick");
    }

    private String check() {
        return "! cat " + sick() + "/$BANYAN_NODE 2>/dev/null";
    }

    private HealthConfig health(String check, int failures, OnFailure onFailure, boolean recovers, int mostMarked) {
        return new HealthConfig(
                Optional.of(check),
                Duration.ofMillis(400),
                Duration.ofMinutes(1),
                failures,
                onFailure,
                recovers,
                4,
                mostMarked);
    }

    private HealthConfig health(String check) {
        return health(check, 1, OnFailure.DRAIN, true, 50);
    }

    private void start(HealthConfig health) throws Exception {
        var state = new StateDirectory(directory.resolve("state"));
        ResourceSource source = Files.exists(state.journal()) ? new Founded() : GraphFile.of(graph);
        daemon = Daemon.start(DaemonConfig.of(state, "top", source)
                .executing(execution)
                .checking(health)
                .build());
        client = BanyanClient.ofStateDirectory(state.path());
    }

    private List<NodeReport> nodes() throws Exception {
        return client.nodes(new Request.Nodes("node", HostList.of(List.of()), Set.of(), Optional.empty(), 100))
                .nodes();
    }

    private NodeReport node(String name) throws Exception {
        return nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> names(NodeState state) throws Exception {
        return nodes().stream()
                .filter(node -> node.state() == state)
                .map(NodeReport::name)
                .toList();
    }

    private void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(PATIENCE).until(condition);
    }

    private void makeSick(String node, String reason) throws IOException {
        Files.writeString(sick().resolve(node), reason);
    }

    private void makeWell(String node) throws IOException {
        Files.delete(sick().resolve(node));
    }

    /** So many more checks have been made since now. */
    private void awaitMoreChecks(int count) throws Exception {
        long before = reached().size();
        await(() -> reached().size() >= before + count);
    }

    private List<String> reached() throws IOException {
        Path file = directory.resolve("reached");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    @Test
    void aNodeThatFailsIsDrainedForTheReasonThatTheCheckPrintsAndUpAgainOnceItPasses() throws Exception {
        makeSick("node3", "its disk is full\nmore of that\n");
        start(health(check()));
        await(() -> node("node3").state() == NodeState.DRAINED);
        StatusNote note = node("node3").note().orElseThrow();
        assertThat(note.by()).isEqualTo(Principal.HEALTH_CHECK_NAME);
        assertThat(note.reason()).isEqualTo("its disk is full");
        assertThat(note.atSec()).isPositive();
        awaitMoreChecks(2 * NODES);
        assertThat(node("node3").note()).contains(note);
        assertThat(names(NodeState.UP)).hasSize(NODES - 1);
        makeWell("node3");
        await(() -> names(NodeState.UP).size() == NODES);
        assertThat(new TreeSet<>(reached())).hasSize(NODES);
    }

    @Test
    void aNodeThatAnAdministratorHasDrainedIsLeftAlone() throws Exception {
        start(health(check()));
        set("node3", Status.DRAINED, "a new disk is on its way");
        awaitMoreChecks(NODES);
        makeSick("node3", "its disk is full");
        awaitMoreChecks(2 * NODES);
        assertThat(node("node3").note().orElseThrow().reason()).isEqualTo("a new disk is on its way");
        makeWell("node3");
        awaitMoreChecks(2 * NODES);
        assertThat(names(NodeState.DRAINED)).containsExactly("node3");
    }

    @Test
    void aNodeThatTheCheckHasDrainedIsTheAdministratorsOnceHeDrainsIt() throws Exception {
        makeSick("node3", "its disk is full");
        start(health(check()));
        await(() -> node("node3").state() == NodeState.DRAINED);
        set("node3", Status.DRAINED, "a new disk is on its way");
        makeWell("node3");
        awaitMoreChecks(2 * NODES);
        assertThat(names(NodeState.DRAINED)).containsExactly("node3");
    }

    private void set(String name, Status status, String reason) throws Exception {
        var target = new VertexTarget.ByNames(HostList.parse(name));
        client.setStatus(new Request.SetStatus(target, status, reason));
    }

    @Test
    void aNodeStaysMarkedWhereNodesDoNotRecover() throws Exception {
        makeSick("node3", "its disk is full");
        start(health(check(), 2, OnFailure.LOST, false, 50));
        await(() -> node("node3").state() == NodeState.LOST);
        assertThat(reached().stream().filter("node3"::equals).count()).isGreaterThanOrEqualTo(2);
        makeWell("node3");
        awaitMoreChecks(2 * NODES);
        assertThat(names(NodeState.LOST)).containsExactly("node3");
    }

    @Test
    void aDaemonThatIsStartedAnewGoesOnWithWhatTheCheckHasMarked() throws Exception {
        makeSick("node3", "its disk is full");
        start(health(check()));
        await(() -> node("node3").state() == NodeState.DRAINED);
        StatusNote note = node("node3").note().orElseThrow();
        stop();
        var log = new ListAppender<ILoggingEvent>();
        Logger logger = (Logger) LoggerFactory.getLogger("io.banyan.rpc.health.LeftMarks");
        log.start();
        logger.addAppender(log);
        start(HealthConfig.NONE);
        assertThat(node("node3").note()).contains(note);
        await(() -> !log.list.isEmpty());
        logger.detachAppender(log);
        assertThat(log.list.getFirst().getFormattedMessage())
                .contains("taken these nodes out of service", "no health check: node3. 'banyan undrain' returns");
        stop();
        makeWell("node3");
        start(health(check()));
        await(() -> names(NodeState.UP).size() == NODES);
    }

    @Test
    void aCheckThatHangsOnANodeDrainsItAndHoldsUpNoOther() throws Exception {
        String hanging = "[ $BANYAN_NODE != node3 ] || { echo looks at /scratch; sleep 1000; }";
        start(new HealthConfig(
                Optional.of(hanging), Duration.ofMillis(400), Duration.ofSeconds(5), 1, OnFailure.DRAIN, true, 2, 100));
        await(() -> node("node3").state() == NodeState.DRAINED);
        assertThat(node("node3").note().orElseThrow().reason())
                .isEqualTo("the check did not end within 5 s: looks at /scratch");
        assertThat(names(NodeState.DRAINED)).containsExactly("node3");
    }

    @Test
    void aCheckThatIsNowhereDrainsNoNode() throws Exception {
        start(health("/no/such/check"));
        awaitMoreChecks(3 * NODES);
        assertThat(names(NodeState.UP)).hasSize(NODES);
    }

    @Test
    void aConnectionThatCannotBeMadeAtAllDrainsNoNode() throws Exception {
        execution = ExecutionConfig.LOCAL.by(LaunchTemplate.parse("/no/such/ssh {host} {shell-start}"));
        start(health(check()));
        await(() -> daemon.healthCounts().notRun() > 2 * NODES);
        assertThat(names(NodeState.UP)).hasSize(NODES);
    }

    @Test
    void aCheckThatFailsEverywhereDrainsAShareOfTheNodesOnly() throws Exception {
        start(health("echo no network; exit 1", 1, OnFailure.DRAIN, true, 25));
        awaitMoreChecks(4 * NODES);
        assertThat(names(NodeState.DRAINED)).hasSize(2);
        assertThat(daemon.healthCounts().nodes().withheld()).isEqualTo(NODES - 2);
    }

    @Test
    void noMoreChecksThanAreAllowedRunAtTheSameTime() throws Exception {
        Path now = Files.createDirectory(directory.resolve("now"));
        Path most = directory.resolve("most");
        String counting = "touch " + now + "/$BANYAN_NODE; ls " + now + " | wc -l >> " + most + "; sleep 0.2; rm " + now
                + "/$BANYAN_NODE";
        start(new HealthConfig(
                Optional.of(counting), Duration.ofMillis(1), PATIENCE, 1, OnFailure.DRAIN, true, 3, 100));
        awaitMoreChecks(3 * NODES);
        try (Stream<String> lines = Files.lines(most)) {
            assertThat(lines.map(line -> Integer.parseInt(line.strip())).collect(Collectors.toSet()))
                    .allMatch(count -> count <= 3);
        }
        assertThat(names(NodeState.UP)).hasSize(NODES);
    }

    @Test
    void withoutAnExecutionCommandOnlyTheNodeWithThisMachinesNameIsChecked() throws Exception {
        execution = ExecutionConfig.LOCAL;
        graph = Files.writeString(directory.resolve("graph.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-1", "children": {"core": "0-1"}}],
                  "nodelist": ["%s,somebody-else"], "starttime": 0, "expiration": 0}}
                """.formatted(ThisMachine.name()));
        start(health("echo seen; exit 1", 1, OnFailure.DRAIN, true, 100));
        await(() -> names(NodeState.DRAINED).contains(ThisMachine.name()));
        await(() -> daemon.healthCounts().failed() > 3);
        assertThat(names(NodeState.DRAINED)).containsExactly(ThisMachine.name());
    }

    @Test
    void theOnlyNodeIsThisMachineWhateverItsName() throws Exception {
        execution = ExecutionConfig.LOCAL;
        graph = Files.writeString(directory.resolve("graph.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-1"}}],
                  "nodelist": ["somebody-else"], "starttime": 0, "expiration": 0}}
                """);
        start(health("echo seen; exit 1", 1, OnFailure.DRAIN, true, 100));
        await(() -> names(NodeState.DRAINED).contains("somebody-else"));
    }
}
