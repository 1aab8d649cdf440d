package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.value.JobRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A journal on a PostgreSQL server, that all daemons of an instance read, and one of them at a time writes.
 *
 * @param journal that is read, and written while this daemon leads
 * @param lead which daemon leads
 * @param children of the instance, for the next that leads
 */
public record SharedJournal(SqlJournal journal, Lead lead, SharedChildren children) implements Journal {

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
        database.patience(lease);
        var lead = new Lead(url, passwordFile, schema, database, lease);
        return new SharedJournal(new SqlJournal(database), lead, new SharedChildren(url, passwordFile, lead));
    }

    @Override
    public void append(List<Transaction> transactions, List<JobRecord> ended) throws IOException {
        journal.append(transactions, ended);
    }

    @Override
    public boolean isOurs() {
        return lead.isHeld();
    }

    @Override
    public boolean waits() {
        return journal.waits();
    }

    @Override
    public void replay(Consumer<Transaction> each) throws IOException {
        journal.replay(each);
    }

    /** Hands over the lead where this daemon has it. */
    @Override
    public void close() throws IOException {
        try (journal) {
            lead.close();
        }
    }
}
