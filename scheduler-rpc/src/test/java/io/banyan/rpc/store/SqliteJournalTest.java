package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.Decision;
import io.banyan.instance.HeldPart;
import io.banyan.instance.Principal;
import io.banyan.instance.Transaction;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.wire.JournalBytes;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteJournalTest {
    private static final int RECORDS = 64;

    @TempDir
    private Path directory = Path.of("");

    @Test
    void tellsWhatWasAppendedInOrderAlsoToALaterProcess() throws Exception {
        List<Transaction> all = transactions(RECORDS);
        write(all.subList(0, 40));
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            assertThat(read(journal)).isEqualTo(all.subList(0, 40));
            journal.append(all.subList(40, RECORDS));
        }
        assertThat(read()).isEqualTo(all);
    }

    @Test
    void theUnpackedLibraryIsNotLeftBehindWhereItsProcessIsKilled() throws Exception {
        SqliteJournal.open(file()).close();
        Path place = Path.of(System.getProperty("org.sqlite.tmpdir"));
        // Other processes may be about to load theirs.
        await().untilAsserted(() -> {
            try (Stream<Path> files = Files.list(place)) {
                assertThat(files)
                        .noneMatch(file -> file.getFileName().toString().startsWith("banyan-sqlite-"));
            }
        });
    }

    @Test
    void nobodyButItsOwnerCanReadIt() throws Exception {
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            journal.replay(transaction -> {});
            journal.append(transactions(3));
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.toList())
                        .hasSizeGreaterThan(1)
                        .allSatisfy(
                                file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                        .as(file.toString())
                                        .isEqualTo("rw-------"));
            }
        }
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
                .withMessageContaining("Record 4 of the journal " + file() + " is missing");
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
        try (SqliteJournal journal = SqliteJournal.open(file());
                Connection other = connection()) {
            for (int record = 1; record <= RECORDS; record++) {
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
    void aLaterVersionIsRefused() throws Exception {
        write(transactions(1));
        change("PRAGMA user_version = 99");
        assertThatIOException()
                .isThrownBy(() -> SqliteJournal.open(file()))
                .withMessageContaining("written by a later version of Banyan: its schema is 99");
    }

    @Test
    void anotherDatabaseIsLeftAlone() throws Exception {
        change("CREATE TABLE theirs (x)");
        assertThatIOException()
                .isThrownBy(() -> SqliteJournal.open(file()))
                .withMessage("The file " + file() + " is a database, but no journal of Banyan.");
    }

    @Test
    void whatIsNoDatabaseIsLeftAlone() throws Exception {
        Files.writeString(file(), "x".repeat(5_000));
        assertThatIOException().isThrownBy(() -> SqliteJournal.open(file())).withMessageContaining("is no database");
        assertThat(Files.readString(file())).isEqualTo("x".repeat(5_000));
    }

    @Test
    void aDirectoryThatIsNotThereIsSaid() {
        Path missing = directory.resolve("missing").resolve("journal.db");
        assertThatIOException()
                .isThrownBy(() -> SqliteJournal.open(missing))
                .withMessageStartingWith("The journal " + missing + " cannot be made");
    }

    @Test
    void whatFillsTheDiskIsNotKeptAndWhatWasKeptStays() throws Exception {
        List<Transaction> all = transactions(2_000);
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            journal.replay(transaction -> {});
            journal.append(all.subList(0, 10));
            journal.limitPages(20);
            assertThatIOException()
                    .isThrownBy(() -> journal.append(all.subList(10, 2_000)))
                    .withMessage("The journal " + file() + " cannot be written: the disk is full.");
            journal.limitPages(Integer.MAX_VALUE);
            journal.append(all.subList(10, 20));
        }
        assertThat(read()).isEqualTo(all.subList(0, 20));
    }

    @Test
    void anotherProgramThatWritesIsSaid() throws Exception {
        write(transactions(1));
        try (Connection other = connection();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            assertThatIOException()
                    .isThrownBy(() -> write(transactions(1)))
                    .withMessageContaining("is in use by another program");
            statement.execute("ROLLBACK");
        }
        assertThat(read()).hasSize(1);
    }

    @Test
    void nothingIsAppendedToWhatWasNotRead() throws Exception {
        write(transactions(3));
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            assertThatThrownBy(() -> journal.append(transactions(1))).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aFoundationComesBackWithItsFiles() throws Exception {
        Path graph = Files.writeString(directory.resolve("any-name.json"), "{\"graph\": {}}");
        var horizon = new TimeWindow(5, 50);
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            assertThat(journal.foundations().exists()).isFalse();
            journal.foundations().lay(new Foundation(horizon, graph, Optional.of("jgf"), List.of("node", "core")));
        }
        try (SqliteJournal journal = SqliteJournal.open(file())) {
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
    void aFoundationOfSeveralFilesComesBackAsADirectory() throws Exception {
        Path graph = Files.createDirectory(directory.resolve("topologies"));
        Files.writeString(graph.resolve("a.xml"), "<a/>");
        Files.writeString(graph.resolve("b.xml"), "<b/>");
        try (SqliteJournal journal = SqliteJournal.open(file())) {
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

    private Path file() {
        return directory.resolve("journal.db");
    }

    private static List<Transaction> transactions(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> new Transaction(1_000L * i, List.of(granted(i))))
                .toList();
    }

    private static Decision granted(int job) {
        return new Decision.JobGranted(
                new JobId(job),
                "job " + job,
                Principal.OWNER_NAME,
                BookingKind.ALLOCATION,
                new TimeWindow(job, job + 3_600L),
                Optional.empty(),
                List.of(new HeldPart("/cluster0/node" + job, 1, true, Map.of())),
                Optional.empty());
    }

    private void write(List<Transaction> transactions) throws IOException {
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            journal.replay(transaction -> {});
            journal.append(transactions);
        }
    }

    private List<Transaction> read() throws IOException {
        try (SqliteJournal journal = SqliteJournal.open(file())) {
            return read(journal);
        }
    }

    private static List<Transaction> read(SqliteJournal journal) throws IOException {
        List<Transaction> read = new ArrayList<>();
        journal.replay(read::add);
        return read;
    }

    private static void set(Connection connection, int record, byte[] bytes) throws SQLException {
        try (var statement = connection.prepareStatement("UPDATE record SET bytes = ? WHERE number = ?")) {
            statement.setBytes(1, bytes);
            statement.setInt(2, record);
            statement.executeUpdate();
        }
    }

    private void change(String sql) throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }
}
