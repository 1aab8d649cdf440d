package io.banyan.sim.deadline;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.sim.deadline.ProcessProfile.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The processes that are booked at each instant: a count, without places. At no time are more processes booked than the
 * machine has slots. Not thread-safe.
 *
 * <p>A planner searches for the earliest start. The calendar searches for the latest one, and therefore keeps its
 * planner in mirrored time.
 */
final class ProcessCalendar {
    /** The instant at which mirrored time begins: more than 30,000 years after the first submission. */
    private static final long MIRROR_SEC = 1L << 40;

    private static final long MILLIS = 1000;

    private final int slots;
    private final Planner planner;

    /**
     * The time of a job and its processes.
     *
     * @param startSec the start
     * @param parts without gaps, in their order
     */
    record ProfileBooking(long startSec, List<Part> parts) {
        ProfileBooking {
            parts = List.copyOf(parts);
        }

        /** The number of processes in a window of time. */
        record Part(TimeWindow window, int processes) {
            long[] amounts() {
                return new long[] {processes};
            }
        }

        /** The end. */
        long endSec() {
            return parts.getLast().window.endSec();
        }
    }

    /** An empty calendar of a machine with so many slots. */
    ProcessCalendar(int slots) {
        this.slots = slots;
        this.planner = new Planner(slots);
    }

    /**
     * The booking of a profile from a start on, cut off at an end after it. Steps end at whole seconds; a step that
     * ends in the second in which it begins joins the next one. More processes than slots count as all slots. O(steps).
     */
    ProfileBooking booking(ProcessProfile profile, long startSec, long cutSec) {
        List<ProfileBooking.Part> parts = new ArrayList<>();
        long millis = 0;
        long from = startSec;
        int processes = 0;
        for (Step step : profile.steps()) {
            millis += step.millis();
            processes = Math.max(processes, Math.min(slots, step.processes()));
            long to = Math.min(cutSec, startSec + (millis + MILLIS - 1) / MILLIS);
            if (to > from) {
                append(parts, new TimeWindow(from, to), processes);
                from = to;
                processes = 0;
            }
        }
        return new ProfileBooking(startSec, parts);
    }

    /** Appends a part; it joins the last one if that has as many processes. */
    private static void append(List<ProfileBooking.Part> parts, TimeWindow window, int processes) {
        TimeWindow joined = window;
        if (!parts.isEmpty() && parts.getLast().processes == processes) {
            joined = new TimeWindow(parts.removeLast().window.startSec(), window.endSec());
        }
        parts.add(new ProfileBooking.Part(joined, processes));
    }

    /**
     * The latest start of a profile in a window at which so many slots stay free beside it; empty without one. O(steps
     * x log bookings) for each change of the free slots at which it does not fit.
     */
    OptionalLong latest(ProcessProfile profile, TimeWindow starts, long cutSec, int keep) {
        long start = starts.endSec() - 1;
        while (start >= starts.startSec()) {
            long next = startBefore(booking(profile, start, cutSec), keep);
            if (next == start) {
                return OptionalLong.of(start);
            }
            start = next;
        }
        return OptionalLong.empty();
    }

    /** The start of a booking if it fits; otherwise a later bound of all earlier starts at which it can fit. */
    private long startBefore(ProfileBooking booking, int keep) {
        for (ProfileBooking.Part part : booking.parts) {
            TimeWindow window = mirrored(part.window);
            long[] needs = needs(part, keep);
            if (!planner.fits(window, needs)) {
                long earliest = planner.earliest(window.startSec(), window.durationSec(), Long.MAX_VALUE, needs);
                return booking.startSec - (earliest - window.startSec());
            }
        }
        return booking.startSec;
    }

    /** Whether a booking fits, with so many slots free beside it. O(steps x log bookings). */
    boolean fits(ProfileBooking booking, int keep) {
        return startBefore(booking, keep) == booking.startSec;
    }

    private long[] needs(ProfileBooking.Part part, int keep) {
        return new long[] {Math.min(slots, part.processes + keep)};
    }

    /** The free slots at an instant. O(log bookings). */
    long freeAt(long sec) {
        return planner.freeAt(0, MIRROR_SEC - sec - 1);
    }

    /**
     * Adds a booking. O(steps x log bookings).
     *
     * @throws IllegalStateException if more processes would be booked than there are slots
     */
    void add(ProfileBooking booking) {
        if (!fits(booking, 0)) {
            throw new IllegalStateException("more processes than slots from " + booking.startSec + " s on");
        }
        booking.parts.forEach(part -> planner.add(mirrored(part.window), part.amounts()));
    }

    /** Removes a booking that was added. O(steps x log bookings). */
    void remove(ProfileBooking booking) {
        booking.parts.forEach(part -> planner.remove(mirrored(part.window), part.amounts()));
    }

    private static TimeWindow mirrored(TimeWindow window) {
        return new TimeWindow(MIRROR_SEC - window.endSec(), MIRROR_SEC - window.startSec());
    }

    /** Whether nothing is booked. */
    boolean isEmpty() {
        return planner.isEmpty();
    }

    /** Checks that at no time more processes are booked than there are slots. O(bookings). */
    void checkInvariants() {
        planner.checkInvariants();
    }
}
