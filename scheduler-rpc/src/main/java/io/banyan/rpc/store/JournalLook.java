package io.banyan.rpc.store;

import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.journal.JournalBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of a journal file, read without writing to it or to a file beside it. Only the last record is checked.
 *
 * @param schema its version; 0 where nothing is in it yet
 * @param newest the version that this Banyan makes of it when a daemon starts
 * @param last when the last of its decisions was made; empty where there is none
 * @param isUnfinished whether the last daemon ended in the middle, so that the next one takes up the end of it from its
 *     log
 */
public record JournalLook(int schema, int newest, Optional<Instant> last, boolean isUnfinished) {
    private static final String LAST = "SELECT bytes FROM record ORDER BY number DESC LIMIT 1";

    /**
     * Looks at a journal. O(1) records; where its daemon was killed, O(its length).
     *
     * @param isInUse whether a daemon runs that writes it
     * @throws IOException with one sentence, if it cannot be read, is no journal, is damaged, or of a later version
     */
    public static JournalLook at(Path file, boolean isInUse) throws IOException {
        return UntouchedJournal.read(file, isInUse, (connection, schema, isUnfinished) -> {
            Optional<Instant> last = schema == 0 ? Optional.empty() : last(connection, file.toString());
            return new JournalLook(schema, Schema.CURRENT.version(), last, isUnfinished);
        });
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
