package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.banyan.instance.message.Transaction;
import io.banyan.rpc.history.HistoryQuery;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Execution(ExecutionMode.CONCURRENT)
class PostgresJournalTest extends JournalContract {
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final int SPOILT = 3;

    private final PostgresUrl url = PostgresServer.url();

    @Test
    void aCommitWaitsForTheDiskWhateverTheServersDefault() throws Exception {
        try (Connection other = connection();
                Statement statement = other.createStatement()) {
            statement.execute("ALTER DATABASE postgres SET synchronous_commit = off");
        }
        try (Connection ours = PostgresConnection.open(url, Optional.empty(), LEASE);
                Statement statement = ours.createStatement();
                ResultSet row = statement.executeQuery("SHOW synchronous_commit")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getString(1)).isEqualTo("on");
        }
    }

    @Test
    void aCopyOfTheDatabaseThatIsJustBeingMadeOnlyPutsOffTheShortening() throws Exception {
        try (SqlJournal journal = open();
                Database own = journal.another();
                Connection dump = connection();
                Statement statement = dump.createStatement()) {
            read(journal);
            journal.append(ended(100));
            statement.execute("BEGIN");
            // As pg_dump does.
            statement.execute("LOCK TABLE record IN ACCESS SHARE MODE");
            journal.offer(ShorterCopy.make(own, 1));
            journal.append(transactions(1));
            assertThat(journal.size()).isEqualTo(201);
            assertThat(journal.hasTurnedDown()).isTrue();
            assertThatThrownBy(() -> journal.shorten(Optional::of)).isInstanceOf(UnreachableException.class);
            statement.execute("COMMIT");
            journal.offer(ShorterCopy.make(own, 1));
            journal.append(transactions(1));
            assertThat(journal.size()).isLessThan(20);
        }
    }

    @Test
    void aFrozenLeaderLosesItsLocksAfterHalfALeaseWhateverItDoes() throws Exception {
        try (SqlJournal journal = open();
                Database own = journal.another()) {
            assertThat(own.read(() -> timeouts(own))).isEqualTo("3s 3s 6s");
        }
    }

    private static String timeouts(Database database) throws SQLException {
        try (ResultSet row = database.prepared("SELECT current_setting('idle_in_transaction_session_timeout') || ' '"
                        + " || current_setting('lock_timeout') || ' ' || current_setting('statement_timeout')")
                .executeQuery()) {
            return row.next() ? row.getString(1) : "";
        }
    }

    @Test
    void aSchemaWithTablesOfSomebodyElseIsLeftAlone() throws Exception {
        change("CREATE SCHEMA " + url.schema() + " CREATE TABLE theirs (x INTEGER)");
        assertThatIOException()
                .isThrownBy(this::open)
                .withMessageContaining("The schema " + url.schema())
                .withMessageContaining("has tables, but is not a Banyan journal");
    }

    @Test
    void whoAsksForThePastUsesTheConnectionOfWhoAskedBefore() throws Exception {
        write(transactions(1));
        try (SqlJournal journal = open()) {
            journal.replay(transaction -> {});
            long before = connections();
            for (int i = 0; i < 5; i++) {
                journal.history().ask(new HistoryQuery(0, 1, Optional.empty(), 1));
            }
            assertThat(connections() - before).isEqualTo(1);
            change("SELECT pg_terminate_backend((SELECT pid FROM pg_stat_activity WHERE application_name = 'banyan "
                    + url.schema() + "' ORDER BY backend_start DESC LIMIT 1))");
            assertThat(journal.history()
                            .ask(new HistoryQuery(0, 1, Optional.empty(), 1))
                            .jobs())
                    .isEmpty();
        }
    }

    private long connections() throws Exception {
        try (Connection other = connection();
                Statement statement = other.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'banyan "
                                + url.schema() + "'")) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    @Test
    void oneInstanceASchema() throws Exception {
        write(transactions(3));
        PostgresUrl next = PostgresServer.url();
        try (SharedJournal other = SharedJournal.open(next, Optional.empty(), LEASE)) {
            assertThat(other.journal().isEmpty()).isTrue();
        }
        assertThat(read()).hasSize(3);
    }

    @Test
    void aServerThatIsNotThereIsSaid() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        refused("postgresql://banyan@127.0.0.1:" + port + "/site", "cannot be reached", "127.0.0.1:" + port);
        refused("postgresql://banyan@no.such.host.invalid/site", "cannot be reached", "no.such.host.invalid");
    }

    @Test
    void aDatabaseThatIsNotThereIsSaid() {
        refused(
                "postgresql://postgres@127.0.0.1:" + PostgresServer.port() + "/nowhere",
                "has no database 'nowhere'",
                "Maybe: createdb nowhere");
    }

    @Test
    void whoMayNotMakeASchemaIsTold() throws Exception {
        change("DROP ROLE IF EXISTS nobody_much");
        change("CREATE ROLE nobody_much LOGIN");
        refused(
                "postgresql://nobody_much@127.0.0.1:" + PostgresServer.port() + "/postgres?schema=forbidden",
                "database user lacks a permission (permission denied for database postgres)",
                "GRANT CREATE ON DATABASE postgres");
    }

    @Test
    void aPasswordComesFromAFileThatOnlyItsOwnerReads() throws Exception {
        Path file = Files.writeString(directory.resolve("password"), "secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatIOException()
                .isThrownBy(() -> SharedJournal.open(url, Optional.of(file), LEASE))
                .withMessageContaining("is accessible to users other than its owner")
                .withMessageContaining("chmod 600");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        SharedJournal.open(url, Optional.of(file), LEASE).close();
        assertThatIOException()
                .isThrownBy(() -> SharedJournal.open(url, Optional.of(directory.resolve("none")), LEASE))
                .withMessageContaining("There is no password file");
    }

    @ParameterizedTest
    @EnumSource
    void anAppendWhoseConnectionIsLostIsMadeOnceOverANewOne(CuttingProxy.Moment moment) throws Exception {
        write(transactions(2));
        try (var proxy = new CuttingProxy(PostgresServer.port(), moment);
                SharedJournal journal = SharedJournal.open(through(proxy), Optional.empty(), LEASE)) {
            assertThat(journal.lead().take("test", "127.0.0.1:1")).isTrue();
            journal.replay(transaction -> {});
            proxy.arm();
            journal.append(transactions(5), List.of(JournalContract.ended(1, 100, "ada")));
            journal.append(transactions(1));
            assertThat(proxy.losses()).isEqualTo(1);
            assertThat(past(journal.journal(), 0, 1_000, Optional.empty(), 10)).isEqualTo(List.of(1L));
        }
        List<Transaction> all = new ArrayList<>(transactions(2));
        all.addAll(transactions(5));
        all.addAll(transactions(1));
        assertThat(read()).isEqualTo(all);
    }

    @Test
    void aServerThatEndsEveryConnectionCostsTheLeaderNothing() throws Exception {
        try (SharedJournal journal = SharedJournal.open(url, Optional.empty(), LEASE)) {
            assertThat(journal.lead().take("test", "127.0.0.1:1")).isTrue();
            journal.replay(transaction -> {});
            for (int i = 0; i < 3; i++) {
                endConnections();
                journal.append(transactions(1));
                journal.children().note(new SharedChildren.Child(i, "credential", "machine", "/state"));
            }
            assertThat(journal.journal().size()).isEqualTo(3);
            assertThat(journal.children().all()).hasSize(3);
        }
        assertThat(read()).hasSize(3);
    }

    @Test
    void aLostConnectionOnlyPutsOffTheShortening() throws Exception {
        try (SqlJournal journal = open();
                Database own = journal.another()) {
            read(journal);
            journal.append(ended(100));
            journal.offer(ShorterCopy.make(own, 1));
            endConnections();
            journal.append(transactions(1));
            journal.append(transactions(1));
            assertThat(journal.size()).isEqualTo(202);
        }
        assertThat(read()).hasSize(202);
    }

    private void endConnections() throws Exception {
        change("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'banyan "
                + url.schema() + "'");
    }

    @ParameterizedTest
    @EnumSource
    void anAppendThatNoConnectionConfirmsIsRefusedAndAllOfItIsThereOrNothing(CuttingProxy.Moment moment)
            throws Exception {
        write(transactions(2));
        Duration lease = Duration.ofSeconds(1);
        try (var proxy = new CuttingProxy(PostgresServer.port(), moment);
                SharedJournal journal = SharedJournal.open(through(proxy), Optional.empty(), lease)) {
            assertThat(journal.lead().take("test", "127.0.0.1:1")).isTrue();
            journal.replay(transaction -> {});
            proxy.armAsLastWay();
            assertThat(catchThrowable(() -> journal.append(transactions(5))))
                    .as("with %d connections lost", proxy.losses())
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("was lost");
            assertThatIOException()
                    .as("what became of it is not known here, so that nothing may follow")
                    .isThrownBy(() -> journal.append(transactions(1)));
        }
        List<Transaction> all = new ArrayList<>(transactions(2));
        all.addAll(transactions(5));
        assertThat(read())
                .isIn(
                        switch (moment) {
                            case BEFORE_THE_COMMIT -> List.of(transactions(2));
                            case WITHIN_THE_COMMIT -> List.of(transactions(2), all);
                            case AFTER_THE_COMMIT -> List.of(all);
                        });
    }

    private PostgresUrl through(CuttingProxy proxy) {
        return PostgresUrl.parse(
                "postgresql://postgres@127.0.0.1:" + proxy.port() + "/postgres?schema=" + url.schema());
    }

    @Test
    void nobodyWritesWithoutTheLead() throws Exception {
        try (SharedJournal waiting = SharedJournal.open(url, Optional.empty(), LEASE)) {
            waiting.journal().replay(transaction -> {});
            assertThatThrownBy(() -> waiting.journal().append(transactions(1)))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThat(read()).isEmpty();
    }

    @Test
    void whoeverFollowsIsToldWhatIsAppendedAndNoticesAJournalThatWasWrittenAnew() throws Exception {
        List<Transaction> all = transactions(10);
        write(all.subList(0, 4));
        List<Transaction> seen = new ArrayList<>();
        try (SharedJournal following = SharedJournal.open(url, Optional.empty(), LEASE);
                SqlJournal leading = open()) {
            following.journal().replay(seen::add);
            assertThat(following.journal().endsHere()).isTrue();
            read(leading);
            leading.append(all.subList(4, 10));
            assertThat(following.journal().endsHere()).isFalse();
            following.journal().follow(seen::add);
            assertThat(following.journal().endsHere()).isTrue();
            assertThat(seen).isEqualTo(all);
            leading.shorten(one -> one.atMillis() > 5_000 ? Optional.of(one) : Optional.empty());
            assertThat(following.journal().follow(seen::add)).isFalse();
            assertThat(seen).isEqualTo(all);
            assertThat(following.journal().endsHere()).isFalse();
        }
    }

    private static void refused(String url, String... words) {
        assertThatIOException()
                .isThrownBy(() -> SharedJournal.open(PostgresUrl.parse(url).orSchema("test"), Optional.empty(), LEASE))
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    @Override
    SqlJournal open(Schema schema) throws IOException {
        SharedJournal journal = SharedJournal.open(url, Optional.empty(), LEASE, schema);
        try {
            assertThat(journal.lead().take("test", "127.0.0.1:1")).isTrue();
        } catch (IOException e) {
            journal.close();
            throw e;
        }
        return journal.journal();
    }

    @Override
    SqlJournal reader() throws IOException {
        return SharedJournal.open(url, Optional.empty(), LEASE).journal();
    }

    @Override
    void verify() throws IOException {
        JournalVerification.verify(url, Optional.empty(), Schema.CURRENT.version());
    }

    @Override
    String name() {
        return url.toString();
    }

    @Override
    int spoilt() {
        return SPOILT;
    }

    @Override
    Connection connection() throws SQLException {
        return PostgresServer.connect(url);
    }
}
