package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The remains of a journal in a state directory, found without opening the database. SQLite deletes a write-ahead log
 * beside an empty database, with all of its content.
 */
public enum JournalRemains {
    /** There is nothing. */
    NOTHING,
    /**
     * There is a database in which nothing was ever written, and no log beside it: the creation of a journal was
     * interrupted, or the journal was emptied.
     */
    BLANK,
    /** There is a write-ahead log whose database is gone or empty. */
    LOG_ALONE,
    /** There may be a journal. */
    JOURNAL;

    /** Where the header of a database says whose it is. */
    private static final int APPLICATION_AT = 68;
    /** Where it counts how often the tables were changed. */
    private static final int TABLES_AT = 40;

    /** Looks. O(1).
     *
     * @throws IOException if it cannot be read
     */
    public static JournalRemains at(Path journal) throws IOException {
        Path log = journal.resolveSibling(journal.getFileName() + "-wal");
        boolean hasLog = Files.isRegularFile(log) && Files.size(log) > 0;
        if (Files.notExists(journal)) {
            return hasLog ? LOG_ALONE : NOTHING;
        }
        if (!Files.isRegularFile(journal) || !Files.isReadable(journal)) {
            return JOURNAL;
        }
        if (Files.size(journal) == 0) {
            return hasLog ? LOG_ALONE : BLANK;
        }
        return hasLog || !hasNothing(journal) ? JOURNAL : BLANK;
    }

    private static boolean hasNothing(Path journal) throws IOException {
        var header = ByteBuffer.allocate(APPLICATION_AT + Integer.BYTES);
        try (SeekableByteChannel channel = Files.newByteChannel(journal)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // A read may bring less than was asked for.
            }
        }
        return !header.hasRemaining() && header.getInt(APPLICATION_AT) == 0 && header.getInt(TABLES_AT) == 0;
    }
}
