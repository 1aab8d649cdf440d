package io.banyan.mapping;

import io.banyan.mapping.ProcessProfile.Step;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The processes, or the nodes, that are booked at each instant: a count, without places. Bookings never exceed the
 * slots of the machine; only {@link #occupy} can, where slots are lost or taken without a booking. Not thread-safe.
 *
 * <p>A planner searches for the earliest start. The calendar searches for the latest one, and therefore keeps its
 * planner in mirrored time.
 */
public final class ProcessCalendar {
    /** The instant at which mirrored time begins: more than 30,000 years after the first submission. */
    private static final long MIRROR_SEC = 1L << 40;
    /** The planner has that many slots more, so that it can also hold more than the machine has. */
    private static final long SPARE = 1L << 32;

    private static final long MILLIS = 1000;

    private final int slots;
    private final Planner planner;

    /**
     * The time of a job and its processes.
     *
     * @param startSec the start
     * @param parts without gaps, in their order
     */
    public record ProfileBooking(long startSec, List<Part> parts) {
        public ProfileBooking {
            parts = List.copyOf(parts);
        }

        /** The number of processes in a window of time. */
        public record Part(TimeWindow window, int processes) {
            long[] amounts() {
                return new long[] {processes};
            }
        }

        /** The end. */
        public long endSec() {
            return parts.getLast().window.endSec();
        }

        /** The number of processes at an instant; 0 before the start and from the end on. O(parts). */
        public int at(long sec) {
            return parts.stream()
                    .filter(part -> part.window.contains(sec))
                    .mapToInt(Part::processes)
                    .findFirst()
                    .orElse(0);
        }

        /**
         * The booking until another end: cut off there, or with the last number of processes until then. O(parts).
         *
         * @param endSec the end; after the start
         */
        public ProfileBooking until(long endSec) {
            List<Part> changed = new ArrayList<>();
            for (Part part : parts) {
                if (part.window.startSec() < endSec) {
                    append(
                            changed,
                            new TimeWindow(part.window.startSec(), Math.min(part.window.endSec(), endSec)),
                            part.processes);
                }
            }
            long end = changed.getLast().window.endSec();
            if (end < endSec) {
                append(changed, new TimeWindow(end, endSec), changed.getLast().processes);
            }
            return new ProfileBooking(startSec, changed);
        }

        /** The part of the booking from an instant on; empty if it has ended then. O(parts). */
        public Optional<ProfileBooking> from(long sec) {
            List<Part> rest = parts.stream()
                    .filter(part -> part.window.endSec() > sec)
                    .map(part -> new Part(
                            new TimeWindow(Math.max(part.window.startSec(), sec), part.window.endSec()),
                            part.processes))
                    .toList();
            return rest.isEmpty() ? Optional.empty() : Optional.of(new ProfileBooking(Math.max(startSec, sec), rest));
        }

        /** The booking with at least that many processes from an instant on. O(parts). */
        public ProfileBooking atLeast(int processes, long fromSec) {
            List<Part> changed = new ArrayList<>();
            for (Part part : parts) {
                long cut = Math.clamp(fromSec, part.window.startSec(), part.window.endSec());
                if (cut > part.window.startSec()) {
                    append(changed, new TimeWindow(part.window.startSec(), cut), part.processes);
                }
                if (cut < part.window.endSec()) {
                    append(changed, new TimeWindow(cut, part.window.endSec()), Math.max(part.processes, processes));
                }
            }
            return new ProfileBooking(startSec, changed);
        }
    }

    /** An empty calendar of a machine with so many slots. */
    public ProcessCalendar(int slots) {
        this.slots = slots;
        this.planner = new Planner(SPARE + slots);
    }

    /**
     * The booking of a profile from a start on, cut off at an end after it. Steps end at whole seconds; a step that
     * ends in the second in which it begins joins the next one. More processes than slots count as all slots. O(steps).
     */
    public ProfileBooking booking(ProcessProfile profile, long startSec, long cutSec) {
        return booking(profile, startSec, cutSec, slots);
    }

    /** The booking of a profile from a start on, with at most so many processes. O(steps). */
    public static ProfileBooking booking(ProcessProfile profile, long startSec, long cutSec, int most) {
        List<ProfileBooking.Part> parts = new ArrayList<>();
        long millis = 0;
        long from = startSec;
        int processes = 0;
        for (Step step : profile.steps()) {
            millis += step.millis();
            processes = Math.max(processes, Math.min(most, step.processes()));
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
    public OptionalLong latest(ProcessProfile profile, TimeWindow starts, long cutSec, int keep) {
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

    /**
     * The earliest start of a whole profile in a window at which so many slots stay free beside it; empty without one.
     * O(steps x log bookings) for each change of the free slots at which it does not fit.
     */
    public OptionalLong earliest(ProcessProfile profile, TimeWindow starts, int keep) {
        long start = starts.startSec();
        while (start < starts.endSec()) {
            long next = startAfter(booking(profile, start, Long.MAX_VALUE), keep);
            if (next == start) {
                return OptionalLong.of(start);
            }
            start = next;
        }
        return OptionalLong.empty();
    }

    /** The start of a booking if it fits; otherwise an earlier bound of all later starts at which it can fit. */
    private long startAfter(ProfileBooking booking, int keep) {
        for (ProfileBooking.Part part : booking.parts) {
            TimeWindow window = mirrored(part.window);
            long[] needs = needs(part, keep);
            if (!planner.fits(window, needs)) {
                long last = planner.freeAt(0, window.startSec()) < needs[0]
                        ? window.startSec()
                        : planner.firstShortage(0, window.startSec(), needs[0]);
                return booking.startSec + (MIRROR_SEC - last) - part.window.startSec();
            }
        }
        return booking.startSec;
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
    public boolean fits(ProfileBooking booking, int keep) {
        return startBefore(booking, keep) == booking.startSec;
    }

    private long[] needs(ProfileBooking.Part part, int keep) {
        return new long[] {SPARE + Math.min(slots, part.processes + keep)};
    }

    /** The free slots at an instant; negative if more are occupied than there are. O(log bookings). */
    public long freeAt(long sec) {
        return planner.freeAt(0, MIRROR_SEC - sec - 1) - SPARE;
    }

    /** The least number of free slots in a window; negative if more are occupied than there are. O(log bookings). */
    public long freeDuring(TimeWindow window) {
        return planner.freeDuring(0, mirrored(window)) - SPARE;
    }

    /**
     * Adds a booking. O(steps x log bookings).
     *
     * @throws IllegalStateException if more processes would be booked than there are slots
     */
    public void add(ProfileBooking booking) {
        if (!fits(booking, 0)) {
            throw new IllegalStateException("more processes than slots from " + booking.startSec + " s on");
        }
        occupy(booking);
    }

    /** Adds a booking, also where fewer slots are free. O(steps x log bookings). */
    public void occupy(ProfileBooking booking) {
        booking.parts.forEach(part -> planner.add(mirrored(part.window), part.amounts()));
    }

    /** Adds processes in a window, also where fewer slots are free. O(log bookings). */
    public void occupy(TimeWindow window, int processes) {
        planner.add(mirrored(window), new long[] {processes});
    }

    /** Removes a booking that was added. O(steps x log bookings). */
    public void remove(ProfileBooking booking) {
        booking.parts.forEach(part -> planner.remove(mirrored(part.window), part.amounts()));
    }

    private static TimeWindow mirrored(TimeWindow window) {
        return new TimeWindow(MIRROR_SEC - window.endSec(), MIRROR_SEC - window.startSec());
    }

    /** Whether nothing is booked. */
    public boolean isEmpty() {
        return planner.isEmpty();
    }

    /** Checks the data of the planner. O(bookings). */
    public void checkInvariants() {
        planner.checkInvariants();
    }
}
