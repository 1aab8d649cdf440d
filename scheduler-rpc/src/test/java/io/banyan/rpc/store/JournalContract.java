package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Principal;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.wire.journal.JournalBytes;
import io.banyan.schedule.BookingKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what every journal in a SQL database does. */
abstract class JournalContract {
    static final int RECORDS = 64;

    @TempDir
    Path directory = Path.of("");

    /** The journal of the test, which may be written. */
    final SqlJournal open() throws IOException {
        return open(Schema.CURRENT);
    }

    abstract SqlJournal open(Schema schema) throws IOException;

    /** Returns the name of the journal in messages. */
    abstract String name();

    /** The number of records that are corrupted byte by byte: each takes a change and a read. */
    abstract int spoilt();

    /** Returns the journal of the test for somebody who only reads. */
    abstract SqlJournal reader() throws IOException;

    /** Checks the whole journal as the doctor does. */
    abstract void verify() throws IOException;

    /** Somebody else's connection, which commits each statement. */
    abstract Connection connection() throws SQLException;

    @Test
    void tellsWhatWasAppendedInOrderAlsoToALaterProcess() throws Exception {
        List<Transaction> all = transactions(RECORDS);
        write(all.subList(0, 40));
        try (SqlJournal journal = open()) {
            assertThat(read(journal)).isEqualTo(all.subList(0, 40));
            journal.append(all.subList(40, RECORDS));
        }
        assertThat(read()).isEqualTo(all);
    }

