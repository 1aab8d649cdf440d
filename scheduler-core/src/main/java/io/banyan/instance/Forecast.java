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
import io.banyan.schedule.Schedule;
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
    /** For so many of the first ones something is said. */
    static final int MOST = 1_000;

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

    /** O(jobs) matches, at most {@link #MOST}. */
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
    Map<JobId, Plans.Place> places(long nowSec) {
        return places(nowSec, new HashSet<>());
    }

    private Map<JobId, Plans.Place> places(long nowSec, Set<JobId> tooLate) {
        JobQueue queue = state.submitted().queue();
        Schedule schedule = state.schedule();
        var limits = new FutureLimits(state);
        Map<JobId, Plans.Place> places = new LinkedHashMap<>();
        Map<String, Long> firstSec = new HashMap<>();
        try {
            for (WaitingJob job : queue.waiting().stream().limit(MOST).toList()) {
                String name = job.claim().queue();
                boolean overtakes = queue.policy(name).overtakes();
                long fromSec = Math.max(limits.firstSec(job.claim(), nowSec), firstSec.getOrDefault(name, nowSec));
                Optional<Plans.Place> place = queue.isStopped(name) || fromSec == FutureLimits.NEVER
                        ? Optional.empty()
                        : place(job, nowSec, fromSec);
                if (place.isPresent() && isTooLate(job.id(), place.get().window())) {
                    // It does not wait until then.
                    tooLate.add(job.id());
                    continue;
                }
                if (place.isPresent()) {
                    TimeWindow window = place.get().window();
                    schedule.assume(
                            job.id(),
                            BookingKind.RESERVATION,
                            window,
                            place.get().selection());
                    places.put(job.id(), place.get());
                    limits.add(job.claim(), window);
                }
                if (!overtakes) {
                    firstSec.put(name, place.map(it -> it.window().startSec()).orElse(FutureLimits.NEVER));
                }
            }
        } finally {
            places.keySet().forEach(schedule::cancel);
        }
        return places;
    }

    private boolean isTooLate(JobId job, TimeWindow window) {
        OptionalLong deadline =
                Conditions.of(state.submitted().jobspecOf(job).orElseThrow()).deadlineSec();
        return deadline.isPresent() && window.endSec() > deadline.getAsLong();
    }

    private Optional<Plans.Place> place(WaitingJob job, long nowSec, long fromSec) {
        Matcher matcher = state.resources().matcher();
        Jobspec jobspec = state.submitted().jobspecOf(job.id()).orElseThrow();
        try {
            MatchResult result = fromSec > nowSec
                    ? findFrom(jobspec, fromSec)
                    : matcher.find(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, nowSec);
            return switch (result) {
                case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                    Optional.of(new Plans.Place(job.id(), window, selection));
                case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                    Optional.of(new Plans.Place(job.id(), window, selection));
                case MatchResult.Busy it -> Optional.empty();
                case MatchResult.Unsatisfiable it -> Optional.empty();
                case MatchResult.Matched it -> Optional.empty();
                case MatchResult.Satisfiable it -> Optional.empty();
            };
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    /** At the first time that there may be room as far as sums go; of a jobspec that nobody has asked for yet they tell nothing before its first match. */
    private MatchResult findFrom(Jobspec jobspec, long fromSec) throws JobspecException {
        Matcher matcher = state.resources().matcher();
        long first = matcher.firstBySums(jobspec, fromSec);
        MatchResult result = matcher.findAt(jobspec, first);
        long known = matcher.firstBySums(jobspec, fromSec);
        return known == first ? result : matcher.findAt(jobspec, known);
    }
}
