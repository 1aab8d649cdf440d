package io.banyan.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

/** In Berlin clocks go back from 03:00 to 02:00 on 2026-10-25, and forward from 02:00 to 03:00 on 2026-03-29. */
class WallClockTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static long sec(String time) {
        return Instant.parse(time).getEpochSecond();
    }

    @Test
    void timesInTheRepeatedHourAreShownWithTheirOffsets() {
        assertThat(WallClock.shown(sec("2026-10-25T00:30:00Z"), BERLIN)).isEqualTo("2026-10-25 02:30:00+02:00");
        assertThat(WallClock.shown(sec("2026-10-25T01:15:00Z"), BERLIN)).isEqualTo("2026-10-25 02:15:00+01:00");
        assertThat(WallClock.shown(Instant.parse("2026-10-25T01:15:00Z").atZone(BERLIN), "HH:mm"))
                .isEqualTo("02:15+01:00");
    }

    @Test
    void otherTimesAreShownWithout() {
        for (String time : new String[] {"2026-10-24T23:59:59Z", "2026-10-25T02:00:00Z", "2026-03-29T01:00:00Z"}) {
            assertThat(WallClock.shown(sec(time), BERLIN)).hasSize("yyyy-MM-dd HH:mm:ss".length());
        }
        assertThat(WallClock.shown(sec("2026-10-25T00:30:00Z"), ZoneId.of("UTC")))
                .isEqualTo("2026-10-25 00:30:00");
    }

    @Test
    void whatIsWrittenIsReadAsTheSameMoment() {
        long second = sec("2026-10-25T01:15:00Z");
        assertThat(WallClock.written(second, BERLIN)).isEqualTo("2026-10-25T02:15+01:00");
        assertThat(OffsetDateTime.parse(WallClock.written(second, BERLIN)).toEpochSecond())
                .isEqualTo(second);
        assertThat(WallClock.written(sec("2026-10-25T12:00:00Z"), BERLIN)).isEqualTo("2026-10-25T13:00");
    }

    @Test
    void aTimeInTheSkippedHourIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WallClock.sec(LocalDateTime.parse("2026-03-29T02:30"), BERLIN))
                .withMessageContaining("does not exist in the time zone Europe/Berlin");
        assertThat(WallClock.sec(LocalDateTime.parse("2026-10-25T02:15"), BERLIN))
                .isEqualTo(sec("2026-10-25T00:15:00Z"));
    }
}
