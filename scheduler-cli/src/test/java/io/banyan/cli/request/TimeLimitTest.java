package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.CommandFailure;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeLimitTest {
    @ParameterizedTest
    @CsvSource({
        "10, 600",
        "0, 0",
        "10:30, 630",
        "1:00:00, 3600",
        "90:00, 5400",
        "1-12, 129600",
        "1-12:30, 131400",
        "2-0:0:5, 172805",
        "90s, 90",
        "90m, 5400",
        "1h30m, 5400",
        "2d, 172800",
        "1d12h5m3s, 129903",
        "2000ms, 2",
        "UNLIMITED, 0",
        "infinite, 0"
    })
    void timesOfSlurmAndWithUnitsAreSeconds(String word, long seconds) {
        assertThat(TimeLimit.seconds("--time", word)).isEqualTo(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "1.5h", "30m1h", "1-", "1:2:3:4", "-5", "40000d", "999999999-0", "1 h", "٣"})
    void whatIsNoTimeIsRefused(String word) {
        assertThatThrownBy(() -> TimeLimit.seconds("--time", word))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("--time: expected a time")
                .hasMessageContaining("found '" + word + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"500ms", "1s500ms"})
    void fractionsOfSecondsAreRefused(String word) {
        assertThatThrownBy(() -> TimeLimit.seconds("--time", word)).hasMessageContaining("whole number of seconds");
    }
}
