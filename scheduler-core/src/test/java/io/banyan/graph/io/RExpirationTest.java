package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.GraphException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RExpirationTest {
    @TempDir
    private Path folder;

    private Path file(String execution) throws IOException {
        return Files.writeString(
                folder.resolve("R.json"),
                "{\"version\": 1, \"attributes\": {\"expiration\": 7}, \"execution\": {\"R_lite\": [{\"rank\": \"0\","
                        + " \"children\": {\"core\": \"0\"}}], \"nodelist\": [\"n0\"]" + execution + "}}");
    }

    @ParameterizedTest
    @CsvSource({"1795000000, 1795000000", "1795000000.9, 1795000000", "1.795e9, 1795000000"})
    void isInWholeSeconds(String text, long sec) throws Exception {
        assertThat(RExpiration.read(file(", \"expiration\": " + text))).hasValue(sec);
    }

    @Test
    void isNoneWhereItIsZeroOrNotSaid() throws Exception {
        assertThat(RExpiration.read(file(", \"expiration\": 0.0"))).isEqualTo(OptionalLong.empty());
        assertThat(RExpiration.read(file(""))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e300", "\"soon\"", "null", "{}"})
    void isRefusedWhereItIsNoTime(String text) throws Exception {
        Path file = file(", \"expiration\": " + text);
        assertThatThrownBy(() -> RExpiration.read(file))
                .isInstanceOf(GraphException.class)
                .hasMessageContaining("R.json:1: found")
                .hasMessageContaining("execution.expiration, a time in seconds");
    }
}
