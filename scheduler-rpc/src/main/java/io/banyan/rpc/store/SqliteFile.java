package io.banyan.rpc.store;

import io.banyan.graph.io.FileTrouble;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.sqlite.SQLiteErrorCode;

/** The database of a state directory: its file, its schema, and its failures as sentences. */
final class SqliteFile implements Database {
    private static final String ADVICE =
            "\nNothing was changed. Continue from a backup, or start on another state directory.";

    /** "BANY", by which the file is known as ours. */
    private static final int APPLICATION = 0x42414E59;

    private static final Schema.Words WORDS = new Schema.Words("INTEGER", "BLOB", "STRICT");

    private final Path path;
    /** The file by which messages call it. */
    private final Path shown;

    private final Connection connection;
    /** Compiled once: with that an append of one record takes half the time. */
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private SqliteFile(Path path, Path shown, Connection connection) {
        this.path = path;
        this.shown = shown;
        this.connection = connection;
    }

    static SqliteFile open(Path path, Schema schema) throws IOException {
        return open(path, path, schema);
    }

    /** Opens a copy. Messages name the file that it is a copy of, or is to become. */
    static SqliteFile open(Path path, Path shown, Schema schema) throws IOException {
        SqliteLibrary.load();
        create(path);
        Connection connection;
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + path);
        } catch (SQLException e) {
            throw failure(shown, e);
        }
        var file = new SqliteFile(path, shown, connection);
        try {
            file.prepare(schema);
            return file;
        } catch (SQLException e) {
            file.close();
            throw file.failure(e);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** A database that is only read, over a connection that its owner closes. */
    static SqliteFile reading(Path shown, Connection connection) {
        return new SqliteFile(shown, shown, connection);
    }

    /**
     * SQLite creates files that all users can read, so that this method creates the file. The log beside it gets its
     * permissions.
     */
    private static void create(Path path) throws IOException {
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isRegularFile(path)) {
                throw new IOException("The journal " + path + " is not a file.", e);
            }
            if (!Files.isReadable(path) || !Files.isWritable(path)) {
                throw FileTrouble.of("read and write the journal", path, new AccessDeniedException(path.toString()));
            }
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("create the journal", path, e);
        } catch (NoSuchFileException e) {
            throw new IOException("The journal " + path + " cannot be created: no such directory.", e);
        }
    }

    private void prepare(Schema schema) throws SQLException, IOException {
        int version = version(shown, connection, schema);
        execute("PRAGMA journal_mode = WAL");
        // Each commit is on the disk before it returns.
        execute("PRAGMA synchronous = FULL");
        execute("BEGIN IMMEDIATE");
        for (int i = version; i < schema.version(); i++) {
            execute(schema.migrations().get(i));
            execute("PRAGMA user_version = " + (i + 1));
        }
        execute("PRAGMA application_id = " + APPLICATION);
        execute("COMMIT");
    }

    /**
     * The schema of a journal in a file; 0 where nothing is in it yet. Reads only.
     *
     * @throws IOException with one sentence, if it is no journal, or of a later version
     */
    static int version(Path path, Connection connection, Schema schema) throws SQLException, IOException {
        int application = number(connection, "PRAGMA application_id");
        int version = number(connection, "PRAGMA user_version");
        if (application != APPLICATION
                && (application != 0 || version != 0 || number(connection, "SELECT count(*) FROM sqlite_schema") > 0)) {
            throw new IOException("The file " + path + " is a database, but not a Banyan journal.");
        }
        if (version < 0) {
            throw new IOException(
                    "The journal " + path + " is damaged: its schema version is " + version + "." + ADVICE);
        }
        if (version > schema.version()) {
            throw new IOException(schema.tooNew(path.toString(), version));
        }
        return version;
    }

    private static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    @Override
    public void execute(String statements) throws SQLException {
        for (String sql : WORDS.statements(statements)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
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
        insert.executeUpdate();
    }

    @Override
    public void flush(PreparedStatement insert) {
        // Each row was inserted when it was added.
    }

    @Override
    public String name() {
        return shown.toString();
    }

    @Override
    public String advice() {
        return ADVICE;
    }

    @Override
    public <T> T read(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public <T> T readAtOnce(Reading<T> reading) throws IOException {
        return transact("BEGIN", reading);
    }

    @Override
    public void keep(Changes changes) throws IOException {
        transact("BEGIN IMMEDIATE", () -> {
            changes.make();
            return true;
        });
    }

    private <T> T transact(String begin, Reading<T> work) throws IOException {
        try {
            prepared(begin).execute();
            T result = work.read();
            prepared("COMMIT").execute();
            return result;
        } catch (SQLException e) {
            IOException failure = failure(e);
            // The driver closes a statement that failed.
            prepared.clear();
            rollBack(failure);
            throw failure;
        } catch (IOException | RuntimeException e) {
            rollBack(e);
            throw e;
        }
    }

    @Override
    public void hurry() {
        // Readers see the former table until they finish.
    }

    private void rollBack(Exception failure) {
        try {
            // After some failures SQLite has done it already, and says so.
            execute("ROLLBACK");
        } catch (SQLException rolledBack) {
            failure.addSuppressed(rolledBack);
        }
    }

    private IOException failure(SQLException failure) {
        return failure(shown, failure);
    }

    /** Returns the sentence for SQLite's message about a file. */
    static IOException failure(Path path, SQLException failure) {
        // The lowest byte is the kind of failure, above it are details.
        int kind = failure.getErrorCode() & 0xff;
        String why = switch (SQLiteErrorCode.getErrorCode(kind)) {
            case SQLITE_FULL -> "cannot be written: the disk is full";
            case SQLITE_READONLY -> "cannot be written: it is read-only";
            case SQLITE_BUSY, SQLITE_LOCKED -> "is in use by another program";
            case SQLITE_CORRUPT -> "is damaged: the internal structure of the database is inconsistent";
            case SQLITE_NOTADB -> "is not a database";
            case SQLITE_CANTOPEN -> "cannot be opened";
            case SQLITE_IOERR -> "cannot be read or written: the disk reports an error";
            default -> "does not work: " + failure.getMessage();
        };
        boolean isDamaged = kind == SQLiteErrorCode.SQLITE_CORRUPT.code || kind == SQLiteErrorCode.SQLITE_NOTADB.code;
        String sentence = "The journal " + path + " " + why + "." + (isDamaged ? ADVICE : "");
        boolean isPassing = kind == SQLiteErrorCode.SQLITE_BUSY.code || kind == SQLiteErrorCode.SQLITE_LOCKED.code;
        return isPassing ? new UnreachableException(sentence, failure) : new IOException(sentence, failure);
    }

    @Override
    public boolean regain() {
        return false;
    }

    @Override
    public Database another() throws IOException {
        try {
            return new SqliteFile(path, shown, DriverManager.getConnection("jdbc:sqlite:" + path));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }
}
