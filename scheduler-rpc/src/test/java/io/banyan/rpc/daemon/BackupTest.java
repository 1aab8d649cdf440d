package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Role;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import io.banyan.rpc.store.JournalBackup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy of a journal that is in use, and a daemon that starts from it. */
class BackupTest {
    @TempDir
    private Path directory;

    private StateDirectory state(String name) {
        return new StateDirectory(directory.resolve(name));
    }

    private Daemon start(String name, ResourceSource resources) throws DaemonException {
        return Daemon.start(DaemonConfig.of(state(name), "top", resources).build());
    }

    private static List<JobRecord> jobs(StateDirectory state) throws Exception {
        try (BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
            return client.jobs(new JobRead.Jobs(true)).jobs();
        }
    }

    private static void grow(StateDirectory state, String id) throws Exception {
        var jobspec = JobspecReader.read("""
                {"version": 1, "resources": [{"type": "slot", "count": 1, "label": "task",
                  "with": [{"type": "node", "count": 1, "exclusive": true}]}],
                 "tasks": [{"command": ["app"], "slot": "task", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": 3600}}}
                """, "one node");
        try (BanyanClient client = BanyanClient.ofStateDirectory(state.path())) {
            client.match(new JobRequest.Match(
                    jobspec,
                    io.banyan.match.policy.MatchOperation.ALLOCATE,
                    io.banyan.graph.io.MatchFormat.SIMPLE,
                    id));
        }
    }

