package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.transport.Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A daemon that ends without a word, and the next one on its state directory. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class RestartTest {
    private static final Path POOL = Path.of("..", "resource-graphs", "ec2.json");
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final String NODE = "/cluster0/rack0/node0";

    @TempDir
    private Path directory;

    @Test
    void jobsReservationsEndedJobsAndTheirNumbersAreThereAgain() throws Exception {
        List<JobRecord> before;
        Map<String, ?> amounts;
        try (Daemon daemon = Daemon.start(ofGraph().build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            match(client, DaemonTest.nodes(3), MatchOperation.ALLOCATE);
            match(client, DaemonTest.nodes(2), MatchOperation.ALLOCATE);
            match(client, DaemonTest.nodes(6), MatchOperation.ALLOCATE_ORELSE_RESERVE);
            client.cancel(new JobRequest.Cancel(new JobId(2)));
            before = client.jobs(new JobRead.Jobs(true)).jobs();
            amounts = client.stat().amounts();
        }
        try (Daemon daemon = Daemon.start(again().build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            assertThat(before).hasSize(3);
            assertThat(client.jobs(new JobRead.Jobs(true)).jobs()).isEqualTo(before);
            assertThat(client.stat().amounts()).isEqualTo(amounts);
            assertThat(match(client, DaemonTest.nodes(1), MatchOperation.ALLOCATE))
                    .isEqualTo(4);
            client.cancel(new JobRequest.Cancel(new JobId(1)));
            client.cancel(new JobRequest.Cancel(new JobId(3)));
            client.cancel(new JobRequest.Cancel(new JobId(4)));
            assertThat(client.stat().amounts().values())
                    .allSatisfy(amount -> assertThat(amount.free()).isEqualTo(amount.total()));
        }
    }

    @Test
    void statusesPropertiesAndWhatWasAttachedAndRemovedAreThereAgain() throws Exception {
        String lost = "/cluster0/rack1/node4";
        try (Daemon daemon = Daemon.start(ofGraph().build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.setStatus(new Request.SetStatus(new VertexTarget.ByPath(NODE), Status.DOWN, "its disk"));
            client.setProperty(new Request.SetProperty(NODE, "arch", Optional.of("arm64")));
            client.remove(new Request.Remove(new VertexTarget.ByPath(lost), false));
        }
        for (int nodes = 7; nodes <= 8; nodes++) {
            try (Daemon daemon = Daemon.start(again().build());
                    BanyanClient client = client()) {
                assertThat(daemon.isOver()).isFalse();
                assertThat(client.status(new Request.GetStatus(new VertexTarget.ByPath(NODE)))
                                .statuses())
                        .allSatisfy(it -> assertThat(it.status()).isEqualTo(Status.DOWN))
                        .allSatisfy(it ->
                                assertThat(it.note().orElseThrow().reason()).isEqualTo("its disk"))
                        .allSatisfy(
                                it -> assertThat(it.note().orElseThrow().by()).isEqualTo("owner"));
                assertThat(client.properties(new Request.GetProperties(NODE)).properties())
                        .containsEntry("arch", "arm64");
                assertThat(client.stat().amounts().get("node").total()).isEqualTo(nodes);
                client.attach(new Request.Attach(GraphFiles.load(GRAPH).toSubgraph()));
            }
        }
    }

    @Test
    void theSameGrowGivesTheSameGrantAndAShrinkTakesItBack() throws Exception {
        var grow = new Request.Grow("g1", Optional.empty(), DaemonTest.nodes(1), 60_000);
        var forJob = new Request.Grow("g2", Optional.of(new JobId(1)), DaemonTest.nodes(2), 60_000);
        Growth first;
        Growth second;
        try (Daemon daemon = Daemon.start(bursting(ofGraph()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            match(client, DaemonTest.nodes(2), MatchOperation.ALLOCATE);
            second = done(client.grow(forJob));
            match(client, DaemonTest.nodes(4), MatchOperation.ALLOCATE);
            first = done(client.grow(grow));
            assertThat(first.grown().grant().source().toString()).contains("file");
        }
        try (Daemon daemon = Daemon.start(bursting(again()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            long nodes = client.stat().amounts().get("node").total();
            assertThat(done(client.grow(grow)).grown().grant())
                    .isEqualTo(first.grown().grant());
            assertThat(done(client.grow(forJob)).grown().grant())
                    .isEqualTo(second.grown().grant());
            assertThat(client.stat().amounts().get("node").total()).isEqualTo(nodes);
            client.shrink(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
            assertThat(client.stat().amounts().get("node").total()).isEqualTo(8);
        }
    }

    @Test
    void whatWasOnItsWayBackToTheProviderGoesOnBeingSo() throws Exception {
        Thread shrinking;
        try (Daemon daemon = Daemon.start(bursting(ofGraph()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            match(client, DaemonTest.nodes(8), MatchOperation.ALLOCATE);
            done(client.grow(new Request.Grow("g1", Optional.empty(), DaemonTest.nodes(1), 60_000)));
            shrinking = Thread.startVirtualThread(() -> {
                try {
                    client.shrink(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
                } catch (ClientException cutOff) {
                    // The daemon ends before the provider has answered.
                }
            });
            await().until(() -> client.stat().pendingReturns() == 1);
        }
        shrinking.join();
        try (Daemon daemon = Daemon.start(bursting(again()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            await().until(() -> client.stat().pendingReturns() == 0);
            assertThat(client.shrink(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")))
                            .toString())
                    .contains("s1");
        }
    }

    @Test
    void whatOneBroughtThatIsNotThereAnyMoreStaysUnreleasedAndIsNoneOfTheOthers() throws Exception {
        var shrink = new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1"));
        try (Daemon daemon = Daemon.start(bursting(ofGraph()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            match(client, DaemonTest.nodes(8), MatchOperation.ALLOCATE);
            done(client.grow(new Request.Grow("g1", Optional.empty(), DaemonTest.nodes(1), 60_000)));
        }
        DaemonConfig other = again().asking(
                        GrowOrder.PARENT_FIRST, List.of(ProviderSpec.parse("file=" + POOL + ",name=other")))
                .build();
        try (Daemon daemon = Daemon.start(other);
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            assertThat(client.shrink(shrink).toString())
                    .contains("provider=file", "this instance no longer has a provider 'file'");
            assertThat(client.stat().unreleased()).hasSize(1);
        }
        try (Daemon daemon = Daemon.start(bursting(again()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.shrink(new Request.Shrink("s2", new ShrinkTarget.Unreleased()));
            assertThat(client.stat().unreleased()).isEmpty();
        }
    }

    @Test
    void thePoolKnowsWhatItHasLentAndLendsSomethingElse() throws Exception {
        for (int node = 1; node <= 2; node++) {
            try (Daemon daemon = Daemon.start(bursting(node == 1 ? ofGraph() : again()));
                    BanyanClient client = client()) {
                assertThat(daemon.isOver()).isFalse();
                match(client, DaemonTest.nodes(node == 1 ? 8 : 1), MatchOperation.ALLOCATE);
                done(client.grow(new Request.Grow("g" + node, Optional.empty(), DaemonTest.nodes(1), 60_000)));
                assertThat(client.stat().amounts().get("node").total()).isEqualTo(8 + node);
            }
        }
        try (Daemon daemon = Daemon.start(bursting(again()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.cancel(new JobRequest.Cancel(new JobId(2)));
            client.shrink(new Request.Shrink("s1", new ShrinkTarget.ByGrow("g1")));
            client.shrink(new Request.Shrink("s2", new ShrinkTarget.ByGrow("g2")));
            await().until(() -> client.stat().pendingReturns() == 0);
            assertThat(client.stat().amounts().get("node").total()).isEqualTo(8);
        }
        assertThat(state().notes("file")).content().isEqualTo("{\"leases\":[]}");
    }

    @Test
    void jobsThatAreForgottenLeaveTheJournalAtARestart() throws Exception {
        InstanceLimits limits = remembering(3);
        try (Daemon daemon = Daemon.start(ofGraph().within(limits, 100).build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            match(client, DaemonTest.nodes(1), MatchOperation.ALLOCATE);
            for (int job = 2; job <= 30; job++) {
                match(client, DaemonTest.nodes(1), MatchOperation.ALLOCATE);
                client.cancel(new JobRequest.Cancel(new JobId(job)));
            }
        }
        // The first says how the process decides.
        assertThat(records()).isEqualTo(60);
        // Of the beginnings the last two are left, and that it was made shorter.
        for (int records : new int[] {10, 12}) {
            try (Daemon daemon = Daemon.start(again().within(limits, 100).build());
                    BanyanClient client = client()) {
                assertThat(daemon.isOver()).isFalse();
                assertThat(client.jobs(new JobRead.Jobs(true)).jobs())
                        .extracting(job -> job.id().value())
                        .startsWith(1L, 28L, 29L, 30L);
                assertThat(records()).isEqualTo(records);
                match(client, DaemonTest.nodes(1), MatchOperation.ALLOCATE);
            }
        }
        assertThat(records()).isEqualTo(13);
    }

    private static InstanceLimits remembering(int endedJobs) {
        InstanceLimits usual = InstanceLimits.DEFAULT;
        return new InstanceLimits(
                usual.maxHops(),
                usual.maxPendingGrows(),
                usual.maxGrantVertices(),
                endedJobs,
                usual.growMillis(),
                usual.leaseMillis(),
                usual.heartbeatMillis(),
                usual.newsMillis(),
                usual.startMillis(),
                usual.stopMillis());
    }

    private long records() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + state().journal());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM record")) {
            return row.getLong(1);
        }
    }

    @Test
    void theNextDaemonListensWhereTheLastOneDid() throws Exception {
        Address first;
        try (Daemon daemon = Daemon.start(ofGraph().build())) {
            first = daemon.address();
        }
        try (Daemon daemon = Daemon.start(again().build())) {
            assertThat(daemon.address()).isEqualTo(first);
        }
        try (var taken = new ServerSocket(first.port(), 1, InetAddress.getByName(first.host()));
                Daemon daemon = Daemon.start(again().build())) {
            assertThat(taken.isBound()).isTrue();
            assertThat(daemon.address()).isNotEqualTo(first);
        }
    }

    @Test
    void theGraphItWasFoundedOnIsWelcomeAndAnotherIsNot() throws Exception {
        Daemon.start(ofGraph().build()).close();
        Daemon.start(ofGraph().build()).close();
        Path other = Path.of("..", "resource-graphs", "l4.graphml");
        assertThatThrownBy(() -> Daemon.start(
                        DaemonConfig.of(state(), "top", GraphFile.of(other)).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("was created with a graph other than " + other)
                .hasMessageContaining("banyan resource add")
                .hasMessageContaining("another --state");
        Daemon.start(again().build()).close();
    }

    @Test
    void whoeverHasNoPastNeedsAGraph() {
        assertThatThrownBy(() -> Daemon.start(again().build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("has no earlier state to continue from");
        assertThat(state().path()).doesNotExist();
    }

    @Test
    void aChildDoesNotTakeThePastOfATop() throws Exception {
        Daemon.start(ofGraph().build()).close();
        var parent = new Parent(new Address("127.0.0.1", 1), new JobId(1), state().token());
        assertThatThrownBy(
                        () -> Daemon.start(DaemonConfig.of(state(), "c", parent).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("belongs to the top of a tree");
    }

    @Test
    void aJournalInMemoryLeavesNoPastAndRefusesOne() throws Exception {
        Daemon.start(ofGraph().journal(JournalKind.MEMORY).build()).close();
        assertThat(state().journal()).doesNotExist();
        Daemon.start(ofGraph().build()).close();
        assertThatThrownBy(
                        () -> Daemon.start(ofGraph().journal(JournalKind.MEMORY).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("has a journal on disk");
    }

    @Test
    void aDamagedRecordIsNamedAndNothingStarts() throws Exception {
        try (Daemon daemon = Daemon.start(ofGraph().build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            for (int i = 0; i < 5; i++) {
                match(client, DaemonTest.nodes(1), MatchOperation.ALLOCATE);
            }
        }
        byte[] whole = Files.readAllBytes(state().journal());
        change("UPDATE record SET bytes = zeroblob(length(bytes)) WHERE number = 3");
        assertThatThrownBy(() -> Daemon.start(again().build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("Record 3 of the journal " + state().journal() + " is damaged");
        Files.write(state().journal(), whole);
        Daemon.start(again().build()).close();
    }

    @Test
    void aDecisionThatDoesNotFitIsNamedAndNothingStarts() throws Exception {
        try (Daemon daemon = Daemon.start(ofGraph().build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.setStatus(new Request.SetStatus(new VertexTarget.ByPath(NODE), Status.DOWN));
        }
        Path other = directory.resolve("other");
        try (Daemon daemon = Daemon.start(DaemonConfig.of(
                        new StateDirectory(other), "top", GraphFile.of(Path.of("..", "resource-graphs", "l4.graphml")))
                .build())) {
            assertThat(daemon.isOver()).isFalse();
        }
        change("ATTACH '" + other.resolve("journal.db") + "' AS other; DELETE FROM graph_file;"
                + " INSERT INTO graph_file SELECT * FROM other.graph_file");
        assertThatThrownBy(() -> Daemon.start(again().build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("Record 2 of the journal")
                .hasMessageContaining("does not match the records before it: " + NODE);
    }

    private void change(String statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + state().journal());
                Statement statement = connection.createStatement()) {
            for (String one : statements.split(";", -1)) {
                statement.execute(one);
            }
        }
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private DaemonConfig.Builder ofGraph() {
        return DaemonConfig.of(state(), "top", GraphFile.of(GRAPH));
    }

    private DaemonConfig.Builder again() {
        return DaemonConfig.of(state(), "top", new Founded());
    }

    private static DaemonConfig bursting(DaemonConfig.Builder builder) {
        return builder.asking(GrowOrder.PARENT_FIRST, List.of(ProviderSpec.parse("file=" + POOL + ",delay=300")))
                .build();
    }

    private BanyanClient client() throws Exception {
        return BanyanClient.ofStateDirectory(state().path());
    }

    private static Growth done(RequestOutcome<Growth> outcome) {
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return ((RequestOutcome.Done<Growth>) outcome).answer();
    }

    private static long match(BanyanClient client, Jobspec jobspec, MatchOperation operation) throws Exception {
        var outcome = client.match(new JobRequest.Match(jobspec, operation, MatchFormat.SIMPLE, "test"));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        return client.jobs(new JobRead.Jobs(true)).jobs().getLast().id().value();
    }
}
