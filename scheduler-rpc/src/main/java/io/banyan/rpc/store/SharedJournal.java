package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A journal on a PostgreSQL server, that all daemons of an instance read, and one of them at a time writes.
 *
 * @param journal that is read, and written while this daemon leads
 * @param lead which daemon leads
 */
public record SharedJournal(SqlJournal journal, Lead lead) implements AutoCloseable {

    /**
     * Opens it, or makes an empty one.
     *
     * @param passwordFile whose first line is the password; empty where {@code ~/.pgpass} has it, or none is needed
     * @param lease how long a leader that is silent leads on
     * @throws IOException with one sentence, if it cannot be opened, is no journal, or is of a later version
     */
    public static SharedJournal open(PostgresUrl url, Optional<Path> passwordFile, Duration lease) throws IOException {
        return open(url, passwordFile, lease, Schema.CURRENT);
    }

    static SharedJournal open(PostgresUrl url, Optional<Path> passwordFile, Duration lease, Schema schema)
            throws IOException {
        PostgresSchema database = PostgresSchema.open(url, passwordFile, schema);
        return new SharedJournal(new SqlJournal(database), new Lead(url, passwordFile, schema, database, lease));
    }

    /** Hands over the lead where this daemon has it. */
    @Override
    public void close() throws IOException {
        try (journal) {
            lead.close();
        }
    }
}
