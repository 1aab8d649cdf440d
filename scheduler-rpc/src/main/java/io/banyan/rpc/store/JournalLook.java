package io.banyan.rpc.store;

import io.banyan.rpc.wire.JournalBytes;
import io.banyan.rpc.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * What is seen of the journal in a file without writing to it, or to anything beside it. Its records are not checked, but for the last one.
 *
 * @param schema its version; 0 where nothing is in it yet
 * @param newest the version that this Banyan makes of it when a daemon starts
 * @param last when the last of its decisions was made; empty where there is none
 * @param isUnfinished whether the last daemon ended in the middle, so that the next one takes up the end of it from its log
 */
public record JournalLook(int schema, int newest, Optional<Instant> last, boolean isUnfinished) {
    private static final String LAST = "SELECT bytes FROM record ORDER BY number DESC LIMIT 1";

    /**
     * Looks at a journal. O(1) records; where its daemon was killed, O(its length), for a copy among the temporary files is read then: SQLite
     * cannot read such a database without mending it.
     *
     * @param isInUse whether a daemon runs that writes it
     * @throws IOException with one sentence, if it cannot be read, is no journal, is damaged, or of a later version
     */
    public static JournalLook at(Path file, boolean isInUse) throws IOException {
        SqliteLibrary.load();
        if (isInUse) {
            return read(file, file, "?mode=ro", false);
        }
        // Without a log nothing is in the making, and nobody else writes: SQLite needs no lock and no file of its own
        // then.
        return hasLog(file) ? ofCopy(file) : read(file, file, "?immutable=1", false);
    }

    private static boolean hasLog(Path file) throws IOException {
        try {
            return Files.size(beside(file, "-wal")) > 0;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    private static Path beside(Path file, String suffix) {
        return file.resolveSibling(file.getFileName() + suffix);
    }

    private static JournalLook ofCopy(Path file) throws IOException {
        Path place = Files.createTempDirectory("banyan-look-");
        Path copy = place.resolve("journal.db");
        try {
            Files.copy(file, copy);
            Files.copy(beside(file, "-wal"), beside(copy, "-wal"));
            return read(file, copy, "", true);
        } finally {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(beside(copy, suffix));
            }
            Files.delete(place);
        }
    }

    private static JournalLook read(Path file, Path opened, String how, boolean isUnfinished) throws IOException {
        var config = new SQLiteConfig();
        if (!how.isEmpty()) {
            config.setReadOnly(true);
        }
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        try (Connection connection =
                config.createConnection("jdbc:sqlite:" + opened.toUri().toString() + how)) {
            int version = SqliteFile.version(file, connection, Schema.CURRENT);
            Optional<Instant> last = version == 0 ? Optional.empty() : last(connection, file.toString());
            return new JournalLook(version, Schema.CURRENT.version(), last, isUnfinished);
        } catch (SQLException e) {
            throw SqliteFile.failure(file, e);
        }
    }

    /** When the last decision of a journal was made. */
    static Optional<Instant> last(Connection connection, String journal) throws SQLException, IOException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(LAST)) {
            return row.next()
                    ? Optional.of(Instant.ofEpochMilli(
                            JournalBytes.read(row.getBytes(1)).atMillis()))
                    : Optional.empty();
        } catch (WireException e) {
            throw new IOException("The last record of the journal " + journal + " cannot be read.", e);
        }
    }
}
