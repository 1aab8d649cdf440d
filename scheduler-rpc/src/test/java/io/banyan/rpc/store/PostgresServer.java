package io.banyan.rpc.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server for the tests of one virtual machine, started when the first of them asks for it. Each test takes
 * a schema of its own. Where there is no server for this kind of machine, the tests that ask are left out and say so.
 */
public final class PostgresServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String MISSING = "Missing embedded postgres binaries";

    private PostgresServer() {}

    private static final class Holder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().start();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (IllegalStateException e) {
                Assumptions.assumeFalse(
                        String.valueOf(e.getMessage()).contains(MISSING),
                        "no PostgreSQL server for this machine: " + e);
                throw e;
            }
        }
    }

    /** The port on loopback. */
    public static int port() {
        return Holder.SERVER.getPort();
    }

    /** A schema that no test has used. */
    public static PostgresUrl url() {
        return PostgresUrl.parse(
                "postgresql://postgres@127.0.0.1:" + port() + "/postgres?schema=test" + SCHEMAS.incrementAndGet());
    }

    /** A connection of its own to a schema, which commits each statement. */
    public static Connection connect(PostgresUrl url) throws SQLException {
        return DriverManager.getConnection(url.jdbc() + "?user=postgres&currentSchema=" + url.schema());
    }
}
