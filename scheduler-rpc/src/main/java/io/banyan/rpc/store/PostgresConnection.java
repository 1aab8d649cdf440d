package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Connects to a PostgreSQL server. */
final class PostgresConnection {
    private static final Set<PosixFilePermission> ALLOWED = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
    private static final String CONNECT_SECONDS = "5";

    private PostgresConnection() {}

    /**
     * A connection on which nothing is done yet. Names are looked up in the journal's schema.
     *
     * @param passwordFile whose first line is the password; empty where {@code ~/.pgpass} has it, or none is needed
     * @param patience with the server, as in {@link #patience}
     */
    static Connection open(PostgresUrl url, Optional<Path> passwordFile, Duration patience) throws IOException {
        var properties = new Properties();
        url.user().ifPresent(user -> properties.setProperty("user", user));
        if (passwordFile.isPresent()) {
            properties.setProperty("password", password(passwordFile.get()));
        }
        properties.setProperty("ApplicationName", "banyan " + url.schema());
        properties.setProperty("connectTimeout", CONNECT_SECONDS);
        properties.setProperty("socketTimeout", Long.toString(Math.max(1, patience.toSeconds())));
        properties.setProperty("tcpKeepAlive", "true");
        if (url.hosts().size() > 1) {
            properties.setProperty("targetServerType", "primary");
        }
        url.security().forEach(properties::setProperty);
        try {
            Connection connection = DriverManager.getConnection(url.jdbc(), properties);
            try (Statement statement = connection.createStatement()) {
                // A commit is on the server's disk before it returns, whatever the server's default.
                statement.execute("SET synchronous_commit = on");
                statement.execute("SET search_path TO " + url.quotedSchema());
                connection.setAutoCommit(false);
                patience(connection, patience);
            }
            return connection;
        } catch (SQLException e) {
            throw new PostgresFailures(url).of(e);
        }
    }

    static void patience(Connection connection, Duration patience) throws SQLException {
        long millis = patience.toMillis();
        connection.setNetworkTimeout(Runnable::run, (int) millis);
        try (Statement statement = connection.createStatement()) {
            // A process that is frozen in the middle of a transaction must not keep its locks.
            statement.execute("SET idle_in_transaction_session_timeout = " + millis / 2);
            // The same holds for a transaction that waits for another one: the server would not notice that its client
            // is gone.
            statement.execute("SET lock_timeout = " + millis / 2);
            statement.execute("SET statement_timeout = " + millis);
            connection.commit();
        }
    }

    private static String password(Path file) throws IOException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!ALLOWED.containsAll(permissions)) {
                throw new IOException("The password file " + file + " is accessible to users other than its owner ("
                        + PosixFilePermissions.toString(permissions) + ").\nMaybe: chmod 600 " + file);
            }
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (NoSuchFileException e) {
            throw new IOException("There is no password file " + file + ".", e);
        }
    }
}