    @Test
    void aCopyOfARunningDaemonsJournalIsWhatWasAcknowledgedUntilThen() throws Exception {
        Path copy = directory.resolve("copy.db");
        List<JobRecord> known;
        try (Daemon daemon = start("first", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))) {
            grow(state("first"), "a");
            grow(state("first"), "b");
            known = jobs(state("first"));
            assertThat(JournalBackup.write(state("first").journal(), copy)).isPositive();
            grow(state("first"), "later");
            assertThat(daemon.isOver()).isFalse();
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
        assertThat(directory.resolve("copy.db-wal")).doesNotExist();

        state("second").create();
        assertThat(JournalBackup.restore(copy, state("second").journal())).isPositive();
        try (Daemon daemon = start("second", new Founded())) {
            assertThat(jobs(state("second"))).isEqualTo(known).hasSize(2);
            assertThat(daemon.isOver()).isFalse();
        }
        state("third").create();
        Path log = Files.writeString(state("third").path().resolve("journal.db-wal"), "of one that was killed");
        assertThatThrownBy(() -> JournalBackup.restore(copy, state("third").journal()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("There is a file " + log + " of another journal");
        assertThat(state("third").journal()).doesNotExist();
        assertThatThrownBy(() -> JournalBackup.write(state("first").journal(), copy))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not overwritten");
    }

    @Test
    void aDamagedCopyIsNotRestoredAndNothingIsLeft() throws Exception {
        Path copy = directory.resolve("copy.db");
        try (Daemon daemon = start("first", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))) {
            grow(state("first"), "a");
            JournalBackup.write(state("first").journal(), copy);
            assertThat(daemon.isOver()).isFalse();
        }
        try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + copy);
                var statement = connection.createStatement()) {
            assertThat(
                            statement.executeUpdate(
                                    "UPDATE record SET bytes = zeroblob(length(bytes)) WHERE rowid = (SELECT max(rowid) FROM record)"))
                    .isEqualTo(1);
        }
        state("second").create();
        assertThatThrownBy(() -> JournalBackup.restore(copy, state("second").journal()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(state("second").path()).isEmptyDirectory();
    }

    @Test
    void whatIsNoJournalIsSaidSo() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "no database");
        state("second").create();
        assertThatThrownBy(() -> JournalBackup.restore(text, state("second").journal()))
                .isInstanceOf(IOException.class);
        assertThat(state("second").path()).isEmptyDirectory();
        assertThatThrownBy(() -> JournalBackup.write(state("none").journal(), directory.resolve("copy.db")))
                .hasMessageContaining("pg_dump");
        assertThat(Optional.of(directory.resolve("copy.db")))
                .get()
                .satisfies(path -> assertThat(path).doesNotExist());
    }

    @Test
    void aBackupWithNothingInItIsRefusedAndAnEmptyJournalHasNone() throws Exception {
        Path copy = Files.createFile(directory.resolve("copy.db"));
        state("second").create();
        assertThatThrownBy(() -> JournalBackup.restore(copy, state("second").journal()))
                .hasMessage(copy + " contains nothing from which a daemon could continue.");
        assertThat(state("second").path()).isEmptyDirectory();
        io.banyan.rpc.store.SqlJournal.open(state("second").journal()).close();
        Path other = directory.resolve("other.db");
        assertThatThrownBy(() -> JournalBackup.write(state("second").journal(), other))
                .hasMessageContaining(
                        state("second").journal() + " contains nothing from which a daemon could continue");
        assertThat(directory)
                .isDirectoryNotContaining(it -> it.getFileName().toString().startsWith("other.db"));
    }

    @Test
    void messagesNameTheBackupAndNotTheCopyOfIt() throws Exception {
        Path copy = directory.resolve("copy.db");
        Daemon.start(DaemonConfig.of(
                                state("first"), "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                        .build())
                .close();
        JournalBackup.write(state("first").journal(), copy);
        state("second").create();
        for (int version : new int[] {999, -3}) {
            change(copy, "PRAGMA user_version = " + version);
            assertThatThrownBy(() -> JournalBackup.restore(copy, state("second").journal()))
                    .hasMessageContaining("The journal " + copy + " ")
                    .hasMessageContaining(String.valueOf(version));
        }
        assertThat(state("second").path()).isEmptyDirectory();
    }

    private NamedToken addToken(String name, Token secret) throws IOException {
        NamedToken token = NamedToken.of(name, Role.USER, Optional.of(secret), Optional.of("nobody"), Optional.empty());
        new TokenTable(state("first").tokens()).add(token);
        return token;
    }

    @Test
    void theTokensAreRestoredWithTheJournalAndOpenTheDaemon() throws Exception {
        Path copy = directory.resolve("copy.db");
        Token secret = Token.random();
        start("first", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                .close();
        NamedToken alice = addToken("alice", secret);
        Files.writeString(state("first").localUsers(), "bob\n");
        Files.setPosixFilePermissions(state("first").localUsers(), PosixFilePermissions.fromString("rw-------"));
        JournalBackup.write(state("first").journal(), copy);
        addToken("later", Token.random());
        state("second").create();
        JournalBackup.restore(copy, state("second").journal());
        assertThat(new TokenTable(state("second").tokens()).read()).containsExactly(alice);
        assertThat(state("second").localUsers()).hasContent("bob");
        try (Daemon daemon = start("second", new Founded());
                BanyanClient client = BanyanClient.connect(daemon.address(), secret)) {
            client.stat();
        }
        // A backup of a backup is one.
        Path again = directory.resolve("again.db");
        JournalBackup.write(state("second").journal(), again);
        state("third").create();
        JournalBackup.restore(again, state("third").journal());
        assertThat(new TokenTable(state("third").tokens()).read()).containsExactly(alice);
    }

    @Test
    void tokensThatWereChangedInABackupAreRefused() throws Exception {
        Path copy = directory.resolve("copy.db");
        start("first", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                .close();
        addToken("alice", Token.random());
        JournalBackup.write(state("first").journal(), copy);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                var statement = connection.createStatement()) {
            statement.execute("UPDATE kept_file SET content = replace(content, 'user', 'admin')");
        }
        state("second").create();
        assertThatThrownBy(() -> JournalBackup.restore(copy, state("second").journal()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("The backup " + copy + " is damaged")
                .hasMessageContaining("'tokens'");
        assertThat(state("second").path()).isEmptyDirectory();
    }

    @Test
    void tokensOfARestoreThatWasKilledAreInNobodysWayEither() throws Exception {
        state("second").create();
        Path tokens = Files.writeString(state("second").tokens(), "half");
        assertThat(JournalBackup.isUnfinished(tokens)).isFalse();
        Files.writeString(state("second").path().resolve("restored.db"), "half");
        assertThat(JournalBackup.isUnfinished(tokens)).isTrue();
    }

    @Test
    void whatARestoreThatWasKilledHasLeftIsInNobodysWay() throws Exception {
        Path copy = directory.resolve("copy.db");
        start("first", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                .close();
        JournalBackup.write(state("first").journal(), copy);
        state("second").create();
        for (String part : new String[] {"", "-wal", "-shm"}) {
            Path left = Files.writeString(state("second").path().resolve("restored.db" + part), "half");
            assertThat(JournalBackup.isUnfinished(left)).isTrue();
        }
        JournalBackup.restore(copy, state("second").journal());
        assertThat(state("second").path()).isDirectoryNotContaining(JournalBackup::isUnfinished);
        start("second", new Founded()).close();
    }

    @Test
    void aFullDiskIsNamedByWhatWasToBeWritten() {
        Path full = Path.of("/var/lib/banyan");
        assertThat(DiskFull.named(new IOException("No space left on device"), full))
                .hasMessage("/var/lib/banyan cannot be written: the disk is full.");
        var other = new IOException("something else");
        assertThat(DiskFull.named(other, full)).isSameAs(other);
    }

    private static void change(Path database, String sql) throws Exception {
        try (var connection = java.sql.DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
