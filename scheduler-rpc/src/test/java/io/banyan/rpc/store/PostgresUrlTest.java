package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresUrlTest {
    @Test
    void hasAllItsParts() {
        var url = PostgresUrl.parse("postgresql://banyan@db1:5433,[::1]:5434/site?schema=cluster1&sslmode=verify-full");
        assertThat(url)
                .isEqualTo(new PostgresUrl(
                        Optional.of("banyan"),
                        List.of("db1:5433", "[::1]:5434"),
                        "site",
                        "cluster1",
                        Map.of("sslmode", "verify-full")));
        assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://db1:5433,[::1]:5434/site");
        assertThat(PostgresUrl.parse(url.toString())).isEqualTo(url);
    }

    @Test
    void takesTheDaemonsNameForASchemaWhereItNamesNone() {
        var bare = PostgresUrl.parse("postgresql://db1/site");
        assertThat(PostgresUrl.parse(bare.toString())).isEqualTo(bare);
        assertThat(bare.orSchema("cluster1").schema()).isEqualTo("cluster1");
        assertThat(bare.orSchema("cluster1").orSchema("other").schema()).isEqualTo("cluster1");
        assertThatThrownBy(() -> bare.orSchema("the top")).hasMessageContaining("end the URL with ?schema=NAME");
    }

    @Test
    void aPasswordInItIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> JournalPlace.parse("postgresql://banyan:hunter2@db1/site"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must not contain a password")
                .hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> JournalPlace.parse("postgresql://db1/site?password=hunter2"))
                .hasMessageContaining("has no option 'password'")
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql:",
                "postgresql://db1",
                "postgresql:///site",
                "postgresql://:5432/site",
                "postgres://db1/site",
                "jdbc:postgresql://db1/site",
                "postgresql://db1/site?schema=a;drop",
                "postgresql://db1/site?schema=pg_catalog",
                "postgresql://db1/site/x"
            })
    void whatIsNoneIsRefused(String text) {
        assertThatThrownBy(() -> JournalPlace.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
