package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests what a daemon says at its start about the time zones of its reservations. */
class CalendarsTest {
    @Test
    void eachThatComesAgainIsNamedWithItsZone() {
        var zones = new TreeMap<>(Map.of("tidy", "Europe/Berlin", "course", "Etc/UTC"));
        assertThat(new Calendars(zones).sentence())
                .isEqualTo("Reservations use the time zone of their creator: course in Etc/UTC, tidy in Europe/Berlin");
    }

    @Test
    void ofManyAFewAreNamed() {
        var zones =
                new TreeMap<>(IntStream.range(10, 40).boxed().collect(Collectors.toMap(i -> "r" + i, i -> "Etc/UTC")));
        assertThat(new Calendars(zones).sentence()).endsWith("r19 in Etc/UTC and 20 more");
    }
}
