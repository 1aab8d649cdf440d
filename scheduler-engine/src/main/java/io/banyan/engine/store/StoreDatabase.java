package io.banyan.engine.store;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.store.SqliteLibrary;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The database of a store: its file, its connection, and its failures as sentences. For one thread at a time. */
final class StoreDatabase implements AutoCloseable {
    private static final String FILE = "workflows.db";

    private final Path directory;
    private final Connection connection;

    private StoreDatabase(Path directory, Connection connection) {
        this.directory = directory;
        this.connection = connection;
    }

    /** A question to the database. */
    @FunctionalInterface
    interface Reading<T> {
        T read(PreparedStatement statement) throws SQLException;
    }

    /** Changes that are made together. */
    @FunctionalInterface
    interface Change<T> {
        T make() throws SQLException;
    }

    /** The value of a row. */
    @FunctionalInterface
    interface Row<T> {
        T read(ResultSet row) throws SQLException;
    }

    /**
     * Opens the database of a directory, and makes both if they are not there.
     *
     * @throws IOException with one sentence, if that is not possible
     */
    static StoreDatabase open(Path directory) throws IOException {
        SqliteLibrary.load();
        Path file = directory.resolve(FILE);
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new IOException("the directory of workflows " + directory + " is not a directory");
        }
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            create(file);
        } catch (IOException e) {
            throw new IOException(FileTrouble.sentence("make the store of workflows", file, e), e);
        }
        try {
            Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
            try {
                WorkflowSchema.prepare(connection);
            } catch (SQLException | IOException e) {
                connection.close();
                throw e;
            }
            return new StoreDatabase(directory, connection);
        } catch (SQLException e) {
            throw new IOException("cannot use the store of workflows " + file + ": " + e.getMessage(), e);
        }
    }

    static boolean exists(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /** SQLite would make a file that others can read. */
    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            // Its permissions are its owner's choice.
        }
    }

    Connection connection() {
        return connection;
    }

    <T> T read(String sql, Reading<T> reading) throws IOException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return reading.read(statement);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Returns the rows of a query with these parameters. */
    <T> List<T> rows(String sql, Row<T> reading, Object... parameters) throws IOException {
        return read(sql, statement -> {
            set(statement, parameters);
            List<T> rows = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    rows.add(reading.read(row));
                }
            }
            return rows;
        });
    }

    /** Makes changes: all of them, or none. They are on the disk when it returns. */
    <T> T changed(Change<T> change) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            boolean isDone = false;
            try {
                T result = change.make();
                statement.execute("COMMIT");
                isDone = true;
                return result;
            } finally {
                if (!isDone) {
                    statement.execute("ROLLBACK");
                }
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Executes a statement with these parameters, within a change. */
    void update(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, parameters);
            statement.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
    }

    private IOException failure(SQLException e) {
        return new IOException("the store of workflows in " + directory + " failed: " + e.getMessage(), e);
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
