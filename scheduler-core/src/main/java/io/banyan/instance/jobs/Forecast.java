package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.DelayedStarts;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueueView;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The windows in which the waiting jobs would hold their resources if no others came, and all jobs ran for their
 * requested time: each in its turn gets the first remaining time. For the query they are booked accordingly, and
 * removed again; later decisions are the same as without the query.
 */
public final class Forecast {
    /**
     * For so many of the first ones resources are looked for by name; for those behind them {@linkplain RoomBySums
     * sums} have to do.
     */
    public static final int MOST = 500;

    /** For a question about a few jobs so many of the queue are looked at. A job behind them is expected at no time. */
    static final int MOST_IN_PART = 5_000;

    private final InstanceState state;
    private final Plans plans;

    Forecast(InstanceState state) {
        this.state = state;
        this.plans = new Plans(state);
    }

    /**
     * The forecast for the waiting jobs.
     *
     * @param windows by job; a job with a reservation has its window
     * @param tooLate the jobs whose deadlines are before the ends of their windows
     * @param nowhere the jobs without room in the planned time
     */
    record Expected(Map<JobId, TimeWindow> windows, Set<JobId> tooLate, Set<JobId> nowhere) {}

    /**
     * The window of a job in the forecast.
     *
     * @param selection empty for jobs far behind in the queue, for which no resources were searched
     */
    record Place(TimeWindow window, Optional<Selection> selection) {}

    /**
     * O({@link #MOST}) matches, and O(log jobs) for each of the others.
     *
     * @param late those that have a reservation and would have it at {@linkplain DelayedStarts#expected another time}
     *     than is booked
     */
    Expected expected(long nowSec, Map<JobId, TimeWindow> late) {
        return expected(nowSec, late, state.submitted().queue().waiting());
    }

    /**
     * Computes only the forecast for these jobs: it includes the jobs before them in the queue, at most {@link
     * #MOST_IN_PART}.
     */
    Expected expected(long nowSec, Map<JobId, TimeWindow> late, Set<JobId> needed) {
        return expected(nowSec, late, upToLast(state.submitted().queue(), needed));
    }

    private static List<WaitingJob> upToLast(QueueView queue, Set<JobId> needed) {
        Set<JobId> left = needed.stream().filter(queue::waits).collect(Collectors.toCollection(HashSet::new));
        List<WaitingJob> before = new ArrayList<>();
        if (!left.isEmpty()) {
            queue.visit(job -> {
                if (queue.waits(job.id())) {
                    before.add(job);
                    left.remove(job.id());
                }
                return !left.isEmpty() && before.size() < MOST_IN_PART;
            });
        }
        return before;
    }

    private Expected expected(long nowSec, Map<JobId, TimeWindow> late, List<WaitingJob> waiting) {
        Map<JobId, TimeWindow> windows = new LinkedHashMap<>();
        Places places = plans.at(late, () -> look(nowSec, waiting));
        places.all.forEach((job, place) -> windows.put(job, place.window()));
        for (JobId job : state.submitted().queue().reserved()) {
            state.jobs()
                    .active(job)
                    .map(it -> late.getOrDefault(job, it.window()))
                    .filter(window -> !isTooLate(job, window))
                    .ifPresent(window -> windows.put(job, window));
        }
        return new Expected(windows, places.tooLate, places.nowhere);
    }

    /**
     * Returns the places that the waiting jobs without a reservation would get, by job, in queue order. Costs as {@link
     * #expected}.
     */
    Map<JobId, Place> places(long nowSec, Map<JobId, TimeWindow> late) {
        return plans.at(late, () -> look(nowSec, state.submitted().queue().waiting())).all;
    }

    /**
     * The forecast, and the answer to a question that was asked under its assumptions.
     *
     * @param places by job, in queue order
     */
    record Surveyed<T>(Map<JobId, Place> places, T answer) {}

    /**
     * Returns the answer to a question under the assumption that each waiting job holds the resources of its place. A
     * job whose place names no resources holds nothing by name. Costs as {@link #expected}, and the question.
     */
    <T, E extends Exception> Surveyed<T> around(long nowSec, Map<JobId, TimeWindow> late, Plans.Asked<T, E> asked)
            throws E {
        List<WaitingJob> waiting = state.submitted().queue().waiting();
        return plans.at(late, () -> look(nowSec, waiting, places -> new Surveyed<>(places.all, asked.of())));
    }

    /** A question that is asked while the jobs hold their places. */
    private interface Survey<T, E extends Exception> {
        T of(Places places) throws E;
    }

    private Places look(long nowSec, List<WaitingJob> waiting) {
        return look(nowSec, waiting, places -> places);
    }

