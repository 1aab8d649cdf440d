package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.planner.TimeWindow;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reservations that come again where clocks are set. In Berlin that is on 28 March 2027 at 2, and on 31 October at 3.
 */
class ReservationClockTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final int HOUR = 3600;

    private static long sec(int month, int day, int hour) {
        return ZonedDateTime.of(2027, month, day, hour, 0, 0, 0, BERLIN).toEpochSecond();
    }

    private static Reservation every(Recurrence.Every every, long startSec, long hours) {
        return new Reservation(
                "r",
                "owner",
                new ReservationTarget.All(),
                startSec,
                hours * HOUR,
                new Recurrence(every, 0, BERLIN.getId(), 0, 0),
                new TreeSet<>());
    }

    private static List<Long> hours(Reservation reservation) {
        return List.of(0L, 1L, 2L, 3L).stream()
                .map(n -> reservation.window(n).orElseThrow().durationSec() / HOUR)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"24, 23", "23, 23", "22, 22"})
    void aDayOnWhichClocksGoForwardIsOverWhenTheNextBegins(long lasts, long then) {
        assertThat(hours(every(Recurrence.Every.DAY, sec(3, 26, 0), lasts))).containsExactly(lasts, lasts, then, lasts);
        assertThat(hours(every(Recurrence.Every.DAY, sec(3, 26, 12), lasts)))
                .containsExactly(lasts, then, lasts, lasts);
    }

    @Test
    void aDayOnWhichClocksGoBackIsNoLonger() {
        assertThat(hours(every(Recurrence.Every.DAY, sec(10, 29, 0), 24))).containsOnly(24L);
    }

    @Test
    void aWeekIsShortenedAsWell() {
        Reservation weeks = every(Recurrence.Every.WEEK, sec(3, 8, 0), 168);
        assertThat(hours(weeks)).containsExactly(168L, 168L, 167L, 168L);
    }

    @Test
    void whenThatIsIsToldBefore() {
        assertThat(every(Recurrence.Every.DAY, sec(1, 1, 9), 24).shortened())
                .contains(new TimeWindow(sec(3, 27, 9), sec(3, 28, 9)));
        assertThat(every(Recurrence.Every.DAY, sec(1, 1, 9), 23).shortened()).isEmpty();
    }

    @Test
    void theHourThatIsNobodysIsToldBefore() {
        assertThat(every(Recurrence.Every.DAY, sec(9, 1, 9), 24).gap())
                .contains(new TimeWindow(sec(10, 31, 9) - HOUR, sec(10, 31, 9)));
        assertThat(every(Recurrence.Every.WEEK, sec(9, 6, 9), 168).gap())
                .contains(new TimeWindow(sec(11, 1, 9) - HOUR, sec(11, 1, 9)));
        assertThat(every(Recurrence.Every.DAY, sec(9, 1, 9), 23).gap())
                .as("an hour is nobody's each day")
                .isEmpty();
        var twice = new Recurrence(Recurrence.Every.DAY, 0, BERLIN.getId(), 0, 2);
        assertThat(new Reservation(
                                "r",
                                "owner",
                                new ReservationTarget.All(),
                                sec(9, 1, 9),
                                24L * HOUR,
                                twice,
                                new TreeSet<>())
                        .gap())
                .isEmpty();
    }

    /** A maintenance that never ends. */
    @Test
    void eachTimeIsBookedAndNoneInTwoPlaces() {
        long from = sec(3, 26, 0);
        Instance instance = Instance.root(
                InstanceConfig.root("top"),
                Graphs.graph("cluster { 2 node { 2 core } }"),
                new TimeWindow(from, from + 40L * 24 * HOUR));
        var create = new ReservationRequest.Create(every(Recurrence.Every.DAY, from, 24), false);
        instance.on(new Event.ClientAsked("c", Principal.OWNER, create), from * 1000);
        for (int hour = 0; hour < 6 * 24; hour++) {
            instance.on(new Event.TimeReached(), (from + (long) hour * HOUR) * 1000 + 1);
            instance.checkInvariants();
            var all = new Event.ClientAsked("l" + hour, Principal.OWNER, new ReservationRequest.All());
            ReservationView view = instance.on(all, (from + (long) hour * HOUR) * 1000 + 2).stream()
                    .filter(Effect.Reply.class::isInstance)
                    .map(it -> ((Answer.Reservations) ((Effect.Reply) it).answer())
                            .reservations()
                            .getFirst())
                    .findFirst()
                    .orElseThrow();
            assertThat(view.problem()).as("hour " + hour).isEmpty();
            assertThat(view.times()).hasSize(4);
        }
        assertThat(Duration.ofSeconds(sec(3, 29, 0) - sec(3, 28, 0))).isEqualTo(Duration.ofHours(23));
    }
}
