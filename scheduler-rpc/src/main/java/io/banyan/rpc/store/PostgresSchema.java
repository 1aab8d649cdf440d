package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database of an instance in a schema of a PostgreSQL server, over one connection. Many daemons may read it; the
 * {@linkplain #fence leader} writes: each of its changes locks the row of the lead, so that no other daemon can take
 * over between the check and the end of the change.
 */
final class PostgresSchema implements Database {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresSchema.class);
    private static final Schema.Words WORDS = new Schema.Words("BIGINT", "BYTEA", "");
    /**
     * The tables of all versions, which never change: the version of the schema, the leader, and the children for the
     * next leader.
     */
    private static final String STATE = """
            CREATE TABLE banyan (
                one INTEGER PRIMARY KEY CHECK (one = 1),
                version INTEGER NOT NULL,
                epoch BIGINT NOT NULL,
                holder TEXT NOT NULL,
                address TEXT NOT NULL,
                expires TIMESTAMPTZ NOT NULL
            );
            INSERT INTO banyan VALUES (1, 0, 0, '', '', '-infinity');
            CREATE TABLE child (
                job BIGINT PRIMARY KEY,
                credential TEXT NOT NULL,
                machine TEXT NOT NULL,
                directory TEXT NOT NULL
            )""";

    /** A change of the lead locks the row exclusively; a renewal, which changes no key, does not wait. */
    private static final String FENCE = "SELECT 1 FROM banyan WHERE epoch = ? FOR KEY SHARE";

    /** How long a change that {@linkplain #hurry hurries} waits for others: an append waits with it. */
    private static final String HURRY = "SET LOCAL lock_timeout = 100";

    /** For slow steps: creating the schema, or waiting for another daemon that creates it. */
    private static final Duration MOST_PATIENCE = Duration.ofSeconds(60);

    /** Between two attempts to connect again. */
    private static final long REGAIN_PAUSE_MILLIS = 100;

    /** No epoch: the epochs of leaders are greater. */
    private static final long NONE = 0;

    private final PostgresUrl url;
    private final Optional<Path> passwordFile;
    private final PostgresFailures failures;
    private final Schema schema;
    private volatile Connection connection;
    private volatile Duration patience;
    private volatile BooleanSupplier mayRegain = () -> false;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private volatile long epoch = NONE;
    private boolean isClosed;

    private PostgresSchema(
            PostgresUrl url, Optional<Path> passwordFile, Schema schema, Connection connection, Duration patience) {
        this.url = url;
        this.passwordFile = passwordFile;
        this.failures = new PostgresFailures(url);
        this.schema = schema;
        this.connection = connection;
        this.patience = patience;
    }

    /**
     * Connects, and creates the schema if it is missing. An older schema stays unchanged until a daemon leads, because
     * the leader may be of that version.
     *
     * @throws IOException with one sentence, if it cannot be opened, is no journal, or is of a later version
     */
    static PostgresSchema open(PostgresUrl url, Optional<Path> passwordFile, Schema schema) throws IOException {
        PostgresSchema opened = connect(url, passwordFile, schema, MOST_PATIENCE);
        try {
            opened.prepare();
            return opened;
        } catch (SQLException e) {
            opened.close();
            throw opened.failures.of(e);
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    /**
     * Connects to a schema that is there.
     *
     * @param patience as in {@link #patience}
     */
    static PostgresSchema connect(PostgresUrl url, Optional<Path> passwordFile, Schema schema, Duration patience)
            throws IOException {
        Connection connection = PostgresConnection.open(url, passwordFile, patience);
        return new PostgresSchema(url, passwordFile, schema, connection, patience);
    }

    private void prepare() throws SQLException, IOException {
        // Of two concurrent daemons, the second finds the schema of the first.
        number("SELECT 1 FROM pg_advisory_xact_lock(hashtext('banyan " + url.schema() + "'))");
        boolean isThere = number("SELECT count(*) FROM pg_namespace WHERE nspname = '" + url.schema() + "'") > 0;
        if (!isThere) {
            statement("CREATE SCHEMA " + url.quotedSchema());
        }
        boolean isOurs = number("SELECT count(*) FROM pg_tables WHERE schemaname = '" + url.schema()
                        + "' AND tablename = 'banyan'")
                > 0;
        if (!isOurs) {
            if (number("SELECT count(*) FROM pg_tables WHERE schemaname = '" + url.schema() + "'") > 0) {
                throw new IOException(
                        "The schema " + url.schema() + " of " + url + " has tables, but is not a Banyan journal.");
            }
            execute(STATE);
        }
        if (number("SELECT version FROM banyan") == 0) {
            migrate();
        }
        long version = number("SELECT version FROM banyan");
        if (version > schema.version()) {
            throw new IOException(schema.tooNew(name(), version));
        }
        connection.commit();
    }

    /** Logs a warning about a server whose machine may lose acknowledged writes. */
    void warnIfNotSynced() throws SQLException {
        if (number("SELECT count(*) FROM pg_settings WHERE name = 'fsync' AND setting = 'on'") == 0) {
            LOG.warn(
                    "The server of {} runs with fsync = off: acknowledged transactions can be lost if its machine crashes",
                    url);
        }
    }

    /** Brings the tables up to this version; a part of the change that is being made. */
    void migrate() throws SQLException, IOException {
        long version = number("SELECT version FROM banyan");
        if (version > schema.version()) {
            throw new IOException(schema.tooNew(name(), version));
        }
        for (int i = (int) version; i < schema.version(); i++) {
            execute(schema.migrations().get(i));
        }
        if (version < schema.version()) {
            statement("UPDATE banyan SET version = " + schema.version());
        }
    }

    /** From now on every change is refused unless this epoch is the present one. */
    void fence(long newEpoch) {
        epoch = newEpoch;
    }

    /** Lets {@link #regain} retry as long as this condition states that no other daemon can write. */
    void regainWhile(BooleanSupplier isStillOurs) {
        mayRegain = isStillOurs;
    }

    /**
     * How long the server may take for an answer before the connection counts as lost; and this side, half as long, for
     * going on with a transaction.
     */
    void patience(Duration most) throws IOException {
        try {
            PostgresConnection.patience(connection, most);
            patience = most;
        } catch (SQLException e) {
            throw failures.of(e);
        }
    }

    private long number(String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    private void statement(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String name() {
        return url.toString();
    }

    @Override
    public String advice() {
        return "\nNothing was changed. Continue from a backup, or start on another schema.";
    }

    @Override
    public void execute(String statements) throws SQLException {
        for (String sql : WORDS.statements(statements)) {
            statement(sql);
        }
    }

    @Override
    public PreparedStatement prepared(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known == null) {
            known = connection.prepareStatement(sql);
            prepared.put(sql, known);
        }
        return known;
    }

    @Override
    public void add(PreparedStatement insert) throws SQLException {
        insert.addBatch();
    }

    @Override
    public void flush(PreparedStatement insert) throws SQLException {
        insert.executeBatch();
    }

    @Override
    public void keep(Changes changes) throws IOException {
        if (epoch == NONE) {
            throw new IllegalStateException("only the leader writes");
        }
        transact(() -> {
            PreparedStatement fence = prepared(FENCE);
            fence.setLong(1, epoch);
            try (ResultSet row = fence.executeQuery()) {
                if (!row.next()) {
                    throw new IOException("The journal " + url + " now belongs to another daemon.");
                }
            }
            changes.make();
            return true;
        });
    }

    @Override
    public <T> T read(Reading<T> reading) throws IOException {
        return transact(reading);
    }

    @Override
    public <T> T readAtOnce(Reading<T> reading) throws IOException {
        return transact(() -> {
            statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            // Before the moment is chosen: where a shorter table takes the place of this one, all of it is seen.
            statement("LOCK TABLE record IN ACCESS SHARE MODE");
            return reading.read();
        });
    }

    @Override
    public void hurry() throws SQLException {
        statement(HURRY);
    }

    /** Reads and changes, whole or not at all. */
    <T> T transact(Reading<T> work) throws IOException {
        try {
            if (epoch == NONE && connection.isClosed()) {
                // A reader continues when the server is back; the leader must not.
                reconnect();
            }
            T result = work.read();
            connection.commit();
            return result;
        } catch (SQLException e) {
            IOException failure = failures.of(e);
            rollBack(failure);
            throw failure;
        } catch (IOException | RuntimeException e) {
            rollBack(e);
            throw e;
        }
    }

    @Override
    public boolean regain() throws IOException {
        LOG.warn("The connection to the journal {} was lost; the daemon makes no decisions until it is restored", url);
        long untilNanos = System.nanoTime() + patience.toNanos();
        while (mayRegain.getAsBoolean() && !isClosed && System.nanoTime() - untilNanos < 0) {
            try {
                reconnect();
                settle();
                LOG.info("The connection to the journal {} is restored", url);
                return true;
            } catch (UnreachableException e) {
                LOG.debug("The journal is not reachable yet", e);
                if (!pause()) {
                    return false;
                }
            } catch (SQLException e) {
                throw failures.of(e);
            }
        }
        return false;
    }

    /** Waits until a change that the server still makes for a lost connection has ended. */
    private void settle() throws IOException {
        transact(() -> {
            statement("LOCK TABLE record IN EXCLUSIVE MODE");
            return true;
        });
    }

    /** Waits a moment before another attempt to connect; false where this thread is to end. */
    static boolean pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(REGAIN_PAUSE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void reconnect() throws IOException, SQLException {
        // If the server still runs, it ends the work of this connection.
        connection.close();
        Connection fresh = PostgresConnection.open(url, passwordFile, patience);
        prepared.clear();
        if (!use(fresh)) {
            fresh.close();
            throw new IOException("The journal " + url + " has been closed.");
        }
    }

    /** Whether it is not closed; another thread may do that while one waits for the server. */
    private synchronized boolean use(Connection fresh) {
        if (!isClosed) {
            connection = fresh;
        }
        return !isClosed;
    }

    private void rollBack(Exception failure) {
        try {
            // Rows that were added to a statement and not sent go with it.
            for (PreparedStatement statement : prepared.values()) {
                statement.clearBatch();
            }
            connection.rollback();
        } catch (SQLException rolledBack) {
            failure.addSuppressed(rolledBack);
        }
    }

    @Override
    public Database another() throws IOException {
        PostgresSchema another = connect(url, passwordFile, schema, patience);
        another.fence(epoch);
        return another;
    }

    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        try {
            connection.close();
        } catch (SQLException e) {
            throw failures.of(e);
        }
    }
}