    @Test
    void jobsThatAreOverAreFoundByTheirEndAlsoByALaterProcess() throws Exception {
        try (SqlJournal journal = opened()) {
            journal.append(transactions(1), List.of(ended(1, 100, "ada"), ended(2, 100, "bob")));
            journal.append(transactions(1), List.of(ended(3, 200, "ada")));
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10)).isEqualTo(List.of(1L, 2L, 3L));
        }
        try (SqlJournal journal = opened()) {
            journal.append(transactions(1), List.of(ended(4, 300, "ada")));
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10)).isEqualTo(List.of(1L, 2L, 3L, 4L));
            assertThat(past(journal, 101, 300, Optional.empty(), 10)).isEqualTo(List.of(3L));
            assertThat(past(journal, 0, 1_000, Optional.of("ada"), 10)).isEqualTo(List.of(1L, 3L, 4L));
            assertThat(past(journal, 0, 1_000, Optional.of("eve"), 10)).isEmpty();
            HistoryQuery two = new HistoryQuery(0, 1_000, Optional.empty(), 2);
            assertThat(journal.history().ask(two).areMore()).isTrue();
            assertThat(journal.history().ask(two).jobs()).containsExactly(ended(3, 200, "ada"), ended(4, 300, "ada"));
        }
    }

    @Test
    void refusesAHistoryRowThatWasChangedInTheDatabase() throws Exception {
        try (SqlJournal journal = opened()) {
            journal.append(transactions(1), List.of(ended(1, 100, "ada"), ended(2, 200, "ada")));
        }
        for (String changed : List.of(
                "owner = 'eve' WHERE number = 1",
                "ended_sec = 101 WHERE number = 1",
                "bytes = (SELECT bytes FROM history WHERE number = 2) WHERE number = 1",
                "number = 3 WHERE number = 1")) {
            try (SqlJournal journal = opened();
                    Connection other = connection();
                    Statement statement = other.createStatement()) {
                other.setAutoCommit(false);
                statement.execute("CREATE TABLE kept AS SELECT * FROM history");
                statement.execute("UPDATE history SET " + changed);
                other.commit();
                refused(
                        () -> past(journal, 0, 1_000, Optional.empty(), 10),
                        "of the history in " + name() + " is damaged");
                refused(this::verify, "of the history in " + name() + " is damaged");
                statement.execute("DELETE FROM history");
                statement.execute("INSERT INTO history SELECT * FROM kept");
                statement.execute("DROP TABLE kept");
                other.commit();
                verify();
            }
        }
    }

    @Test
    void believesHistoryRowsThatWereWrittenWithoutACheckValue() throws Exception {
        try (SqlJournal journal = opened()) {
            journal.append(transactions(1), List.of(ended(1, 100, "ada")));
            change("UPDATE history SET check_value = NULL");
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10)).isEqualTo(List.of(1L));
        }
        verify();
    }

    @Test
    void verificationFindsADamagedRecord() throws Exception {
        write(transactions(10));
        verify();
        change("UPDATE record SET check_value = check_value + 1 WHERE number = 5");
        refused(this::verify, "Record 5 of the journal " + name() + " is damaged");
    }

    @Test
    void jobsThatAreTooOldOrTooManyGoFromTheHistory() throws Exception {
        try (SqlJournal journal = opened()) {
            journal.keep(new HistoryPolicy(Duration.ofSeconds(100), 3));
            journal.append(at(500), List.of(ended(1, 399, "ada"), ended(2, 400, "ada")));
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10))
                    .as("1 ended 101 s ago")
                    .isEqualTo(List.of(2L));
            journal.append(at(501), List.of(ended(3, 501, "ada"), ended(4, 501, "ada"), ended(5, 501, "ada")));
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10))
                    .as("it is looked at once a minute")
                    .hasSize(4);
            journal.append(at(561), List.of(ended(6, 561, "ada")));
            assertThat(past(journal, 0, 1_000, Optional.empty(), 10)).isEqualTo(List.of(4L, 5L, 6L));
        }
    }

    @Test
    void oneJobWithALaterEndDoesNotKeepTheOthersInTheHistory() throws Exception {
        try (SqlJournal journal = opened()) {
            journal.keep(new HistoryPolicy(Duration.ofSeconds(100), 1_000_000));
            journal.append(at(400), List.of(ended(1, 1_000_000, "ada")));
            List<JobRecord> many = new ArrayList<>();
            for (int job = 2; job <= 3_000; job++) {
                many.add(ended(job, 400, "ada"));
            }
            journal.append(at(400), many);
            for (int sec = 600; sec < 604; sec++) {
                journal.append(at(sec), List.of(ended(4_000 + sec, sec, "ada")));
            }
            assertThat(past(journal, 0, 2_000_000, Optional.empty(), 10))
                    .isEqualTo(List.of(4_600L, 4_601L, 4_602L, 4_603L, 1L));
        }
    }

    private SqlJournal opened() throws IOException {
        SqlJournal journal = open();
        journal.replay(transaction -> {});
        return journal;
    }

    static List<Long> past(SqlJournal journal, long since, long until, Optional<String> owner, int most)
            throws IOException {
        return journal.history().ask(new HistoryQuery(since, until, owner, most)).jobs().stream()
                .map(job -> job.id().value())
                .toList();
    }

    private static List<Transaction> at(long sec) {
        return List.of(new Transaction(sec * 1000, List.of(new LevelDecision.Leaving("it is " + sec))));
    }

    static JobRecord ended(long id, long atSec, String owner) {
        return new JobRecord(
                new JobId(id),
                "job" + id,
                owner,
                JobState.CANCELLED,
                Optional.of(new TimeWindow(1, 3_601)),
                OptionalLong.of(atSec),
                Optional.of("batch"),
                Optional.empty(),
                "its user did",
                new IfLost.Keep(),
                List.of("/cluster0/node7"),
                Optional.empty(),
                Optional.of(new JobAccount(OptionalLong.of(1), OptionalLong.empty(), 3_600, 2, 16, 1_600)),
                Optional.of(new JobUsage(
                        JobUsage.Source.PROCESSES,
                        1_500_000,
                        20_000,
                        OptionalLong.of(3 << 20),
                        OptionalLong.empty(),
                        OptionalLong.of(1L << 30))));
    }

    @Test
    void aJournalBecomesShorterWhileItGoesOn() throws Exception {
        List<Transaction> whole = new ArrayList<>();
        long size;
        try (SqlJournal journal = opened();
                AutoCloseable keeping = journal.keepShort(1, 40)) {
            assertThat(keeping).isNotNull();
            long before = -1;
            // An instance that remembers one ended job has forgotten all but the last; how many, depends on when it is
            // looked.
            for (long job = 1; job <= 3_000 && journal.size() > before; job++) {
                before = journal.size();
                whole.add(new Transaction(job, List.of(granted(job))));
                whole.add(new Transaction(job, List.of(ended(job))));
                journal.append(whole.subList(whole.size() - 2, whole.size()));
                Thread.sleep(5);
            }
            size = journal.size();
            assertThat(size).isLessThan(before);
            whole.addAll(transactions(1));
            journal.append(transactions(1));
        }
        List<Transaction> left = read();
        assertThat(left).hasSize((int) size + 1).hasSizeLessThan(whole.size());
        assertThat(left.getLast()).isEqualTo(whole.getLast());
        assertThat(whole).containsSubsequence(left);
    }

    @Test
    void aCopyThatWasNotFinishedIsNothing() throws Exception {
        write(transactions(10));
        try (SqlJournal journal = opened();
                Database own = journal.another()) {
            ShorterCopy.begin(own);
            journal.append(transactions(2));
        }
        try (SqlJournal journal = opened()) {
            assertThat(journal.size()).isEqualTo(12);
            journal.shorten(Optional::of);
            assertThat(journal.size()).isEqualTo(12);
        }
        assertThat(read()).hasSize(12);
    }

    @Test
    void aRecordThatWasLostOrChangedDoesNotComeRightByShortening() throws Exception {
        try (SqlJournal journal = opened();
                Database own = journal.another()) {
            journal.append(ended(100));
            journal.append(transactions(10));
            Optional<ShorterCopy> before = ShorterCopy.make(own, 1);
            assertThat(before).isPresent();
            change("DELETE FROM record WHERE number = 203");
            refused(() -> ShorterCopy.make(own, 1), "Record 203 of the journal " + name() + " is missing");
            refused(() -> journal.shorten(Optional::of), "Record 203 of the journal " + name() + " is missing");
            change("UPDATE record SET number = 203 WHERE number = 204");
            refused(() -> ShorterCopy.make(own, 1), "Record 203 of the journal " + name() + " is damaged");
            refused(() -> journal.shorten(Optional::of), "Record 203 of the journal " + name() + " is damaged");
        }
        refused(this::read, "Record 203");
    }

    @Test
    void aRecordThatWasChangedSinceTheCopyDoesNotComeRightEither() throws Exception {
        try (SqlJournal journal = opened();
                Database own = journal.another()) {
            journal.append(ended(100));
            Optional<ShorterCopy> copy = ShorterCopy.make(own, 1);
            journal.append(transactions(10));
            change("UPDATE record SET check_value = check_value + 1 WHERE number = 205");
            journal.offer(copy);
            journal.append(transactions(1));
            assertThat(journal.size()).isEqualTo(211);
            assertThat(journal.hasTurnedDown()).isTrue();
        }
        refused(this::read, "Record 205 of the journal " + name() + " is damaged");
    }

    @Test
    void whoeverReadsWhileTheJournalBecomesShorterReadsOneOfBoth() throws Exception {
        try (SqlJournal journal = opened();
                SqlJournal reader = reader()) {
            journal.append(ended(700));
            List<Transaction> read = new ArrayList<>();
            reader.replay(transaction -> {
                read.add(transaction);
                if (read.size() == 500) {
                    shorten(journal);
                }
            });
            assertThat(read).hasSize(1_400);
            shorten(journal);
            long size = journal.size();
            assertThat(size).isLessThan(20);
            assertThat(reader.endsHere()).isFalse();
            assertThat(reader.follow(read::add)).as("it is another one").isFalse();
            assertThat(read).hasSize(1_400);
            assertThat(read(reader)).hasSize((int) size);
            journal.append(transactions(3));
            assertThat(reader.follow(read::add)).isTrue();
            assertThat(reader.endsHere()).isTrue();
        }
    }

    @Test
    void aShorterJournalIsNoticedAlsoWhereItHasBecomeAsLongAsBefore() throws Exception {
        try (SqlJournal journal = opened();
                SqlJournal reader = reader()) {
            journal.append(ended(20));
            read(reader);
            shorten(journal);
            journal.append(ended(20));
            assertThat(journal.size()).isGreaterThan(40);
            assertThat(reader.follow(transaction -> {})).isFalse();
        }
    }

    @Test
    void aJournalOfMorePiecesThanAreExpectedWhileItIsCopiedBecomesShorterAsWell() throws Exception {
        try (SqlJournal journal = opened();
                Database own = journal.another()) {
            journal.append(ended(600));
            journal.offer(ShorterCopy.make(own, 1, 1));
            journal.append(transactions(1));
            assertThat(journal.size()).isLessThan(10);
        }
    }

    private static void shorten(SqlJournal journal) {
        try (Database own = journal.another()) {
            journal.offer(ShorterCopy.make(own, 1));
            journal.append(transactions(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void refused(ThrowingCallable call, String sentence) {
        assertThatIOException().isThrownBy(call).withMessageContaining(sentence);
    }

    /** So many jobs, each granted and ended in a transaction of its own. */
    static List<Transaction> ended(int jobs) {
        return IntStream.rangeClosed(1, jobs)
                .boxed()
                .flatMap(job -> Stream.of(granted((long) job), ended((long) job)))
                .map(decision -> new Transaction(1, List.of(decision)))
                .toList();
    }

    private static Decision granted(long job) {
        return new JobDecision.JobGranted(
                new JobId(job),
                "job",
                Principal.OWNER_NAME,
                BookingKind.ALLOCATION,
                new TimeWindow(0, 60),
                Optional.empty(),
                List.of(new HeldPart("/cluster0/node1", 1, true, Map.of())),
                Optional.empty(),
                new IfLost.Keep());
    }

    private static Decision ended(long job) {
        return new JobDecision.JobEnded(new JobId(job), JobState.CANCELLED, "", job);
    }

    @Test
    void aJournalCutAtARecordIsTheStateUpToIt() throws Exception {
        List<Transaction> all = transactions(RECORDS);
        write(all);
        for (int left = RECORDS - 1; left >= 0; left--) {
            change("DELETE FROM record WHERE number > " + left);
            assertThat(read()).isEqualTo(all.subList(0, left));
        }
    }

    @Test
    void aRecordMissingInTheMiddleIsNamed() throws Exception {
        write(transactions(10));
        change("DELETE FROM record WHERE number = 4");
        assertThatIOException()
                .isThrownBy(this::read)
                .withMessageContaining("Record 4 of the journal " + name() + " is missing");
    }

    @Test
    void recordsThatChangedPlacesAreNamed() throws Exception {
        write(transactions(10));
        change("UPDATE record SET number = -1 WHERE number = 4");
        change("UPDATE record SET number = 4 WHERE number = 5");
        change("UPDATE record SET number = 5 WHERE number = -1");
        assertThatIOException().isThrownBy(this::read).withMessageContaining("Record 4 of the journal");
    }

    @Test
    void everyByteThatFlipsIsFoundAndNamesItsRecord() throws Exception {
        List<Transaction> all = transactions(RECORDS);
        write(all);
        try (SqlJournal journal = open();
                Connection other = connection()) {
            for (int record = RECORDS - spoilt() + 1; record <= RECORDS; record++) {
                byte[] bytes = JournalBytes.write(all.get(record - 1));
                for (int i = 0; i < bytes.length; i++) {
                    byte[] flipped = bytes.clone();
                    flipped[i] ^= (byte) (1 << (i % Byte.SIZE));
                    set(other, record, flipped);
                    assertThatIOException()
                            .isThrownBy(() -> read(journal))
                            .withMessageContaining("Record " + record + " of the journal")
                            .withMessageContaining("is damaged");
                }
                set(other, record, bytes);
            }
            assertThat(read(journal)).isEqualTo(all);
        }
    }

    @Test
    void aFlippedCheckValueIsFound() throws Exception {
        write(transactions(10));
        change("UPDATE record SET check_value = check_value + 1 WHERE number = 10");
        assertThatIOException().isThrownBy(this::read).withMessageContaining("Record 10 of the journal");
    }

    @Test
    void nothingIsAppendedToWhatWasNotRead() throws Exception {
        write(transactions(3));
        try (SqlJournal journal = open()) {
            assertThatThrownBy(() -> journal.append(transactions(1))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aFoundationComesBackWithItsFiles() throws Exception {
        Path graph = Files.writeString(directory.resolve("any-name.json"), "{\"graph\": {}}");
        var horizon = new TimeWindow(5, 50);
        try (SqlJournal journal = open()) {
            assertThat(journal.foundations().exists()).isFalse();
            journal.foundations().lay(new Foundation(horizon, graph, Optional.of("jgf"), List.of("node", "core")));
        }
        try (SqlJournal journal = open()) {
            assertThat(journal.foundations().exists()).isTrue();
            assertThat(journal.foundations().holds(graph)).isTrue();
            Foundation restored = journal.foundations().restore(directory.resolve("out"));
            assertThat(restored.horizon()).isEqualTo(horizon);
            assertThat(restored.graph()).hasContent("{\"graph\": {}}");
            assertThat(restored.format()).hasValue("jgf");
            assertThat(restored.allowlist()).containsExactly("node", "core");
            Files.writeString(graph, "{\"graph\": {} }");
            assertThat(journal.foundations().holds(graph)).isFalse();
        }
    }

    @Test
    void aFileOfTheFoundationThatWasChangedIsSaid() throws Exception {
        Path graph = Files.writeString(directory.resolve("any-name.json"), "{\"graph\": {}}");
        try (SqlJournal journal = open()) {
            journal.foundations().lay(new Foundation(new TimeWindow(5, 50), graph, Optional.empty(), List.of()));
            try (Connection other = connection();
                    Statement statement = other.createStatement();
                    ResultSet row = statement.executeQuery("SELECT compressed FROM graph_file")) {
                assertThat(row.next()).isTrue();
                byte[] bytes = row.getBytes(1);
                bytes[bytes.length - 12] ^= 1;
                try (var set = other.prepareStatement("UPDATE graph_file SET compressed = ?")) {
                    set.setBytes(1, bytes);
                    set.executeUpdate();
                }
            }
            refused(
                    () -> journal.foundations().restore(directory.resolve("out")),
                    "The journal " + name() + " is damaged: a file of its foundation");
            refused(
                    () -> journal.foundations().holds(graph),
                    "The journal " + name() + " is damaged: a file of its foundation");
        }
    }

    @Test
    void aFoundationOfSeveralFilesComesBackAsADirectory() throws Exception {
        Path graph = Files.createDirectory(directory.resolve("topologies"));
        Files.writeString(graph.resolve("a.xml"), "<a/>");
        Files.writeString(graph.resolve("b.xml"), "<b/>");
        try (SqlJournal journal = open()) {
            journal.foundations().lay(new Foundation(new TimeWindow(0, 1), graph, Optional.empty(), List.of()));
            Foundation restored = journal.foundations().restore(directory.resolve("out"));
            assertThat(restored.graph().resolve("a.xml")).hasContent("<a/>");
            assertThat(restored.graph().resolve("b.xml")).hasContent("<b/>");
            assertThat(restored.format()).isEmpty();
            assertThat(restored.allowlist()).isEmpty();
            Files.writeString(graph.resolve("c.xml"), "<c/>");
            assertThat(journal.foundations().holds(graph)).isFalse();
        }
    }

    @Test
    void severalThousandRecordsComeInPieces() throws Exception {
        List<Transaction> all = transactions(2_500);
        write(all);
        assertThat(read()).isEqualTo(all);
    }

    @Test
    void whatIsLeftOfAShortenedJournalIsReadAndAppendedTo() throws Exception {
        List<Transaction> all = transactions(2_500);
        write(all);
        try (SqlJournal journal = open()) {
            read(journal);
            journal.shorten(one -> one.atMillis() % 2_000 == 0 ? Optional.of(one) : Optional.empty());
            assertThat(journal.size()).isEqualTo(1_250);
            journal.append(all.subList(0, 1));
        }
        List<Transaction> left = new ArrayList<>(
                all.stream().filter(one -> one.atMillis() % 2_000 == 0).toList());
        left.add(all.getFirst());
        assertThat(read()).isEqualTo(left);
    }

    @Test
    void aShorteningThatFailsLeavesTheJournalAsItWas() throws Exception {
        List<Transaction> all = transactions(20);
        write(all);
        try (SqlJournal journal = open()) {
            read(journal);
            assertThatThrownBy(() -> journal.shorten(one -> {
                        if (one.atMillis() == 15_000) {
                            throw new IllegalStateException("a bug");
                        }
                        return Optional.of(one);
                    }))
                    .hasMessage("a bug");
            journal.append(all.subList(0, 1));
        }
        assertThat(read()).hasSize(21).startsWith(all.toArray(new Transaction[0]));
    }

    @Test
    void anOlderSchemaIsBroughtUpToDateWithAllThatIsInItAndThenTooNewForAnOlderVersion() throws Exception {
        List<Transaction> all = transactions(3);
        write(all);
        try (SqlJournal journal = open(later("CREATE TABLE further (x {integer} PRIMARY KEY) {strict};"))) {
            assertThat(read(journal)).isEqualTo(all);
        }
        change("INSERT INTO further VALUES (1)");
        int version = Schema.CURRENT.version();
        assertThatIOException()
                .isThrownBy(this::open)
                .withMessageContaining(name())
                .withMessageContaining("written by a later version of Banyan: its schema is " + (version + 1)
                        + ", but this version supports up to " + version);
    }

    @Test
    void aMigrationThatFailsLeavesTheOlderSchema() throws Exception {
        write(transactions(3));
        assertThatIOException()
                .isThrownBy(() -> open(later("CREATE TABLE further (x {integer}); CREATE nonsense;"))
                        .close());
        assertThat(read()).hasSize(3);
        change("CREATE TABLE further (x INTEGER)");
    }

    private static Schema later(String migration) {
        List<String> migrations = new ArrayList<>(Schema.CURRENT.migrations());
        migrations.add(migration);
        return new Schema(migrations);
    }

    static List<Transaction> transactions(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Transaction(1_000L * i, List.of(granted(i))))
                .toList();
    }

    private static Decision granted(int job) {
        return new JobDecision.JobGranted(
                new JobId(job),
                "job " + job,
                Principal.OWNER_NAME,
                BookingKind.ALLOCATION,
                new TimeWindow(job, job + 3_600L),
                Optional.empty(),
                List.of(new HeldPart("/cluster0/node" + job, 1, true, Map.of())),
                Optional.empty(),
                new IfLost.Keep());
    }

    void write(List<Transaction> transactions) throws IOException {
        try (SqlJournal journal = open()) {
            journal.replay(transaction -> {});
            journal.append(transactions);
        }
    }

    List<Transaction> read() throws IOException {
        try (SqlJournal journal = open()) {
            return read(journal);
        }
    }

    static List<Transaction> read(SqlJournal journal) throws IOException {
        List<Transaction> read = new ArrayList<>();
        journal.replay(read::add);
        return read;
    }

    static void set(Connection connection, int record, byte[] bytes) throws SQLException {
        try (var statement = connection.prepareStatement("UPDATE record SET bytes = ? WHERE number = ?")) {
            statement.setBytes(1, bytes);
            statement.setInt(2, record);
            statement.executeUpdate();
        }
    }

    void change(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
