package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.rset.IdSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ArrayOptionTest {
    @Test
    void indicesHaveRangesStepsAndALimit() {
        assertThat(ArrayOption.parse("0-9")).isEqualTo(new ArrayOption(IdSet.parse("0-9"), 0));
        assertThat(ArrayOption.parse("0-9%2")).isEqualTo(new ArrayOption(IdSet.parse("0-9"), 2));
        assertThat(ArrayOption.parse("[1,4]")).isEqualTo(new ArrayOption(IdSet.parse("1,4"), 0));
        assertThat(ArrayOption.parse("1,3-11:4%2")).isEqualTo(new ArrayOption(IdSet.parse("1,3,7,11"), 2));
        assertThat(ArrayOption.parse("5-5:3,8")).isEqualTo(new ArrayOption(IdSet.parse("5,8"), 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0-9:0; STEP of at least 1",
                "9-0:2; STEP of at least 1",
                "0-999999999999999999:1; at most 10000 jobs",
                "0-9%0; a number of at least 1",
                "0-9%; is not an idset",
                "3:2; is not an idset",
                "%2; --array requires indices"
            })
    void otherValuesAreRefused(String value, String sentence) {
        assertThatThrownBy(() -> ArrayOption.parse(value)).hasMessageContaining(sentence);
    }
}
