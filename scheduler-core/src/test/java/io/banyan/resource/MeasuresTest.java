package io.banyan.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuresTest {
    @ParameterizedTest
    @CsvSource({"0ms, 0", "250ms, 250", "90s, 90000", "10m, 600000", "36h, 129600000", "2d, 172800000"})
    void timesAreWordsWithAUnit(String word, long millis) {
        assertThat(Measures.duration(word)).contains(Duration.ofMillis(millis));
        assertThat(Measures.duration(Measures.word(Duration.ofMillis(millis)))).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({"0B, 0", "10KiB, 10240", "3GiB, 3221225472", "1TiB, 1099511627776"})
    void sizesAreWordsWithAUnit(String word, long bytes) {
        assertThat(Measures.bytes(word)).hasValue(bytes);
        assertThat(Measures.word(bytes)).isEqualTo(word);
    }

    @ParameterizedTest
    @CsvSource({"''", "10", "m", "-1m", "1.5h", "999999999999999d", "1000000000000000s", "10 m"})
    void otherWordsAreNoTimes(String word) {
        assertThat(Measures.duration(word)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "10", "KiB", "-1B", "1.5GiB", "99999999999TiB", "10GB"})
    void otherWordsAreNoSizes(String word) {
        assertThat(Measures.bytes(word)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "293, 293ms",
        "1000, 1s",
        "55957, 56.0s",
        "60000, 1m",
        "90400, 1m31s",
        "3600000, 1h",
        "3601000, 1h",
        "5400000, 1h30m",
        "90000000, 1d1h"
    })
    void peopleReadAtMostTwoUnits(long millis, String text) {
        assertThat(Measures.brief(Duration.ofMillis(millis))).isEqualTo(text);
    }
}
