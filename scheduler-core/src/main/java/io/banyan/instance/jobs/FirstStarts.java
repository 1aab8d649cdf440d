package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.JobspecException;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The first time from which there would be room for reservations beside everything that is booked, or assumed for a
 * question. Nothing changes.
 */
final class FirstStarts {
    private final InstanceState state;
    private final ReservationRoom rooms;
    private final long nowSec;
    private final Map<JobId, TimeWindow> late;
    private long comparisons;

    /** A range of delays, without its ends: with them, a reservation overlaps a booking. */
    private record Closed(long moreThanSec, long lessThanSec) {}

    FirstStarts(InstanceState state, ReservationRoom rooms, long nowSec, Map<JobId, TimeWindow> late) {
        this.state = state;
        this.rooms = rooms;
        this.nowSec = nowSec;
        this.late = late;
    }

    /**
     * Returns the first start with which all reservations would have their rooms at once, if all are delayed by the
     * same time: of the one that begins first. Empty if there is none in the planned time, or if it is not known. Of a
     * pool that several jobs share, each job counts as if it held all. O(reserved parts x bookings), with a limit, and
     * a match for a single reservation without room.
     *
     * @throws JobspecException if the jobspec of a reservation contradicts itself
     */
    OptionalLong of(List<Reservation> reservations, List<ReservationRoom.Found> found) throws JobspecException {
        List<ReservationRoom.Room> known = new ArrayList<>();
        for (ReservationRoom.Found one : found) {
            if (one instanceof ReservationRoom.Room room) {
                known.add(room);
            }
        }
        if (known.size() == found.size()) {
            return firstStart(known);
        }
        Reservation only = reservations.getFirst();
        return found.size() == 1 ? rooms.firstFit(only, only.window(0).orElseThrow(), nowSec) : OptionalLong.empty();
    }

    private OptionalLong firstStart(List<ReservationRoom.Room> found) {
        long delaySec = delay(closed(found));
        boolean isPlanned = found.stream()
                .allMatch(
                        it -> it.window().endSec() <= state.schedule().horizon().endSec() - delaySec);
        return comparisons > GentleCheck.MOST_COMPARISONS || delaySec == 0 || !isPlanned
                ? OptionalLong.empty()
                : OptionalLong.of(found.stream()
                                .mapToLong(room -> room.window().startSec())
                                .min()
                                .orElseThrow()
                        + delaySec);
    }

    /** The closed ranges in the order of their beginnings. */
    private List<Closed> closed(List<ReservationRoom.Room> found) {
        comparisons = 0;
        List<Closed> closed = new ArrayList<>();
        for (BusyTimes.Busy busy : new BusyTimes(state, nowSec, late).booked()) {
            for (ReservationRoom.Room room : found) {
                var range = new Closed(
                        busy.window().startSec() - room.window().endSec(),
                        busy.window().endSec() - room.window().startSec());
                if (range.lessThanSec() > 0
                        && comparisons <= GentleCheck.MOST_COMPARISONS
                        && hasOf(busy.job(), room.selection())) {
                    closed.add(range);
                }
            }
        }
        closed.sort(Comparator.comparingLong(Closed::moreThanSec));
        return closed;
    }

    private boolean hasOf(JobId job, Selection selection) {
        comparisons += selection.size();
        return state.schedule().holdings().hasOf(job, selection);
    }

    /** The shortest delay that is in none of these ranges, which are in the order of their beginnings. O(ranges). */
    private static long delay(List<Closed> closed) {
        long delaySec = 0;
        for (Closed range : closed) {
            if (delaySec > range.moreThanSec() && delaySec < range.lessThanSec()) {
                delaySec = range.lessThanSec();
            }
        }
        return delaySec;
    }
}
