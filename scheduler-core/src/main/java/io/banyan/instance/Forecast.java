package io.banyan.instance;

import io.banyan.graph.Selection;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.JobQueue;
import io.banyan.queue.WaitingJob;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * When the jobs in the queue would hold their resources if no others came, and everybody ran for as long as was asked for: each in its turn gets the first time that is left. For the
 * question they are booked as if it were so, and taken off again; what is decided afterwards is the same as if nobody had asked.
 */
final class Forecast {
    /** For so many of the first ones resources are looked for by name; for those behind them {@linkplain RoomBySums sums} have to do. */
    static final int MOST = 500;

    private final InstanceState state;

    Forecast(InstanceState state) {
        this.state = state;
    }

    /**
     * What is expected of those that wait.
     *
     * @param windows by job; those that have a reservation have that time
     * @param tooLate those that will get nothing as long as it is of use to them: their deadlines are before what they would get is over
     */
    record Expected(Map<JobId, TimeWindow> windows, Set<JobId> tooLate) {}

    /**
     * When somebody would have something.
     *
     * @param selection empty for one of those that are far behind: nobody has looked for which resources that would be
     */
    record Place(TimeWindow window, Optional<Selection> selection) {}

    /** O({@link #MOST}) matches, and O(log jobs) for each of the others. */
    Expected expected(long nowSec) {
        Map<JobId, TimeWindow> windows = new LinkedHashMap<>();
        Set<JobId> tooLate = new HashSet<>();
        places(nowSec, tooLate).forEach((job, place) -> windows.put(job, place.window()));
        for (JobId job : state.submitted().queue().reserved()) {
            state.jobs()
                    .active(job)
                    .filter(it -> !isTooLate(job, it.window()))
                    .ifPresent(it -> windows.put(job, it.window()));
        }
        return new Expected(windows, tooLate);
    }

    /** What they would hold, of those only that have no reservation, by job, in their order. Costs as {@link #expected}. */
    Map<JobId, Place> places(long nowSec) {
        return places(nowSec, new HashSet<>());
    }

    private Map<JobId, Place> places(long nowSec, Set<JobId> tooLate) {
        JobQueue queue = state.submitted().queue();
        var limits = new FutureLimits(state);
        var places = new Places(nowSec);
        Map<String, Long> firstSec = new HashMap<>();
        try {
            for (WaitingJob job : queue.waiting()) {
                String name = job.claim().queue();
                long fromSec = Math.max(limits.firstSec(job.claim(), nowSec), firstSec.getOrDefault(name, nowSec));
                Optional<Place> place = queue.isStopped(name) || fromSec == FutureLimits.NEVER
                        ? Optional.empty()
                        : places.of(job, fromSec);
                if (place.isPresent() && isTooLate(job.id(), place.get().window())) {
                    // It does not wait until then.
                    tooLate.add(job.id());
                    continue;
                }
                place.ifPresent(it -> {
                    places.take(job, it);
                    limits.add(job.claim(), it.window());
                });
                if (!queue.policy(name).overtakes()) {
                    firstSec.put(name, place.map(it -> it.window().startSec()).orElse(FutureLimits.NEVER));
                }
            }
        } finally {
            places.undo();
        }
        return places.all;
    }

    /** What those that were asked about would hold, one after the other. */
    private final class Places {
        private final Map<JobId, Place> all = new LinkedHashMap<>();
        private final RoomBySums sums = new RoomBySums(state);
        private final long nowSec;
        private int looked;

        Places(long nowSec) {
            this.nowSec = nowSec;
        }

        Optional<Place> of(WaitingJob job, long fromSec) {
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
        OptionalLong deadline = Conditions.of(jobspecOf(job)).deadlineSec();
        return deadline.isPresent() && window.endSec() > deadline.getAsLong();
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
