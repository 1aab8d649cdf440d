package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The children of an instance, noted beside its journal on a server for the daemon that replaces the leader. Each query
 * or change makes a connection of its own, because children start and end seldom. Any thread may call.
 */
public final class SharedChildren {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final String FORGET = "DELETE FROM child WHERE job = ?";
    private static final String NOTE = "INSERT INTO child (job, credential, machine, directory) VALUES (?, ?, ?, ?)";
    private static final String ALL = "SELECT job, credential, machine, directory FROM child ORDER BY job";

    private final PostgresUrl url;
    private final Optional<Path> passwordFile;
    private final Lead lead;

    SharedChildren(PostgresUrl url, Optional<Path> passwordFile, Lead lead) {
        this.url = url;
        this.passwordFile = passwordFile;
        this.lead = lead;
    }

    /**
     * A child.
     *
     * @param job of the instance, that the child runs as
     * @param credential the fingerprint of the child's credential
     * @param machine on which it was started
     * @param directory its state directory there
     */
    public record Child(long job, String credential, String machine, String directory) {}

    /**
     * Notes a child, in place of an earlier one of the same job.
     *
     * @throws IOException with one sentence, if it may not have been noted
     */
    public void note(Child child) throws IOException {
        change(database -> {
            forget(database, child.job());
            PreparedStatement note = database.prepared(NOTE);
            note.setLong(1, child.job());
            note.setString(2, child.credential());
            note.setString(3, child.machine());
            note.setString(4, child.directory());
            note.executeUpdate();
        });
    }

    /**
     * Forgets the child of a job.
     *
     * @throws IOException with one sentence, if it may not have been forgotten
     */
    public void forget(long job) throws IOException {
        change(database -> forget(database, job));
    }

    private static void forget(PostgresSchema database, long job) throws SQLException {
        PreparedStatement forget = database.prepared(FORGET);
        forget.setLong(1, job);
        forget.executeUpdate();
    }

    /** All that are noted. */
    public List<Child> all() throws IOException {
        try (PostgresSchema database = connect()) {
            return database.read(() -> {
                List<Child> all = new ArrayList<>();
                try (ResultSet row = database.prepared(ALL).executeQuery()) {
                    while (row.next()) {
                        all.add(new Child(row.getLong(1), row.getString(2), row.getString(3), row.getString(4)));
                    }
                }
                return all;
            });
        }
    }

    private interface Change {
        void make(PostgresSchema database) throws SQLException;
    }

    /** Makes a change that may be made twice: after a lost connection its result is unknown, and it is made again. */
    private void change(Change change) throws IOException {
        long untilNanos = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (PostgresSchema database = connect()) {
                database.fence(lead.epoch());
                database.keep(() -> change.make(database));
                return;
            } catch (UnreachableException lost) {
                if (!lead.isHeld() || System.nanoTime() - untilNanos >= 0 || !PostgresSchema.pause()) {
                    throw lost;
                }
            }
        }
    }

    private PostgresSchema connect() throws IOException {
        return PostgresSchema.connect(url, passwordFile, Schema.CURRENT, PATIENCE);
    }
}
