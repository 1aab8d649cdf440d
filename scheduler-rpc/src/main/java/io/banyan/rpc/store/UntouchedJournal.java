package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** Reads the journal in a file without writing to it, or to anything beside it, whether or not a daemon uses it. */
final class UntouchedJournal {
    /** Something to be read. */
    @FunctionalInterface
    interface Reading<T> {
        /**
         * Reads.
         *
         * @param connection closed by the caller
         * @param schema the journal's version; 0 where nothing is in it yet
         * @param isUnfinished whether the last daemon was killed, so that the next one takes up the end of the journal
         *     from its log
         */
        T read(Connection connection, int schema, boolean isUnfinished) throws SQLException, IOException;
    }

    private UntouchedJournal() {}

    /**
     * Reads a journal. Where its daemon was killed, O(its length): SQLite cannot read such a database without mending
     * it, and so a copy among the temporary files is read.
     *
     * @param isInUse whether a daemon runs that writes it
     * @throws IOException with one sentence, if it cannot be read, is no journal, is damaged, or of a later version
     */
    static <T> T read(Path file, boolean isInUse, Reading<T> reading) throws IOException {
        SqliteLibrary.load();
        if (isInUse) {
            return read(file, file, "?mode=ro", false, reading);
        }
        // Without a log no change is in progress, and no other process writes: SQLite needs no lock and no file of its
        // own then.
        return hasLog(file) ? readCopy(file, reading) : read(file, file, "?immutable=1", false, reading);
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

    private static <T> T readCopy(Path file, Reading<T> reading) throws IOException {
        Path place = Files.createTempDirectory("banyan-look-");
        Path copy = place.resolve("journal.db");
        try {
            Files.copy(file, copy);
            Files.copy(beside(file, "-wal"), beside(copy, "-wal"));
            return read(file, copy, "", true, reading);
        } finally {
            for (String suffix : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(beside(copy, suffix));
            }
            Files.delete(place);
        }
    }

    private static <T> T read(Path file, Path opened, String how, boolean isUnfinished, Reading<T> reading)
            throws IOException {
        var config = new SQLiteConfig();
        if (!how.isEmpty()) {
            config.setReadOnly(true);
        }
        config.setOpenMode(SQLiteOpenMode.OPEN_URI);
        try (Connection connection =
                config.createConnection("jdbc:sqlite:" + opened.toUri().toString() + how)) {
            return reading.read(connection, SqliteFile.version(file, connection, Schema.CURRENT), isUnfinished);
        } catch (SQLException e) {
            throw SqliteFile.failure(file, e);
        }
    }
}
