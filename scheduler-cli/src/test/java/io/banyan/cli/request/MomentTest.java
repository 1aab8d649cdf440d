package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MomentTest {
    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "30s, 2026-11-22T11:59:30Z",
        "90m, 2026-11-22T10:30:00Z",
        "12h, 2026-11-22T00:00:00Z",
        "2d, 2026-11-20T12:00:00Z",
        "1w, 2026-11-15T12:00:00Z",
        "2026-11-21, 2026-11-20T23:00:00Z",
        "2026-11-21T18:30, 2026-11-21T17:30:00Z",
        "2026-11-21T18:30:05Z, 2026-11-21T18:30:05Z",
        "2026-11-21T18:30-05:00, 2026-11-21T23:30:00Z"
    })
    void readsHowLongAgoAndDates(String text, String moment) {
        // One hour ahead of UTC in November.
        assertThat(Moment.parse(text, NOW, ZoneId.of("Europe/Berlin")))
                .isEqualTo(Instant.parse(moment).getEpochSecond());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "d", "yesterday", "2d3h", "-2d", "1234567d", "2026-13-01", "2026-11-21T", "21.11.2026", "T"})
    void saysWhatATimeIs(String text) {
        assertThatThrownBy(() -> Moment.parse(text, NOW, ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + text + "' is not a time: specify how long ago");
    }

    @Test
    void aDayBeginsWhereTheMachineIs() {
        assertThat(Moment.parse("2026-11-22", NOW, ZoneId.of("UTC")))
                .isEqualTo(Instant.parse("2026-11-22T00:00:00Z").getEpochSecond());
    }

    /** Clocks go from 02:00 to 03:00 there on that day. */
    @Test
    void aTimeThatIsSkippedIsRefused() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        assertThatThrownBy(() -> Moment.parse("2026-03-29T02:30", NOW, zone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'2026-03-29T02:30' does not exist in the time zone Europe/Berlin: clocks go forward then,"
                        + " from 02:00 to 03:00");
        assertThat(Moment.parse("2026-03-29T03:00", NOW, zone))
                .isEqualTo(Instant.parse("2026-03-29T01:00:00Z").getEpochSecond());
    }
}
