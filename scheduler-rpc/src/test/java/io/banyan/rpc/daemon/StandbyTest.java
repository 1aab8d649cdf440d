package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.match.policy.MatchOperation;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.store.CuttingProxy;
import io.banyan.rpc.store.PostgresServer;
import io.banyan.rpc.store.PostgresUrl;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.UnixSocket;
import io.banyan.rpc.wire.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two daemons on one journal, in this process. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class StandbyTest {
    /** A daemon may take long to start on a machine that has much else to do. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final Duration LEASE = Duration.ofSeconds(2);

    private final PostgresUrl url = PostgresServer.url();

    private static final Duration DEADLINE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private final List<Daemon> firsts = new ArrayList<>();
    private CompletableFuture<Daemon> second = new CompletableFuture<>();

    @AfterEach
    void end() throws Exception {
        firsts.forEach(Daemon::close);
        if (second.isDone()) {
            second.get().close();
        }
    }

    @Test
    void theSecondWaitsAndKnowsAllWhenItLeads() throws Exception {
        Daemon first = Daemon.start(config("first", true).build());
        firsts.add(first);
        Address waiting = startSecond();
        try (BanyanClient one = client(waiting);
                BanyanClient both = client(waiting, first.address())) {
            // It listens before it has looked who leads.
            await().until(() -> !"This daemon waits to lead; it cannot answer yet."
                    .equals(catchThrowable(one::stat).getMessage()));
            assertThatThrownBy(one::stat)
                    .isInstanceOfSatisfying(
                            ClientException.class, e -> assertThat(e.failure()).isEqualTo(Failure.STANDBY))
                    .hasMessage("This daemon waits; the one at " + first.address() + " leads.");
            for (int i = 0; i < 5; i++) {
                allocate(both);
            }
            both.cancel(new JobRequest.Cancel(
                    both.jobs(new JobRead.Jobs(true)).jobs().getFirst().id()));
            var before = both.jobs(new JobRead.Jobs(true)).jobs();
            first.close();
            assertThat(both.jobs(new JobRead.Jobs(true)).jobs()).isEqualTo(before);
            assertThat(both.tree().root().address()).isEqualTo(waiting.toString());
            allocate(both);
            assertThat(one.jobs(new JobRead.Jobs(true)).jobs()).hasSize(6);
        }
    }

    /** Both have the same path, as two daemons of root have that are called alike. */
    @Test
    void theSocketIsTheLeadersAndComesToTheNext() throws Exception {
        UnixSocket socket = new UnixSocket(directory.resolve("run").resolve("d.sock"));
        SecurityConfig security =
                SecurityConfig.DEFAULT.listeningOn(Optional.of(new SocketConfig(socket, true, LocalAccess.OWNER)));
        Daemon first = Daemon.start(config("first", true).secured(security).build());
        firsts.add(first);
        Address waiting = startSecond(config("second", false).secured(security).build());
        try (BanyanClient local = BanyanClient.connect(Endpoint.of(socket, Set.of()), DEADLINE)) {
            assertThat(local.tree().root().address()).isEqualTo(first.address().toString());
        }
        first.close();
        assertThat(second.get(1, TimeUnit.MINUTES).isOver()).isFalse();
        await().atMost(DEADLINE).until(() -> Files.exists(socket.path()));
        try (BanyanClient local = BanyanClient.connect(Endpoint.of(socket, Set.of()), DEADLINE)) {
            await().atMost(DEADLINE)
                    .ignoreExceptions()
                    .until(() -> local.tree().root().address().equals(waiting.toString()));
        }
    }

    @Test
    void whoeverAsksWhileTheLeaderStopsHearsFromTheNext() throws Exception {
        Daemon first = Daemon.start(config("first", true).build());
        firsts.add(first);
        Address waiting = startSecond();
        try (BanyanClient both = client(first.address(), waiting)) {
            allocate(both);
            first.stop();
            // From its answers that it stops, through nobody's, to the other one's.
            for (String leader = ""; !leader.equals(waiting.toString()); ) {
                leader = both.tree().root().address();
            }
            assertThat(both.jobs(new JobRead.Jobs(true)).jobs()).hasSize(1);
        }
    }

    @Test
    void whoeverIsClosedWhileItWaitsHasEndedWhenItsJournalIsClosed() throws Exception {
        Daemon first = Daemon.start(config("first", true).build());
        firsts.add(first);
        state("second").create();
        DaemonConfig config = config("second", false).build();
        var waits = new CountDownLatch(1);
        try (JournalRecovery recovery = JournalRecovery.open(config)) {
            var standby = new Standby(recovery, recovery.lead().orElseThrow(), "second", first.address());
            CompletableFuture<Boolean> leads = CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return standby.await(config.instance().at("127.0.0.1:1"), leader -> waits.countDown());
                        } catch (IOException | GraphException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    Thread::startVirtualThread);
            waits.await();
            standby.close();
            assertThat(leads.get(1, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void whoeverRestartsOnItsOwnDirectoryNeedNotWaitForItself() throws Exception {
        StandbySettings longLease = new StandbySettings(url, Optional.empty(), Duration.ofMinutes(10), List.of());
        // It ends without letting go, as one that is killed does.
        Daemon.start(config("first", true).sharing(Optional.of(longLease)).build())
                .close();
        change("UPDATE banyan SET expires = 'infinity', holder = '"
                + Files.readString(state("first").holder()).strip() + "'");
        try (Daemon again = Daemon.start(
                config("first", false).sharing(Optional.of(longLease)).build())) {
            assertThat(again.isOver()).isFalse();
        }
    }

    @Test
    void aLeaderGoesOnAfterTheServerEndedItsConnections() throws Exception {
        try (Daemon first = Daemon.start(config("first", true).build());
                BanyanClient client = client(first.address())) {
            allocate(client);
            change("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'banyan "
                    + url.schema() + "' AND pid <> pg_backend_pid()");
            allocate(client);
            assertThat(client.jobs(new JobRead.Jobs(true)).jobs()).hasSize(2);
            assertThat(first.isOver()).isFalse();
        }
    }

    @Test
    void aLeaderThatLosesItsDatabaseAcknowledgesNothingMoreAndEnds() throws Exception {
        try (var proxy = new CuttingProxy(PostgresServer.port(), CuttingProxy.Moment.BEFORE_THE_COMMIT)) {
            PostgresUrl through = PostgresUrl.parse(
                    "postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres?schema=" + url.schema());
            StandbySettings sharing = new StandbySettings(through, Optional.empty(), Duration.ofSeconds(2), List.of());
            try (Daemon first = Daemon.start(
                            config("first", true).sharing(Optional.of(sharing)).build());
                    BanyanClient client = client(first.address())) {
                allocate(client);
                proxy.armAsLastWay();
                assertThatThrownBy(() -> allocate(client)).isInstanceOf(ClientException.class);
                await().until(first::isOver);
            }
        }
    }

    @Test
    void aLeaderThatWasOvertakenAnswersNotEvenAQuestion() throws Exception {
        try (Daemon first = Daemon.start(config("first", true).build());
                BanyanClient client = client(first.address())) {
            allocate(client);
            change("UPDATE banyan SET epoch = epoch + 1, holder = 'another'");
            await().until(first::isOver);
            assertThatThrownBy(client::stat).isInstanceOf(ClientException.class);
        }
    }

    @Test
    void aStateDirectoryWithAJournalOfItsOwnIsRefused() throws Exception {
        Daemon.start(DaemonConfig.of(state("first"), "top", GraphFile.of(GRAPH)).build())
                .close();
        assertThatThrownBy(() -> Daemon.start(config("first", true).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("has its own journal");
    }

    @Test
    void anotherGraphIsRefusedAndWhoeverHasNoneNeedsAPast() throws Exception {
        assertThatThrownBy(() -> Daemon.start(config("second", false).build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("The journal " + url + " has no earlier state to continue from");
        Daemon.start(config("first", true).build()).close();
        Path other = Path.of("..", "resource-graphs", "l4.graphml");
        assertThatThrownBy(() -> Daemon.start(DaemonConfig.of(state("third"), "top", GraphFile.of(other))
                        .sharing(sharing())
                        .build()))
                .isInstanceOf(DaemonException.class)
                .hasMessageContaining("The journal " + url + " was created with a graph other than " + other);
    }

    /** Starts it, and waits until it waits. */
    private Address startSecond() throws Exception {
        return startSecond(config("second", false).build());
    }

    private Address startSecond(DaemonConfig config) throws Exception {
        // The token is given to both.
        state("second").create();
        Files.copy(state("first").token(), state("second").token());
        second = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return Daemon.start(config);
                    } catch (DaemonException e) {
                        throw new IllegalStateException(e);
                    }
                },
                Thread::startVirtualThread);
        await().atMost(PATIENCE).until(() -> Files.exists(state("second").address()));
        return AddressFile.read(state("second"));
    }

    private DaemonConfig.Builder config(String name, boolean withGraph) {
        ResourceSource source = withGraph ? GraphFile.of(GRAPH) : new Founded();
        return DaemonConfig.of(state(name), "top", source).sharing(sharing());
    }

    private Optional<StandbySettings> sharing() {
        return Optional.of(new StandbySettings(url, Optional.empty(), LEASE, List.of()));
    }

    private StateDirectory state(String name) {
        return new StateDirectory(directory.resolve(name));
    }

    private BanyanClient client(Address... addresses) throws Exception {
        return BanyanClient.connect(
                List.of(addresses), TokenFile.read(state("first").token()), Duration.ofSeconds(20));
    }

    private void change(String sql) throws Exception {
        try (Connection connection = PostgresServer.connect(url);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void allocate(BanyanClient client) throws Exception {
        var outcome = client.match(
                new JobRequest.Match(DaemonTest.nodes(1), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "test"));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
    }
}