    private <T, E extends Exception> T look(long nowSec, List<WaitingJob> waiting, Survey<T, E> survey) throws E {
        QueueView queue = state.submitted().queue();
        var limits = new FutureLimits(state);
        var places = new Places(nowSec);
        Map<String, Long> firstSec = new HashMap<>();
        try {
            for (WaitingJob job : waiting) {
                String name = job.claim().queue();
                long allowedSec = limits.firstSec(job.claim(), nowSec);
                long fromSec = Math.max(allowedSec, firstSec.getOrDefault(name, nowSec));
                Optional<Place> place = queue.isStopped(name) || fromSec == FutureLimits.NEVER
                        ? Optional.empty()
                        : places.find(job, fromSec);
                if (places.tooLate.contains(job.id())) {
                    // It does not wait until then.
                    continue;
                }
                place.ifPresent(it -> {
                    boolean isReserved = allowedSec <= nowSec && places.isReservedFor(job);
                    limits.add(
                            job.claim(),
                            it.window(),
                            isReserved ? nowSec : it.window().startSec());
                    places.take(job, it);
                });
                if (!queue.policy(name).overtakes()) {
                    firstSec.put(name, place.map(it -> it.window().startSec()).orElse(FutureLimits.NEVER));
                }
            }
            return survey.of(places);
        } finally {
            places.undo();
        }
    }

    /** The places that the jobs of one question would get, one after the other. */
    private final class Places {
        private final Map<JobId, Place> all = new LinkedHashMap<>();
        private final Set<JobId> tooLate = new HashSet<>();
        private final Set<JobId> nowhere = new HashSet<>();
        /** For how many there is a reservation, by queue. */
        private final Map<String, Integer> reservations = new HashMap<>();

        private final RoomBySums sums = new RoomBySums(state);
        private final long nowSec;
        private int looked;

        Places(long nowSec) {
            this.nowSec = nowSec;
            state.submitted()
                    .queue()
                    .withReservation()
                    .forEach(job -> reservations.merge(job.claim().queue(), 1, Integer::sum));
        }

        /** Finds the place for a job, and notes the job if there is none or if it is too late to be of use. */
        Optional<Place> find(WaitingJob job, long fromSec) {
            Optional<Place> place = of(job, fromSec);
            if (place.isEmpty()) {
                nowhere.add(job.id());
            } else if (isTooLate(job.id(), place.get().window())) {
                tooLate.add(job.id());
            }
            return place;
        }

        /** Whether the queue makes a reservation for a job; else it counts against limits only when it starts. */
        boolean isReservedFor(WaitingJob job) {
            String name = job.claim().queue();
            int before = reservations.merge(name, 1, Integer::sum) - 1;
            return before < state.submitted().queue().policy(name).reservations();
        }

        private Optional<Place> of(WaitingJob job, long fromSec) {
            looked++;
            if (looked > MOST && !sums.isStrange(job)) {
                return sums.first(job, jobspecOf(job.id()), fromSec).map(it -> new Place(it, Optional.empty()));
            }
            Optional<Place> place = byName(job, nowSec, fromSec);
            if (looked > MOST && place.isEmpty()) {
                sums.refused(job);
            }
            return place;
        }

        void take(WaitingJob job, Place place) {
            all.put(job.id(), place);
            if (place.selection().isEmpty()) {
                sums.take(job, jobspecOf(job.id()), place.window());
                return;
            }
            long[] before = sums.left(place.window().startSec());
            state.schedule()
                    .assume(
                            job.id(),
                            BookingKind.RESERVATION,
                            place.window(),
                            place.selection().get());
            sums.learn(job, place.window(), before);
        }

        void undo() {
            sums.undo();
            all.forEach((job, place) ->
                    place.selection().ifPresent(it -> state.schedule().cancel(job)));
        }
    }

    private Jobspec jobspecOf(JobId job) {
        return state.submitted().jobspecOf(job).orElseThrow();
    }

    private boolean isTooLate(JobId job, TimeWindow window) {
        return window.startSec() > JobLifecycle.lastStartSec(state, jobspecOf(job));
    }

    private Optional<Place> byName(WaitingJob job, long nowSec, long fromSec) {
        Matcher matcher = state.resources().matcher();
        Jobspec jobspec = jobspecOf(job.id());
        try {
            MatchResult result = fromSec > nowSec
                    ? matcher.findFrom(jobspec, fromSec)
                    : matcher.find(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, nowSec);
            return switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    Optional.of(new Place(window, Optional.of(selection)));
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    Optional.of(new Place(window, Optional.of(selection)));
                case MatchResult.Busy it -> Optional.empty();
                case MatchResult.Unsatisfiable it -> Optional.empty();
                case MatchResult.Matched it -> Optional.empty();
                case MatchResult.Satisfiable it -> Optional.empty();
            };
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }
}
