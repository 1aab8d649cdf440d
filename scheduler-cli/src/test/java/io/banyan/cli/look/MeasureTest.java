package io.banyan.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MeasureTest {
    private static String time(long micros) {
        return Measure.time(OptionalLong.of(micros));
    }

    private static String size(long bytes) {
        return Measure.size(OptionalLong.of(bytes));
    }

    @Test
    void timesHaveHundredthsOfASecond() {
        assertThat(time(0)).isEqualTo("0:00.00");
        assertThat(time(1_259_999)).isEqualTo("0:01.25");
        assertThat(time(3_600_000_000L)).isEqualTo("1:00:00.00");
        assertThat(Measure.time(OptionalLong.empty())).isEqualTo("-");
    }

    @Test
    void sizesAreInPowersOf1024() {
        assertThat(size(1_023)).isEqualTo("1023B");
        assertThat(size(1_536)).isEqualTo("1.5K");
        assertThat(size(64L << 20)).isEqualTo("64.0M");
        assertThat(size(Long.MAX_VALUE)).isEqualTo("8.0E");
        assertThat(Measure.size(OptionalLong.empty())).isEqualTo("-");
    }
}
