package io.banyan.instance.hierarchy;

import io.banyan.graph.Selection;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.NodePromises;
import io.banyan.schedule.ProposedBooking;
import io.banyan.schedule.Schedule;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plans that are possible without some bookings: these are removed from the schedule, a question is asked, and they
 * are restored.
 *
 * <p>A reservation names its resources. So a job may find none, although there would be enough if other resources of
 * the same kind had been reserved for other jobs. {@link #squeeze} searches such a plan: each job keeps its promised
 * time, possibly on other resources. The jobs are placed in the order of their starts. If all resources are alike,
 * every set that fits by numbers is found.
 */
public final class Plans {
    /** More reservations than these are not moved for one job. */
    static final int MOST_MOVED = 64;

    private final InstanceState state;

    /** A booking that was taken off. */
    private record Taken(Booking booking, Selection selection) {}

    /**
     * How a job finds room.
     *
     * @param own its own booking
     * @param moved those for which something else would be reserved for the same time, in the order of their starts
     */
    public record Squeezed(ProposedBooking own, List<ProposedBooking> moved) {}

    public Plans(InstanceState state) {
        this.state = state;
    }

    /**
     * Whether a job's holds would be free for it in this window, if nothing were planned for these; for a job with a
     * profile, whether the nodes of its profile would be free too. O(all their holds).
     */
    public boolean wouldBeFree(JobId job, TimeWindow window, List<JobId> planned) {
        List<Taken> taken = takeAll(planned);
        Taken own = take(job);
        NodePromises promises = state.schedule().promises();
        boolean isFree = promises.contains(job)
                ? areHoldsFree(window, own.selection) && promises.allowWindow(job, window, own.selection)
                : isFree(window, own.selection);
        put(own);
        taken.forEach(this::put);
        return isFree;
    }

    /** Whether a selection would be free in a window, if these jobs held nothing. O(all their holds). */
    public boolean wouldBeFree(TimeWindow window, Selection selection, List<JobId> without) {
        List<Taken> taken = takeAll(without);
        boolean isFree = isFree(window, selection);
        taken.forEach(this::put);
        return isFree;
    }

    private boolean isFree(TimeWindow window, Selection selection) {
        return areHoldsFree(window, selection)
                && state.schedule().promises().allow(Optional.empty(), window, selection);
    }

    private boolean areHoldsFree(TimeWindow window, Selection selection) {
        Schedule schedule = state.schedule();
        return schedule.horizon().contains(window) && schedule.holdings().isFree(window, selection);
    }

    /** A question that changes nothing. */
    public interface Asked<T, E extends Exception> {
        T of() throws E;
    }

    /** The answer to a question, if these jobs held nothing. O(all their holds) and the question. */
    public <T, E extends Exception> T without(List<JobId> jobs, Asked<T, E> asked) throws E {
        List<Taken> taken = takeAll(jobs);
        try {
            return asked.of();
        } finally {
            taken.forEach(this::put);
        }
    }

    /**
     * Returns the answer to a question under the assumption that these jobs hold their resources in other windows. A
     * job whose resources are taken by another job then holds nothing. O(their holds) and the question.
     */
    public <T, E extends Exception> T at(Map<JobId, TimeWindow> windows, Asked<T, E> asked) throws E {
        List<Taken> taken = takeAll(List.copyOf(windows.keySet()));
        List<JobId> assumed = new ArrayList<>();
        try {
            for (Taken one : taken) {
                JobId job = one.booking.job();
                TimeWindow window = windows.getOrDefault(job, one.booking.window());
                if (isFree(window, one.selection)) {
                    state.schedule().assume(job, BookingKind.RESERVATION, window, one.selection);
                    assumed.add(job);
                }
            }
            return asked.of();
        } finally {
            assumed.forEach(state.schedule()::cancel);
            taken.forEach(this::put);
        }
    }

    /**
     * Searches resources for a waiting job at a time, where {@linkplain io.banyan.queue.QueueView#movable movable}
     * reservations of other jobs may move to other resources in the same windows. Changes nothing. O(reservations) and
     * a match, and one more match for each moved reservation. Only reservations that overlap the searched windows are
     * removed and restored. A job that is already {@linkplain #without removed} for another question stays removed and
     * is not moved.
     *
     * @param startSec the start of the job's window; now or later
     */
    public Optional<Squeezed> squeeze(JobId job, long startSec, long nowSec) {
        List<JobId> planned = new ArrayList<>(state.submitted().queue().movable());
        planned.remove(job);
        boolean isTime = state.schedule().horizon().contains(startSec);
        if (!isTime || planned.isEmpty() || planned.size() > MOST_MOVED) {
            return Optional.empty();
        }
        var attempt = new Attempt(planned, startSec, nowSec);
        try {
            return attempt.squeeze(job);
        } finally {
            attempt.undo();
        }
    }

    /**
     * One attempt to place a job and then, in the order of their starts, the jobs that do not start before it: each in
     * its place if that is still free. A job that starts earlier stays, and so does one that overlaps in time with no
     * moved job.
     */
    private final class Attempt {
        private final long startSec;
        private final long nowSec;
        /** The bookings whose turn is to come. */
        private final Deque<Booking> rest = new ArrayDeque<>();
        /** The bookings in {@code rest} that were taken off the schedule, by job. */
        private final Map<JobId, Taken> off = new LinkedHashMap<>();
        /** The former bookings of the other jobs that have lost their places, or got others. */
        private final List<Taken> lost = new ArrayList<>();

        private final List<ProposedBooking> found = new ArrayList<>();

        Attempt(List<JobId> planned, long startSec, long nowSec) {
            this.startSec = startSec;
            this.nowSec = nowSec;
            planned.stream()
                    .flatMap(id -> state.schedule().holdings().booking(id).stream())
                    .filter(booking -> booking.window().startSec() >= startSec)
                    .sorted(Comparator.comparingLong(booking -> booking.window().startSec()))
                    .forEach(rest::add);
        }

        Optional<Squeezed> squeeze(JobId job) {
            long asked = jobspec(job).attributes().durationSec();
            TimeWindow horizon = state.schedule().horizon();
            TimeWindow wanted =
                    TimeWindow.startingAt(startSec, asked == 0 ? horizon.durationSec() : asked, horizon.endSec());
            if (!place(job, wanted)) {
                return Optional.empty();
            }
            while (!rest.isEmpty()) {
                Taken next = off.remove(rest.removeFirst().job());
                if (next != null && !replace(next)) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Squeezed(found.getFirst(), List.copyOf(found.subList(1, found.size()))));
        }

        /** Where it was, or else somewhere else. */
        private boolean replace(Taken taken) {
            TimeWindow window = taken.booking.window();
            if (state.schedule().holdings().isFree(window, taken.selection)) {
                put(taken);
                return true;
            }
            lost.add(taken);
            return place(taken.booking.job(), window);
        }

        private boolean place(JobId job, TimeWindow window) {
            for (Booking booking : rest) {
                if (booking.window().startSec() >= window.endSec()) {
                    break;
                }
                off.computeIfAbsent(booking.job(), Plans.this::take);
            }
            Optional<ProposedBooking> place = find(job, window.startSec(), nowSec)
                    .filter(it -> it.window().equals(window));
            place.ifPresent(it -> {
                state.schedule().assume(job, BookingKind.RESERVATION, window, it.selection());
                found.add(it);
            });
            return place.isPresent();
        }

        /** All is as it was. */
        void undo() {
            found.forEach(it -> state.schedule().cancel(it.job()));
            lost.forEach(Plans.this::put);
            off.values().forEach(Plans.this::put);
        }
    }

    private Jobspec jobspec(JobId job) {
        return state.submitted().jobspecOf(job).orElseThrow();
    }

    private Optional<ProposedBooking> find(JobId job, long startSec, long nowSec) {
        Jobspec jobspec = jobspec(job);
        try {
            MatchResult result = startSec > nowSec
                    ? state.resources().matcher().findAt(jobspec, startSec)
                    : state.resources().matcher().find(jobspec, MatchOperation.ALLOCATE, nowSec);
            return switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    Optional.of(new ProposedBooking(job, window, selection));
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    Optional.of(new ProposedBooking(job, window, selection));
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

    private void put(Taken taken) {
        state.schedule().assume(taken.booking.job(), taken.booking.kind(), taken.booking.window(), taken.selection);
    }
}
