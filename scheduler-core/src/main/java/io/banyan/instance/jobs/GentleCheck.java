package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.JobspecException;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The check whether reservations can be booked gently: no running job, reservation or plan of a waiting job is in the
 * way, and no waiting job is expected to start later than without them. For one request; nothing changes.
 */
final class GentleCheck {
    /**
     * The most comparisons of a reserved vertex with a booking, which take at most about a second. Beyond them not all
     * obstacles are named, and the time from which there is room is not known.
     */
    static final long MOST_COMPARISONS = 2_000_000;

    private final InstanceState state;
    private final ReservationRoom rooms;
    private final Plans plans;
    private final Forecast forecast;
    private final GentleRefusals refusals;
    private final FirstStarts firstStarts;
    private final List<Reservation> reservations;
    private final List<TimeWindow> windows;
    private final long nowSec;
    private final Map<JobId, TimeWindow> late;
    private long comparisons;

    /** The result of a check. */
    sealed interface Verdict {}

    /** The reservations can be booked, each in its room. */
    record Gentle(List<ReservationRoom.Room> rooms) implements Verdict {}

    /** At least one cannot. */
    record Harmful(Answer answer) implements Verdict {}

    /** The rooms for the reservations, as far as there are any, and whether all are free at once. */
    private record Search(List<ReservationRoom.Found> found, boolean areFree) {}

    /** A search, and the first start from which all would be free as far as the search knows. */
    private record Survey(Search search, OptionalLong fromSec) {}

    /**
     * A check of reservations, which all begin now or later, end in the planned time and do not recur.
     *
     * @param asker the principal that sees some jobs by number, and counts the others
     */
    GentleCheck(InstanceState state, ReservationRoom rooms, Principal asker, List<Reservation> reservations) {
        this.state = state;
        this.rooms = rooms;
        this.plans = new Plans(state);
        this.forecast = new Forecast(state);
        this.refusals = new GentleRefusals(state, asker);
        this.reservations = reservations;
        this.windows = reservations.stream()
                .map(reservation -> reservation.window(0).orElseThrow())
                .toList();
        this.nowSec = state.nowSec();
        this.late = new DelayedStarts(state).expected(nowSec);
        this.firstStarts = new FirstStarts(state, rooms, nowSec, late);
    }

    /**
     * Searches the rooms, and compares the expected starts of the waiting jobs before and after. O(reserved parts x
     * depth + bookings + two forecasts), and a match for each jobspec. A refusal costs O(reserved parts x bookings)
     * more, for the names of the obstacles and for the time from which there is room, with a limit.
     *
     * @throws JobspecException if the jobspec of a reservation contradicts itself
     */
    Verdict check() throws JobspecException {
        Forecast.Surveyed<Survey> before = forecast.around(nowSec, late, this::survey);
        OptionalLong fromSec = before.answer().fromSec();
        List<ReservationRoom.Room> found = new ArrayList<>();
        for (ReservationRoom.Found one :
                search(before.answer().search().found()).found()) {
            switch (one) {
                case ReservationRoom.Room room -> found.add(room);
                case ReservationRoom.NoRoom none -> {
                    return new Harmful(noRoom(none, reservations.get(found.size()), fromSec));
                }
            }
        }
        SortedSet<JobId> inTheWay = inTheWay(found);
        if (!inTheWay.isEmpty()) {
            return new Harmful(refusals.because(inTheWay, "would hold some of the resources then", fromSec));
        }
        return compare(before.places(), found, fromSec);
    }

    // ---- rooms ----------------------------------------------------------------------------------------------------

    /** Asked while the waiting jobs hold their places. */
    private Survey survey() throws JobspecException {
        Search search = search(List.of());
        return new Survey(
                search, search.areFree() ? OptionalLong.empty() : firstStarts.of(reservations, search.found()));
    }

    /**
     * Finds the rooms one after the other, each beside the ones before.
     *
     * @param known the rooms that an earlier search has found, which are kept
     */
    private Search search(List<ReservationRoom.Found> known) throws JobspecException {
        List<ReservationRoom.Found> found = new ArrayList<>();
        List<JobId> assumed = new ArrayList<>();
        try {
            for (int i = 0; i < reservations.size(); i++) {
                ReservationRoom.Found one = i < known.size() && known.get(i) instanceof ReservationRoom.Room room
                        ? room
                        : rooms.beside(reservations.get(i), windows.get(i), nowSec);
                found.add(one);
                if (one instanceof ReservationRoom.Room room && isFree(room)) {
                    assumed.add(assume(i, room));
                }
            }
            return new Search(found, assumed.size() == reservations.size());
        } finally {
            assumed.forEach(state.schedule()::cancel);
        }
    }

