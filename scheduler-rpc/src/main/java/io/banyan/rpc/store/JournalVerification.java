package io.banyan.rpc.store;

import io.banyan.rpc.store.RecordRows.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Checks every record of a journal and every row of its history against its check value, and changes nothing. O(its
 * bytes).
 */
public final class JournalVerification {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private JournalVerification() {}

    /**
     * Checks the journal in a file.
     *
     * @param isInUse whether a daemon runs that writes it
     * @throws IOException with one sentence that names the first record or row that is missing or damaged; or if the
     *     journal cannot be read
     */
    public static void verify(Path file, boolean isInUse) throws IOException {
        UntouchedJournal.read(file, isInUse, (connection, schema, isUnfinished) -> {
            verify(SqliteFile.reading(file, connection), schema);
            return true;
        });
    }

    /**
     * Checks the journal on a server.
     *
     * @param passwordFile whose first line is the password; empty where the driver finds it by itself, or none is
     *     needed
     * @param schema the version of the journal; 0 where there is none yet
     * @throws IOException as for a file
     */
    public static void verify(PostgresUrl url, Optional<Path> passwordFile, long schema) throws IOException {
        try (Database database = PostgresSchema.connect(url, passwordFile, Schema.CURRENT, PATIENCE)) {
            verify(database, schema);
        }
    }

    private static void verify(Database database, long schema) throws IOException {
        if (schema == 0) {
            return;
        }
        database.readAtOnce(() -> {
            verifyRecords(database);
            // Rows of the history have a check value in the current schema only.
            if (schema == Schema.CURRENT.version()) {
                new HistoryRows(database).verify();
            }
            return true;
        });
    }

    private static void verifyRecords(Database database) throws SQLException, IOException {
        var walk = new Walk(database, new RecordRows(database, "record"), Row.NONE);
        while (!walk.next(RecordRows.PIECE).isEmpty()) {
            // The walk itself refuses records with wrong check values.
        }
    }
}
