package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests what is seen of a journal on a server, and that nothing is made there by looking. */
class ServerLookTest {
    private final PostgresUrl url = PostgresServer.url();

    private String asked(String query) throws SQLException {
        try (Connection connection = PostgresServer.connect(url);
                ResultSet row = connection.createStatement().executeQuery(query)) {
            return row.next() ? row.getString(1) : "nothing";
        }
    }

    @Test
    void makesNothingWhereThereIsNoJournal() throws Exception {
        ServerLook look = ServerLook.at(url, Optional.empty());
        assertThat(look.schema()).isZero();
        assertThat(look.last()).isEmpty();
        assertThat(look.server()).isEqualTo(asked("SHOW server_version"));
        assertThat(look.isSynced()).isEqualTo(asked("SHOW fsync").equals("on"));
        assertThat(Duration.between(look.now(), Instant.now()).abs()).isLessThan(Duration.ofMinutes(1));
        assertThat(asked("SELECT count(*) FROM pg_namespace WHERE nspname = '" + url.schema() + "'"))
                .isEqualTo("0");
    }

    @Test
    void seesTheSchemaAndRefusesALaterOne() throws Exception {
        SharedJournal.open(url, Optional.empty(), Duration.ofSeconds(6)).close();
        assertThat(ServerLook.at(url, Optional.empty()).schema()).isEqualTo(Schema.CURRENT.version());
        try (Connection connection = PostgresServer.connect(url)) {
            connection.createStatement().execute("UPDATE banyan SET version = 999");
        }
        assertThatThrownBy(() -> ServerLook.at(url, Optional.empty()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was written by a later version of Banyan: its schema is 999");
    }
}
