package io.banyan.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.mapping.ProcessCalendar.ProfileBooking;
import io.banyan.mapping.ProcessCalendar.ProfileBooking.Part;
import io.banyan.mapping.ProcessProfile.Step;
import io.banyan.planner.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Booked processes over time. */
class ProcessCalendarTest {
    private static final long FAR = 1000;

    private final ProcessCalendar calendar = new ProcessCalendar(4);

    private static ProcessProfile profile(long stepMillis, int... processes) {
        List<Step> steps = new ArrayList<>();
        for (int count : processes) {
            steps.add(new Step(stepMillis, count));
        }
        return new ProcessProfile(steps);
    }

    @Test
    void aProfileIsBookedInsteadOfItsMaximum() {
        calendar.add(calendar.booking(profile(10_000, 4, 1), 0, FAR));
        ProcessProfile three = profile(10_000, 3);
        // From 10 s to 20 s one slot is booked, though the job has four processes at most.
        assertThat(calendar.fits(calendar.booking(three, 10, FAR), 0)).isTrue();
        assertThat(calendar.fits(calendar.booking(three, 9, FAR), 0)).isFalse();
        assertThat(calendar.fits(calendar.booking(three, 10, FAR), 1))
                .as("one slot more")
                .isFalse();
        assertThat(calendar.freeAt(9)).isZero();
        assertThat(calendar.freeAt(10)).isEqualTo(3);
        assertThat(calendar.freeAt(20)).isEqualTo(4);
    }

    @Test
    void theLatestStartIsFound() {
        calendar.add(calendar.booking(profile(10_000, 3), 90, FAR));
        ProcessProfile ramp = profile(10_000, 1, 4);
        // Its second step needs all slots, and ends by 90 s: it starts 20 s before.
        assertThat(calendar.latest(ramp, new TimeWindow(0, 81), FAR, 0)).hasValue(70);
        assertThat(calendar.latest(ramp, new TimeWindow(71, 81), FAR, 0)).isEmpty();
        // The first step fits beside the booking.
        assertThat(calendar.latest(ramp, new TimeWindow(0, 201), FAR, 0)).hasValue(200);
        assertThat(calendar.latest(ramp, new TimeWindow(0, 91), FAR, 0)).hasValue(90);
    }

    @Test
    void stepsEndAtWholeSecondsAndBookingsAtTheCut() {
        assertThat(calendar.booking(profile(400, 1, 3, 2), 50, FAR).parts())
                .containsExactly(new Part(new TimeWindow(50, 51), 1), new Part(new TimeWindow(51, 52), 3));
        assertThat(calendar.booking(profile(10_000, 2, 2, 9), 50, 75).parts())
                .containsExactly(new Part(new TimeWindow(50, 70), 2), new Part(new TimeWindow(70, 75), 4));
    }

    @Test
    void moreThanTheSlotsCanBeOccupied() {
        calendar.add(calendar.booking(profile(10_000, 3), 0, FAR));
        calendar.occupy(new TimeWindow(5, 20), 3);
        assertThat(calendar.freeAt(4)).isEqualTo(1);
        assertThat(calendar.freeAt(5)).isEqualTo(-2);
        assertThat(calendar.freeDuring(new TimeWindow(0, 30))).isEqualTo(-2);
        assertThat(calendar.freeDuring(new TimeWindow(10, 30))).isEqualTo(1);
        assertThat(calendar.earliest(profile(10_000, 1), new TimeWindow(0, 30), 0))
                .hasValue(10);
    }

    @Test
    void aBookingHasAnotherEndAndAtLeastWhatIsHeld() {
        ProfileBooking booking = calendar.booking(profile(10_000, 1, 4, 2), 100, FAR);
        assertThat(booking.at(99)).isZero();
        assertThat(booking.at(110)).isEqualTo(4);
        assertThat(booking.until(105).parts()).containsExactly(new Part(new TimeWindow(100, 105), 1));
        assertThat(booking.until(150).parts().getLast()).isEqualTo(new Part(new TimeWindow(120, 150), 2));
        assertThat(booking.atLeast(3, 115).parts())
                .containsExactly(
                        new Part(new TimeWindow(100, 110), 1),
                        new Part(new TimeWindow(110, 120), 4),
                        new Part(new TimeWindow(120, 130), 3));
    }

