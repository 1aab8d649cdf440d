package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class SqliteJournalTest extends JournalContract {
    @Test
    void theUnpackedLibraryIsNotLeftBehindWhereItsProcessIsKilled() throws Exception {
        Path place = Path.of(System.getProperty("org.sqlite.tmpdir"));
        List<Path> before = unpacked(place);
        SqlJournal.open(file()).close();
        // Other processes may be about to load theirs.
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(unpacked(place)).isSubsetOf(before));
    }

    private static List<Path> unpacked(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.getFileName().toString().startsWith("banyan-sqlite-"))
                    .toList();
        }
    }

    @Test
    void nobodyButItsOwnerCanReadIt() throws Exception {
        try (SqlJournal journal = SqlJournal.open(file())) {
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
    void oneClientsPastIsFoundByAnIndexAlsoInAJournalThatWasMadeWithoutIt() throws Exception {
        write(transactions(1));
        change("DROP INDEX history_owner");
        change("ALTER TABLE history DROP COLUMN check_value");
        change("PRAGMA user_version = 2");
        SqlJournal.open(file()).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery(
                        "EXPLAIN QUERY PLAN SELECT bytes FROM history WHERE ended_sec >= 0"
                                + " AND ended_sec < 9 AND owner = 'ada' ORDER BY ended_sec DESC, number DESC LIMIT 1")) {
            assertThat(plan.next()).isTrue();
            assertThat(plan.getString("detail")).contains("history_owner");
            assertThat(plan.next()).as("nothing is sorted").isFalse();
        }
    }

    @Test
    void aLaterVersionIsRefused() throws Exception {
        write(transactions(1));
        change("PRAGMA user_version = 99");
        assertThatIOException()
                .isThrownBy(() -> SqlJournal.open(file()))
                .withMessageContaining("written by a later version of Banyan: its schema is 99");
    }

    @Test
    void anotherDatabaseIsLeftAlone() throws Exception {
        change("CREATE TABLE theirs (x)");
        assertThatIOException()
                .isThrownBy(() -> SqlJournal.open(file()))
                .withMessage("The file " + file() + " is a database, but not a Banyan journal.");
    }

    @Test
    void whatIsNoDatabaseIsLeftAlone() throws Exception {
        Files.writeString(file(), "x".repeat(5_000));
        assertThatIOException().isThrownBy(() -> SqlJournal.open(file())).withMessageContaining("is not a database");
        assertThat(Files.readString(file())).isEqualTo("x".repeat(5_000));
    }

    @Test
    void aDirectoryThatIsNotThereIsSaid() {
        Path missing = directory.resolve("missing").resolve("journal.db");
        assertThatIOException()
                .isThrownBy(() -> SqlJournal.open(missing))
                .withMessageStartingWith("The journal " + missing + " cannot be created");
    }

    @Test
    void whatFillsTheDiskIsNotKeptAndWhatWasKeptStays() throws Exception {
        List<Transaction> all = transactions(2_000);
        try (SqliteFile database = SqliteFile.open(file(), Schema.CURRENT)) {
            var journal = new SqlJournal(database);
            journal.replay(transaction -> {});
            journal.append(all.subList(0, 10));
            database.execute("PRAGMA max_page_count = 20");
            assertThatIOException()
                    .isThrownBy(() -> journal.append(all.subList(10, 2_000)))
                    .withMessage("The journal " + file() + " cannot be written: the disk is full.");
            database.execute("PRAGMA max_page_count = " + Integer.MAX_VALUE);
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

    @Override
    SqlJournal open(Schema schema) throws IOException {
        return new SqlJournal(SqliteFile.open(file(), schema));
    }

    @Override
    SqlJournal reader() throws IOException {
        return SqlJournal.open(file());
    }

    @Override
    void verify() throws IOException {
        JournalVerification.verify(file(), false);
    }

    @Override
    String name() {
        return file().toString();
    }

    @Override
    int spoilt() {
        return RECORDS;
    }

    @Override
    Connection connection() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file());
    }

    private Path file() {
        return directory.resolve("journal.db");
    }
}
