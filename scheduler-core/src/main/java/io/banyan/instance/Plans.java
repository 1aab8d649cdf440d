package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What would be if some bookings were not: they are taken off the schedule, a question is asked, and they are put back as they were.
 *
 * <p>A reservation is of resources by name. So a job may find none, although there would be enough of them if something else of the same kind had been reserved for
 * others. {@link #squeeze} looks for that: everybody keeps the time that was promised, on what may be other resources. They are placed in the order of their starts, so
 * that where all resources are alike whatever fits by numbers fits.
 */
final class Plans {
    /** More reservations than these are not moved for one job. */
    static final int MOST_MOVED = 64;

    private final InstanceState state;

    /** A booking that was taken off. */
    private record Taken(Booking booking, Selection selection) {}

    /** What a job would have, and when. */
    record Place(JobId job, TimeWindow window, Selection selection) {}

    /**
     * How a job finds room.
     *
     * @param place its own
     * @param moved those for which something else would be reserved for the same time, in the order of their starts
     */
    record Squeezed(Place place, List<Place> moved) {}

    Plans(InstanceState state) {
        this.state = state;
    }

    /** Whether what a job holds would be free for it in this window, if nothing were planned for these. O(what they all hold). */
    boolean wouldBeFree(JobId job, TimeWindow window, List<JobId> planned) {
        Schedule schedule = state.schedule();
        List<Taken> taken = takeAll(planned);
        Taken own = take(job);
        boolean isFree =
                schedule.horizon().contains(window) && schedule.holdings().isFree(window, own.selection);
        put(own);
        taken.forEach(this::put);
        return isFree;
    }

    /** Whether a selection would be free in a window, if these jobs held nothing. O(what they all hold). */
    boolean wouldBeFree(TimeWindow window, Selection selection, List<JobId> without) {
        List<Taken> taken = takeAll(without);
        boolean isFree = state.schedule().horizon().contains(window)
                && state.schedule().holdings().isFree(window, selection);
        taken.forEach(this::put);
        return isFree;
    }

    /** A question to the matcher. */
    interface Asked {
        MatchResult of() throws JobspecException;
    }

    /** What a match finds, if these jobs held nothing. O(what they all hold) and the match. */
    MatchResult without(List<JobId> jobs, Asked asked) throws JobspecException {
        List<Taken> taken = takeAll(jobs);
        try {
            return asked.of();
        } finally {
            taken.forEach(this::put);
        }
    }

    /**
     * Looks for room for a job that waits at a time, if what is reserved for others may be moved to other resources, for the same time each. Nothing is changed. O(reservations)
     * matches.
     *
     * @param startSec from when on it is to have something; now or later
     */
    Optional<Squeezed> squeeze(JobId job, long startSec, long nowSec) {
        List<JobId> planned = new ArrayList<>(state.submitted().queue().reserved());
        planned.remove(job);
        if (planned.isEmpty() || planned.size() > MOST_MOVED) {
            return Optional.empty();
        }
        List<Taken> taken = takeAll(planned);
        List<JobId> placed = new ArrayList<>();
        try {
            return inOrderOfStarts(job, startSec, nowSec, taken, placed);
        } finally {
            placed.forEach(state.schedule()::cancel);
            taken.forEach(this::put);
        }
    }

    private Optional<Squeezed> inOrderOfStarts(
            JobId job, long startSec, long nowSec, List<Taken> taken, List<JobId> placed) {
        Schedule schedule = state.schedule();
        TreeMap<Long, List<Taken>> byStart = new TreeMap<>();
        taken.forEach(it -> byStart.computeIfAbsent(it.booking.window().startSec(), at -> new ArrayList<>())
                .add(it));
        byStart.computeIfAbsent(startSec, at -> new ArrayList<>());
        List<Place> moved = new ArrayList<>();
        Optional<Place> own = Optional.empty();
        for (var starting : byStart.entrySet()) {
            if (starting.getKey() == startSec) {
                own = found(job, startSec, nowSec);
                if (own.isEmpty()) {
                    return Optional.empty();
                }
                put(own.get(), placed);
            }
            for (Taken it : starting.getValue()) {
                JobId id = it.booking.job();
                TimeWindow window = it.booking.window();
                boolean isFree = schedule.holdings().isFree(window, it.selection);
                Optional<Place> other = isFree
                        ? Optional.of(new Place(id, window, it.selection))
                        : found(id, window.startSec(), nowSec).filter(place -> place.window.equals(window));
                if (other.isEmpty()) {
                    return Optional.empty();
                }
                put(other.get(), placed);
                if (!isFree) {
                    moved.add(other.get());
                }
            }
        }
        return own.map(place -> new Squeezed(place, moved));
    }

    private Optional<Place> found(JobId job, long startSec, long nowSec) {
        Jobspec jobspec = state.submitted().jobspecOf(job).orElseThrow();
        try {
            MatchResult result = startSec > nowSec
                    ? state.resources().matcher().findAt(jobspec, startSec)
                    : state.resources().matcher().find(jobspec, MatchOperation.ALLOCATE, nowSec);
            return switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    Optional.of(new Place(job, window, selection));
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    Optional.of(new Place(job, window, selection));
                case MatchResult.Busy it -> Optional.empty();
                case MatchResult.Unsatisfiable it -> Optional.empty();
                case MatchResult.Matched it -> Optional.empty();
                case MatchResult.Satisfiable it -> Optional.empty();
            };
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    private List<Taken> takeAll(List<JobId> jobs) {
        return jobs.stream().map(this::take).toList();
    }

    private Taken take(JobId id) {
        Schedule schedule = state.schedule();
        var taken = new Taken(
                schedule.holdings().booking(id).orElseThrow(),
                schedule.holdings().selection(id));
        schedule.cancel(id);
        return taken;
    }

    private void put(Place place, List<JobId> placed) {
        state.schedule().assume(place.job, BookingKind.RESERVATION, place.window, place.selection);
        placed.add(place.job);
    }

    private void put(Taken taken) {
        state.schedule().assume(taken.booking.job(), taken.booking.kind(), taken.booking.window(), taken.selection);
    }
}