    @Test
    void theRestOfABookingHasNoPartBefore() {
        ProfileBooking booking = calendar.booking(profile(10_000, 1, 4, 2), 100, FAR);
        assertThat(booking.from(90)).hasValue(booking);
        assertThat(booking.from(110).orElseThrow().parts())
                .containsExactly(new Part(new TimeWindow(110, 120), 4), new Part(new TimeWindow(120, 130), 2));
        assertThat(booking.from(125).orElseThrow())
                .isEqualTo(new ProfileBooking(125, List.of(new Part(new TimeWindow(125, 130), 2))));
        assertThat(booking.from(130)).isEmpty();
    }

    @Test
    void moreProcessesThanSlotsAreNotBooked() {
        ProfileBooking three = calendar.booking(profile(10_000, 3), 0, FAR);
        calendar.add(three);
        assertThatThrownBy(() -> calendar.add(calendar.booking(profile(1000, 2), 9, FAR)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("more processes than slots from 9 s on");
        calendar.checkInvariants();
        calendar.remove(three);
        assertThat(calendar.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theLatestAndTheEarliestStartAreThoseOfANaiveSearch(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        List<ProfileBooking> booked = new ArrayList<>();
        for (int round = 0; round < 400; round++) {
            int[] processes = random.ints(random.nextInt(1, 5), 1, 5).toArray();
            ProcessProfile wanted = profile(random.nextLong(500, 9000), processes);
            long cut = random.nextLong(30, 80);
            int keep = random.nextInt(2);
            OptionalLong found = calendar.latest(wanted, new TimeWindow(0, 60), cut + 60, keep);
            assertThat(found).as("round %d", round).isEqualTo(naive(booked, wanted, cut + 60, keep));
            assertThat(calendar.earliest(wanted, new TimeWindow(0, 60), keep))
                    .as("the earliest start, round %d", round)
                    .isEqualTo(naiveEarliest(booked, wanted, keep));
            if (found.isPresent() && random.nextBoolean()) {
                booked.add(calendar.booking(wanted, found.getAsLong(), cut + 60));
                calendar.add(booked.getLast());
            } else if (!booked.isEmpty()) {
                calendar.remove(booked.remove(random.nextInt(booked.size())));
            }
            calendar.checkInvariants();
        }
    }

    private OptionalLong naive(List<ProfileBooking> booked, ProcessProfile wanted, long cut, int keep) {
        for (long start = 59; start >= 0; start--) {
            boolean isFitting = calendar.booking(wanted, start, cut).parts().stream()
                    .allMatch(part -> isFree(booked, part.window(), Math.min(4, part.processes() + keep)));
            if (isFitting) {
                return OptionalLong.of(start);
            }
        }
        return OptionalLong.empty();
    }

    private OptionalLong naiveEarliest(List<ProfileBooking> booked, ProcessProfile wanted, int keep) {
        for (long start = 0; start < 60; start++) {
            boolean isFitting = calendar.booking(wanted, start, Long.MAX_VALUE).parts().stream()
                    .allMatch(part -> isFree(booked, part.window(), Math.min(4, part.processes() + keep)));
            if (isFitting) {
                return OptionalLong.of(start);
            }
        }
        return OptionalLong.empty();
    }

    private static boolean isFree(List<ProfileBooking> booked, TimeWindow window, int wanted) {
        for (long sec = window.startSec(); sec < window.endSec(); sec++) {
            long at = sec;
            int used = booked.stream()
                    .flatMap(booking -> booking.parts().stream())
                    .filter(part -> part.window().contains(at))
                    .mapToInt(Part::processes)
                    .sum();
            if (used + wanted > 4) {
                return false;
            }
        }
        return true;
    }
}