    private boolean isFree(ReservationRoom.Room room) {
        return plans.wouldBeFree(room.window(), room.selection(), List.of());
    }

    /** Books a room for a question, under a number that no job has yet. */
    private JobId assume(int i, ReservationRoom.Room room) {
        var number = new JobId(state.transients().numbers().next().value() + i);
        state.schedule().assume(number, BookingKind.RESERVATION, room.window(), room.selection());
        return number;
    }

    private Answer noRoom(ReservationRoom.NoRoom none, Reservation reservation, OptionalLong fromSec) {
        if (none.never()) {
            return new Answer.Refused(true, List.of(LevelReasons.here(state.path(), none.reasons())));
        }
        String why =
                none.reasons().isEmpty() ? "" : ": " + none.reasons().getFirst().toString();
        return refusals.of(
                "there are not enough free resources for reservation '" + reservation.name() + "' then" + why, fromSec);
    }

    // ---- obstacles ------------------------------------------------------------------------------------------------

    private SortedSet<JobId> inTheWay(List<ReservationRoom.Room> found) {
        List<BusyTimes.Busy> moved = new BusyTimes(state, nowSec, late)
                .booked().stream().filter(BusyTimes.Busy::isMoved).toList();
        TreeSet<JobId> jobs = new TreeSet<>();
        comparisons = 0;
        for (ReservationRoom.Room room : found) {
            if (comparisons > MOST_COMPARISONS && !jobs.isEmpty()) {
                return jobs;
            }
            for (BusyTimes.Busy busy : moved) {
                if (busy.window().overlaps(room.window()) && hasOf(busy.job(), room.selection())) {
                    jobs.add(busy.job());
                }
            }
            if (!isFree(room)) {
                jobs.addAll(holders(room.window(), rooms.busy(room.window(), room.selection())));
            }
        }
        return jobs;
    }

    private List<JobId> holders(TimeWindow window, Selection busy) {
        List<JobId> holders = new ArrayList<>();
        for (Booking booking : state.resources().bookings()) {
            boolean isEnough = comparisons > MOST_COMPARISONS && !holders.isEmpty();
            if (!isEnough && booking.window().overlaps(window) && hasOf(booking.job(), busy)) {
                holders.add(booking.job());
            }
        }
        return holders;
    }

    private boolean hasOf(JobId job, Selection selection) {
        comparisons += selection.size();
        return state.schedule().holdings().hasOf(job, selection);
    }

    // ---- expected starts ------------------------------------------------------------------------------------------

    private Verdict compare(Map<JobId, Forecast.Place> before, List<ReservationRoom.Room> found, OptionalLong fromSec) {
        List<JobId> assumed = new ArrayList<>();
        try {
            for (int i = 0; i < found.size(); i++) {
                ReservationRoom.Room room = found.get(i);
                if (!isFree(room)) {
                    return new Harmful(overlap(found.subList(0, i), assumed, i, room));
                }
                assumed.add(assume(i, room));
            }
            Map<JobId, Forecast.Place> after = forecast.places(nowSec, late);
            SortedSet<JobId> later = new TreeSet<>();
            before.forEach((job, place) -> {
                boolean isKept = Optional.ofNullable(after.get(job))
                        .filter(it -> it.window().startSec() <= place.window().startSec())
                        .isPresent();
                if (!isKept) {
                    later.add(job);
                }
            });
            return later.isEmpty()
                    ? new Gentle(found)
                    : new Harmful(refusals.because(later, "would start later", fromSec));
        } finally {
            assumed.forEach(state.schedule()::cancel);
        }
    }

    /** No booking is in the way of the room, but it is not free: for the rooms before it, or since resources leave. */
    private Answer overlap(List<ReservationRoom.Room> before, List<JobId> assumed, int i, ReservationRoom.Room room) {
        String name = reservations.get(i).name();
        for (int j = 0; j < before.size(); j++) {
            if (before.get(j).window().overlaps(room.window()) && hasOf(assumed.get(j), room.selection())) {
                return new Answer.Failed(
                        ErrorCode.INVALID,
                        "reservations '" + reservations.get(j).name() + "' and '" + name
                                + "' would have the same resources at the same time");
            }
        }
        return refusals.of(
                "some of the resources of reservation '" + name
                        + "' leave this instance before its end, or are kept for booked jobs",
                OptionalLong.empty());
    }
}
