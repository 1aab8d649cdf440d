package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.Claim;
import io.banyan.queue.Limit;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * The bookings of the jobs of one submission, in a queue that books jobs when they are submitted: each job gets its
 * resources and its start, or the submission is refused. The bookings are made on trial, so that each job of a
 * submission finds those before it; {@link #close} removes them. Source: Linnert, De Rose, Heiss, section 4.
 */
final class DeadlineAdmission implements AutoCloseable {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final Transition transition;
    private final List<JobId> onTrial = new ArrayList<>();
    private final Map<Limit, Long> used = new HashMap<>();

    /** The resources of a job that is accepted, and when it has them; none where they are booked by their number. */
    record Booked(TimeWindow window, Selection selection) {
        BookingKind kind(long nowSec) {
            return window.startSec() == nowSec && !selection.isEmpty()
                    ? BookingKind.ALLOCATION
                    : BookingKind.RESERVATION;
        }
    }

    /** The result for the jobs of one request. */
    sealed interface Admitted {
        /** All are accepted, with a booking each; none for jobs that take their nodes while they run. */
        record Yes(List<Booked> bookings) implements Admitted {}

        /** None is accepted. */
        record No(List<Reason> reasons) implements Admitted {
            static No because(String why) {
                return new No(List.of(Reason.said(why)));
            }
        }
    }

    DeadlineAdmission(InstanceState state, CountedMatcher matching, Transition transition) {
        this.state = state;
        this.matching = matching;
        this.transition = transition;
    }

    /**
     * Returns why a job cannot be in a queue that books at submission, as one sentence; empty where it can. Its
     * resources are not looked at.
     */
    Optional<String> obstacle(JobRequest.Submit request) {
        Conditions conditions = Conditions.of(request.jobspec());
        String queue = name(request.jobspec()) + " books jobs when they are submitted, so ";
        if (conditions.deadlineSec().isEmpty()) {
            return Optional.of(queue + "each job needs a deadline");
        }
        if (!conditions.dependencies().isEmpty()) {
            return Optional.of(queue + "a job cannot depend on others");
        }
        if (conditions.reservation().isPresent()) {
            return Optional.of(queue + "a job cannot run in an advance reservation");
        }
        if (request.urgency() == Submission.HELD) {
            return Optional.of(queue + "a job cannot be held");
        }
        if (request.atOnce() > 0) {
            return Optional.of(queue + "the number of jobs of an array that run at once cannot be limited");
        }
        return state.submitted().queue().isStopped(queueOf(request.jobspec()))
                ? Optional.of(name(request.jobspec()) + " starts no jobs now")
                : Optional.empty();
    }

    private String queueOf(Jobspec jobspec) {
        return state.config().queues().queueOf(jobspec);
    }

    private String name(Jobspec jobspec) {
        String queue = queueOf(jobspec);
        return queue.isEmpty() ? "the queue" : "queue " + queue;
    }

    /** Books a number of equal jobs on trial, or says why not. O(jobs x match). */
    Admitted book(JobRequest.Submit request, int jobs) throws JobspecException {
        Jobspec jobspec = request.jobspec();
        if (BookedJobs.booksProfile(state, jobspec)) {
            return promise(jobspec, jobs);
        }
        if (BookedJobs.isLeak(state, jobspec)) {
            return placed(jobspec, booked -> new Admitted.Yes(List.of()));
        }
        Optional<String> excess = excess(jobspec, jobs);
        if (excess.isPresent()) {
            return Admitted.No.because(excess.get());
        }
        List<Booked> bookings = new ArrayList<>(jobs);
        for (int i = 0; i < jobs; i++) {
            Admitted next = placed(jobspec, booked -> new Admitted.Yes(List.of(booked)));
            if (!(next instanceof Admitted.Yes(List<Booked> one))) {
                return next;
            }
            bookings.addAll(one);
            assume(one.getFirst());
        }
        return new Admitted.Yes(bookings);
    }

    /** Books the nodes of equal jobs by their number, on trial, or says why not. O(jobs x bookings). */
    private Admitted promise(Jobspec jobspec, int jobs) {
        Optional<String> excess = excess(jobspec, jobs);
        if (excess.isPresent()) {
            return Admitted.No.because(excess.get());
        }
        List<Booked> bookings = new ArrayList<>(jobs);
        for (int i = 0; i < jobs; i++) {
            var starts = new PromisedStarts(state, matching, transition.nowSec());
            Optional<TimeWindow> window = starts.book(jobspec, transition.nowSec());
            if (window.isEmpty()) {
                OptionalLong deadline = starts.earliestDeadline(jobspec);
                return deadline.isEmpty()
                        ? Admitted.No.because("there is no free time for it")
                        : tooLate(
                                jobspec,
                                deadline.getAsLong() - jobspec.attributes().durationSec());
            }
            var booked = new Booked(window.get(), new Selection.Builder().build());
            bookings.add(booked);
            state.schedule().promises().declare(trialId(), BookedJobs.profile(jobspec));
            assume(booked);
        }
        return new Admitted.Yes(bookings);
    }

    /** Finds resources for one job in time, or says why there are none. */
    private Admitted placed(Jobspec jobspec, Function<Booked, Admitted> accepted) throws JobspecException {
        return switch (find(jobspec)) {
            case MatchResult.Allocated(Selection selection, TimeWindow window) ->
                inTime(jobspec, new Booked(window, selection), accepted);
            case MatchResult.Reserved(Selection selection, TimeWindow window) ->
                inTime(jobspec, new Booked(window, selection), accepted);
            case MatchResult.Busy(List<Reason> reasons) ->
                reasons.isEmpty() ? Admitted.No.because("there is no free time for it") : new Admitted.No(reasons);
            case MatchResult.Unsatisfiable(List<Reason> reasons) -> new Admitted.No(reasons);
            case MatchResult.Matched it -> throw new IllegalStateException("a booking is no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a booking asks for resources");
        };
    }

    private Admitted inTime(Jobspec jobspec, Booked booked, Function<Booked, Admitted> accepted) {
        return booked.window.startSec() > JobLifecycle.lastStartSec(state, jobspec)
                ? tooLate(jobspec, booked.window.startSec())
                : accepted.apply(booked);
    }

    private MatchResult find(Jobspec jobspec) throws JobspecException {
        long nowSec = transition.nowSec();
        long beginSec = BookedJobs.beginSec(jobspec);
        return beginSec > nowSec
                ? matching.findFrom(jobspec, beginSec, nowSec)
                : matching.match(jobspec, MatchOperation.ALLOCATE_ORELSE_RESERVE, nowSec);
    }

    private void assume(Booked booked) {
        JobId id = trialId();
        state.schedule().assume(id, BookingKind.RESERVATION, booked.window, booked.selection);
        onTrial.add(id);
    }

    private JobId trialId() {
        return new JobId(state.transients().numbers().next().value() + onTrial.size());
    }

    private Admitted tooLate(Jobspec jobspec, long startSec) {
        long endSec = startSec + jobspec.attributes().durationSec();
        return Admitted.No.because("it cannot end by its deadline, "
                + Instant.ofEpochSecond(Conditions.of(jobspec).deadlineSec().orElse(endSec))
                + "; the earliest possible deadline is " + Instant.ofEpochSecond(endSec));
    }

    /** Why so many jobs would be over a limit of what runs or is booked; empty where they are not. */
    private Optional<String> excess(Jobspec jobspec, int jobs) {
        Claim claim = state.config().queues().claim(jobspec, transition.asker().name());
        for (Claim.Share share : claim.shares()) {
            Limit limit = share.limit();
            long there = state.submitted().queue().used(limit) + used.getOrDefault(limit, 0L);
            if (there + share.amount() * jobs > limit.most()) {
                return Optional.of(Admission.who(limit) + (limit.of() == Limit.Of.ALL ? " have " : " has ") + there
                        + " of " + limit.what() + " in use or booked" + Admission.place(limit) + ", and the limit is "
                        + limit.most());
            }
        }
        claim.shares().forEach(share -> used.merge(share.limit(), share.amount() * jobs, Long::sum));
        return Optional.empty();
    }

    /** Removes the bookings that were made on trial. */
    @Override
    public void close() {
        onTrial.forEach(state.schedule()::cancel);
        onTrial.forEach(state.schedule().promises()::forget);
        onTrial.clear();
    }
}
