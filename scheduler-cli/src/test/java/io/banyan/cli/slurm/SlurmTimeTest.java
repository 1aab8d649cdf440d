package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times as Slurm's commands write and read them. */
class SlurmTimeTest {
    private static final Instant NOW = Instant.parse("2026-11-25T18:30:00Z");
    private static final ZoneId UTC = ZoneOffset.UTC;

    @ParameterizedTest
    @CsvSource({"5,0:05", "600,10:00", "3600,1:00:00", "86399,23:59:59", "93600,1-02:00:00"})
    void spansHaveHoursAndDaysOnlyAsNeeded(long sec, String text) {
        assertThat(SlurmTime.shortSpan(sec)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"5,00:00:05", "3600,01:00:00", "93600,1-02:00:00"})
    void spansOfAccountingHaveHours(long sec, String text) {
        assertThat(SlurmTime.span(sec)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "10,600",
        "10:30,630",
        "1:00:00,3600",
        "1-12,129600",
        "1-12:30,131400",
        "2-00:00:01,172801",
        "infinite,0",
        "UNLIMITED,0"
    })
    void limitsAreReadInAllForms(String text, long sec) {
        assertThat(SlurmTime.limit(text)).isEqualTo(sec);
    }

    @ParameterizedTest
    @CsvSource({
        "1970-01-01,1970-01-01T00:00:00",
        "2026-11-24T07:05,2026-11-24T07:05:00",
        "2026-11-24T07:05:09,2026-11-24T07:05:09",
        "now,2026-11-25T18:30:00",
        "now-2days,2026-11-23T18:30:00",
        "now-1hours,2026-11-25T17:30:00",
        "now+90,2026-11-25T18:31:30",
        "today,2026-11-25T00:00:00",
        "midnight,2026-11-25T00:00:00",
        "noon,2026-11-25T12:00:00",
        "07:05,2026-11-25T07:05:00",
        "07:05PM,2026-11-25T19:05:00",
        "112426,2026-11-24T00:00:00",
        "11/24/26-07:05,2026-11-24T07:05:00"
    })
    void momentsAreReadInAllFormsOfTheManual(String text, String stamp) {
        assertThat(SlurmTime.stamp(SlurmTime.parse(text, NOW, UTC), UTC)).isEqualTo(stamp);
    }

    @Test
    void processorTimesHaveThousandthsBelowAnHour() {
        assertThat(SlurmTime.processorTime(1_259_999)).isEqualTo("00:01.259");
        assertThat(SlurmTime.processorTime(3_599_000_000L)).isEqualTo("59:59.000");
        assertThat(SlurmTime.processorTime(3_600_500_000L)).isEqualTo("01:00:00");
        assertThat(SlurmTime.processorTime(90_000_000_000L)).isEqualTo("1-01:00:00");
    }

    @Test
    void otherTextsAreRefusedByName() {
        assertThatThrownBy(() -> SlurmTime.parse("yesteryear", NOW, UTC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid time specification: yesteryear");
        assertThatThrownBy(() -> SlurmTime.parse("25:00", NOW, UTC)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SlurmTime.limit("soon"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Invalid time limit specification: soon");
    }
}
