package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.mapping.ForesightJob;
import io.banyan.mapping.ForesightPlan;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Placement;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.NodePromises;
import io.banyan.schedule.ProposedBooking;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The bookings and the starts of jobs whose nodes are booked by their number over time ({@link ForesightPlan}). For one
 * submission or one pass: the plan is made from the schedule for each question, O(bookings + held vertices).
 */
final class PromisedStarts {
    private static final String NODE = "node";

    private final InstanceState state;
    private final CountedMatcher matching;
    private final long nowSec;
    /** The numbers of the jobs that have found no node in this pass. */
    private final Set<Long> failed = new HashSet<>();

    PromisedStarts(InstanceState state, CountedMatcher matching, long nowSec) {
        this.state = state;
        this.matching = matching;
        this.nowSec = nowSec;
    }

    /** The booked time of a job from its latest start on; empty if it cannot end by its deadline. */
    Optional<TimeWindow> book(Jobspec jobspec, long submitSec) {
        ForesightJob job = BookedJobs.foresight(state, -1, jobspec, submitSec);
        OptionalLong start = isPossible(job.profile().most()) ? plan().book(job, nowSec) : OptionalLong.empty();
        return start.isEmpty()
                ? Optional.empty()
                : Optional.of(TimeWindow.startingAt(
                        start.getAsLong(),
                        job.runSec(),
                        state.schedule().horizon().endSec()));
    }

    /** The earliest deadline with which a new job would be accepted now; empty if there is none. */
    OptionalLong earliestDeadline(Jobspec jobspec) {
        ForesightJob job = BookedJobs.foresight(state, -1, jobspec, nowSec);
        return isPossible(job.profile().most())
                ? plan().earliestDeadline(
                                job, nowSec, state.schedule().horizon().endSec())
                : OptionalLong.empty();
    }

    /** Whether so many nodes are up. */
    private boolean isPossible(int nodes) {
        return nodes <= state.schedule().promises().nodes();
    }

    private List<WaitingJob> waiting() {
        NodePromises promises = state.schedule().promises();
        if (promises.isEmpty()) {
            return List.of();
        }
        return state.submitted().queue().withReservation().stream()
                .filter(job -> promises.contains(job.id())
                        && state.submitted()
                                .jobspecOf(job.id())
                                .filter(jobspec -> BookedJobs.isPromised(state, jobspec))
                                .isPresent())
                .toList();
    }

    private ForesightPlan plan() {
        List<WaitingJob> waiting = waiting();
        NodePromises promises = state.schedule().promises();
        var plan = new ForesightPlan(
                promises.calendar(
                        Set.copyOf(waiting.stream().map(WaitingJob::id).toList())),
                promises.nodes());
        for (WaitingJob job : waiting) {
            plan.restore(foresight(job), record(job.id()).window().startSec());
        }
        return plan;
    }

    private ForesightJob foresight(WaitingJob job) {
        return BookedJobs.foresight(
                state,
                job.id().value(),
                state.submitted().jobspecOf(job.id()).orElseThrow(),
                Math.floorDiv(job.submittedMillis(), 1000));
    }

    private JobRecord record(JobId job) {
        return state.jobs().find(job).orElseThrow();
    }

    /** The start of a job whose booked start has come. */
    Optional<Placement> nextDue() {
        return next(plan -> plan.due(nowSec, failed::contains));
    }

    /** The start of the job with the least laxity that can start before its booked start. */
    Optional<Placement> nextEarly() {
        return next(plan -> plan.early(nowSec, (int) state.schedule().holdings().free(NODE), failed::contains));
    }

    private interface Question {
        OptionalLong of(ForesightPlan plan);
    }

    private Optional<Placement> next(Question question) {
        if (waiting().isEmpty()) {
            return Optional.empty();
        }
        ForesightPlan plan = plan();
        for (OptionalLong number = question.of(plan); number.isPresent(); number = question.of(plan)) {
            Optional<Placement> start = start(new JobId(number.getAsLong()));
            if (start.isPresent()) {
                return start;
            }
            failed.add(number.getAsLong());
        }
        return Optional.empty();
    }

    /** The first nodes of a job. A job that starts late keeps its booked time. */
    private Optional<Placement> start(JobId id) {
        TimeWindow booked = record(id).window();
        WaitingJob job = state.submitted().queue().find(id).orElseThrow();
        Jobspec jobspec = state.submitted().jobspecOf(id).orElseThrow();
        long endSec = Math.min(
                TimeWindow.startingAt(nowSec, jobspec.attributes().durationSec(), Long.MAX_VALUE)
                        .endSec(),
                foresight(job).deadlineSec());
        TimeWindow window = booked.startSec() <= nowSec ? booked : new TimeWindow(nowSec, endSec);
        return nodes(id, jobspec)
                .filter(found -> window.endSec() > nowSec)
                .map(found -> new Placement(
                        job, BookingKind.ALLOCATION, List.of(id), List.of(new ProposedBooking(id, window, found))));
    }

    private Optional<Selection> nodes(JobId id, Jobspec jobspec) {
        state.resources().matcher().placing(id);
        try {
            MatchResult result = new Plans(state)
                    .without(List.of(id), () -> matching.find(jobspec, MatchOperation.ALLOCATE, nowSec));
            return result instanceof MatchResult.Allocated(Selection selection, TimeWindow unused)
                    ? Optional.of(selection)
                    : Optional.empty();
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that waits cannot be matched", e);
        }
    }

    /**
     * The waiting jobs whose bookings no longer fit, since nodes were lost: the last submitted ones, until the others
     * fit. A job that is late, since another one has not ended in time, keeps the rest of its booking. O(waiting jobs x
     * steps x log bookings).
     */
    List<JobId> excess() {
        NodePromises promises = state.schedule().promises();
        List<WaitingJob> waiting = waiting();
        if (waiting.isEmpty()) {
            return List.of();
        }
        var calendar = promises.calendar(
                Set.copyOf(waiting.stream().map(WaitingJob::id).toList()));
        Predicate<WaitingJob> isExcess = job -> {
            // The nodes of jobs that should have ended count as theirs in this second, and as free after it.
            var rest = promises.booking(job.id()).from(nowSec + 1);
            boolean isFitting = isPossible(foresight(job).profile().most())
                    && rest.filter(booking -> !calendar.fits(booking, 0)).isEmpty();
            if (isFitting) {
                rest.ifPresent(calendar::add);
            }
            return !isFitting;
        };
        return waiting.stream()
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .filter(isExcess)
                .map(WaitingJob::id)
                .toList();
    }
}
