package io.banyan.rpc.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of a journal on a PostgreSQL server, read without a change.
 *
 * @param server its reported version
 * @param isSynced whether acknowledged writes are on its disk
 * @param now the time of its clock
 * @param schema the journal's version; 0 where there is none yet
 * @param newest the version that this Banyan makes of it when a daemon leads
 * @param last when the last of the journal's decisions was made; empty where there is none
 */
public record ServerLook(
        String server, boolean isSynced, Instant now, long schema, int newest, Optional<Instant> last) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Looks at a journal. O(1) statements.
     *
     * @param passwordFile whose first line is the password; empty where the driver finds it by itself, or none is
     *     needed
     * @throws IOException with one sentence, if the server cannot be reached, if it refuses the user, or if the journal
     *     is of a later version
     */
    public static ServerLook at(PostgresUrl url, Optional<Path> passwordFile) throws IOException {
        try (Connection connection = PostgresConnection.open(url, passwordFile, PATIENCE)) {
            connection.setReadOnly(true);
            boolean isThere =
                    text(connection, "SELECT to_regclass('banyan')::text").isPresent();
            long version = isThere ? number(connection, "SELECT version FROM banyan") : 0;
            if (version > Schema.CURRENT.version()) {
                throw new IOException(Schema.CURRENT.tooNew(url.toString(), version));
            }
            return new ServerLook(
                    text(connection, "SHOW server_version").orElse("unknown"),
                    text(connection, "SHOW fsync").equals(Optional.of("on")),
                    Instant.ofEpochMilli(
                            number(connection, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")),
                    version,
                    Schema.CURRENT.version(),
                    version == 0 ? Optional.empty() : JournalLook.last(connection, url.toString()));
        } catch (SQLException e) {
            throw new PostgresFailures(url).of(e);
        }
    }

    private static long number(Connection connection, String query) throws SQLException {
        return text(connection, query).map(Long::parseLong).orElse(0L);
    }

    private static Optional<String> text(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
        }
    }
}
