package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.Submittable;
import io.banyan.match.policy.MatchOperation;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.schedule.ProposedBooking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whether jobs that are submitted are taken, and the decisions that put them into the queue. */
final class Submissions {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final JobLifecycle lifecycle;
    private final Admission admission;
    private final ProfileCheck profiles;
    private final ReservationPass reservationPass;
    private final QueueGrants grants;

    Submissions(
            InstanceState state,
            CountedMatcher matching,
            JobLifecycle lifecycle,
            ReservationPass reservationPass,
            QueueGrants grants) {
        this.state = state;
        this.grants = grants;
        this.matching = matching;
        this.lifecycle = lifecycle;
        this.admission = new Admission(state);
        this.profiles = new ProfileCheck(state);
        this.reservationPass = reservationPass;
    }

    /** The result of the check of a submission. */
    sealed interface Checked {
        /**
         * The submission is accepted, as its queue completes it.
         *
         * @param bookings of its jobs, in their order; empty where the queue books nothing at submission
         */
        record Taken(JobRequest.Submit request, List<DeadlineAdmission.Booked> bookings) implements Checked {}

        /** The submission is refused. */
        record Refused(Answer answer) implements Checked {}
    }

    /** The result of the check of several submissions. */
    sealed interface AllChecked {
        /** All are accepted, as their queues complete them. */
        record Taken(List<Checked.Taken> requests) implements AllChecked {}

        /** None is accepted, since one of them is refused. */
        record Refused(JobAnswer.NoneSubmitted none) implements AllChecked {}
    }

    /** Checks one submission. Nothing changes. */
    Checked check(Transition transition, JobRequest.Submit asked) {
        try (var deadlines = new DeadlineAdmission(state, matching, transition)) {
            return check(transition, asked, new Admission.Ahead(), deadlines);
        }
    }

    /**
     * Checks several submissions. Nothing changes. A submission that differs from an earlier one in its command alone
     * is not matched again: O(jobs), and a match for each kind of them.
     */
    AllChecked check(Transition transition, JobRequest.SubmitAll all) {
        try (var deadlines = new DeadlineAdmission(state, matching, transition)) {
            return check(transition, all, deadlines);
        }
    }

    private AllChecked check(Transition transition, JobRequest.SubmitAll all, DeadlineAdmission deadlines) {
        var ahead = new Admission.Ahead();
        List<Checked.Taken> taken = new ArrayList<>();
        Set<Kind> matched = new HashSet<>();
        JobRequest.@Nullable Submit before = null;
        for (JobRequest.Submit asked : all.jobs()) {
            boolean isKnown = !BookedJobs.isBookedAtSubmission(state, asked.jobspec())
                    && ((before != null && isLike(before, asked)) || !matched.add(Kind.of(asked)));
            Checked checked =
                    isKnown ? checkLike(transition, asked, ahead) : check(transition, asked, ahead, deadlines);
            switch (checked) {
                case Checked.Taken it -> taken.add(it);
                case Checked.Refused(Answer answer) -> {
                    return new AllChecked.Refused(new JobAnswer.NoneSubmitted(taken.size(), answer));
                }
            }
            before = asked;
        }
        return new AllChecked.Taken(taken);
    }

    /** All that decides whether a job can run, besides its command. */
    private record Kind(List<Resource> resources, Attributes attributes, String name) {
        static Kind of(JobRequest.Submit request) {
            return new Kind(request.jobspec().resources(), request.jobspec().attributes(), request.name());
        }
    }

    /**
     * Whether two requests are of one kind. Cheaper than to look it up: jobs of one submission share most of their
     * values.
     */
    private static boolean isLike(JobRequest.Submit before, JobRequest.Submit next) {
        return before.jobspec().resources().equals(next.jobspec().resources())
                && before.jobspec().attributes().equals(next.jobspec().attributes())
                && before.name().equals(next.name());
    }

    private Checked check(
            Transition transition, JobRequest.Submit asked, Admission.Ahead ahead, DeadlineAdmission deadlines) {
        try {
            Submittable.check(asked.jobspec());
            JobRequest.Submit request = completed(asked);
            boolean isBooked = BookedJobs.isBookedAtSubmission(state, request.jobspec());
            Optional<Answer> unfit = (isBooked ? deadlines.obstacle(request) : Optional.<String>empty())
                    .map(why -> new Answer.Failed(ErrorCode.INVALID, why));
            Optional<Answer> obstacle = unfit.isPresent() ? unfit : obstacle(transition, request, ahead);
            if (obstacle.isPresent()) {
                return new Checked.Refused(obstacle.get());
            }
            MatchResult ever = ever(transition, request.jobspec());
            if (ever instanceof MatchResult.Unsatisfiable(List<Reason> reasons)) {
                return new Checked.Refused(new Answer.Refused(true, List.of(LevelReasons.here(state.path(), reasons))));
            }
            return isBooked ? booked(request, deadlines) : new Checked.Taken(request, List.of());
        } catch (JobspecException | IllegalArgumentException e) {
            return new Checked.Refused(new Answer.Failed(ErrorCode.INVALID, ValueChecks.sentenceOf(e)));
        }
    }

    private Checked booked(JobRequest.Submit request, DeadlineAdmission deadlines) throws JobspecException {
        return switch (deadlines.book(request, jobs(request))) {
            case DeadlineAdmission.Admitted.Yes(List<DeadlineAdmission.Booked> bookings) ->
                new Checked.Taken(request, bookings);
            case DeadlineAdmission.Admitted.No(List<Reason> reasons) ->
                new Checked.Refused(new Answer.Refused(false, List.of(LevelReasons.here(state.path(), reasons))));
        };
    }

    /** Checks a submission that differs in its command alone from one that is accepted. */
    private Checked checkLike(Transition transition, JobRequest.Submit asked, Admission.Ahead ahead) {
        try {
            Submittable.check(asked.jobspec());
            JobRequest.Submit request = completed(asked);
            return admission
                    .refusal(request.jobspec(), transition.asker().name(), jobs(request), ahead)
                    .<Checked>map(why -> new Checked.Refused(new Answer.Failed(ErrorCode.INVALID, why)))
                    .orElseGet(() -> new Checked.Taken(request, List.of()));
        } catch (JobspecException | IllegalArgumentException e) {
            return new Checked.Refused(new Answer.Failed(ErrorCode.INVALID, ValueChecks.sentenceOf(e)));
        }
    }

    private static int jobs(JobRequest.Submit request) {
        return Math.max(1, request.indices().size());
    }

    private Optional<Answer> obstacle(Transition transition, JobRequest.Submit request, Admission.Ahead ahead)
            throws JobspecException {
        Conditions conditions = Conditions.of(request.jobspec());
        long durationSec = request.jobspec().attributes().durationSec();
        Optional<String> why = admission
                .refusal(request.jobspec(), transition.asker().name(), jobs(request), ahead)
                .or(() -> endObstacle(request.jobspec(), conditions))
                .or(() -> profiles.obstacle(request.jobspec()))
                .or(() -> lifecycle.obstacle(conditions, request.name(), durationSec, transition.nowMillis()));
        return why.isPresent()
                ? why.map(it -> new Answer.Failed(ErrorCode.INVALID, it))
                : reservationPass
                        .obstacle(request.jobspec(), transition.asker().name(), transition.nowMillis())
                        .map(it -> it);
    }

    /** Why a job cannot go on until its deadline; empty where its queue books jobs, or it does not request it. */
    private Optional<String> endObstacle(Jobspec jobspec, Conditions conditions) {
        return conditions.untilDeadline().orElse(false) && !BookedJobs.isBookedAtSubmission(state, jobspec)
                ? Optional.of("a job goes on until its deadline only in a queue with the policy "
                        + QueuePolicy.DEADLINE.name())
                : Optional.empty();
    }

    private MatchResult ever(Transition transition, Jobspec jobspec) throws JobspecException {
        Optional<MatchResult.Unsatisfiable> never = reservationPass.never(jobspec);
        return never.isPresent()
                ? never.get()
                : matching.match(jobspec, MatchOperation.SATISFIABILITY, transition.nowSec());
    }

    /**
     * Returns the request as its queue completes it: a malleable job with its range of slots, and a job that starts an
     * instance with the contents of its nodes.
     */
    private JobRequest.Submit completed(JobRequest.Submit asked) {
        Jobspec queued = profiles.completed(shaped(state.config().queues().completed(asked.jobspec())));
        if (NestedInstance.of(queued).isPresent()) {
            return asked.with(NestedInstance.withContents(queued)).named();
        }
        return asked.with(Malleability.of(queued).map(it -> it.in(queued)).orElse(queued))
                .named();
    }

    /** Returns the jobspec with the instance's match policy, where that chooses nodes by shape and it names none. */
    private Jobspec shaped(Jobspec jobspec) {
        return jobspec.attributes().extensions().policy().isPresent()
                ? jobspec
                : state.resources()
                        .matcher()
                        .policy()
                        .rule()
                        .map(rule -> jobspec.withPolicy(rule.word()))
                        .orElse(jobspec);
    }

    /** Puts a job, or all of an array, into the queue; returns the first. */
    JobId put(Transition transition, Checked.Taken taken) {
        JobId first = state.transients().numbers().take();
        if (taken.request().indices().isEmpty()) {
            put(transition, first, taken.request(), Optional.empty());
            taken.bookings().forEach(booked -> book(transition, first, booked));
        } else {
            putArray(transition, first, taken.request(), taken.bookings());
        }
        return first;
    }

    private void book(Transition transition, JobId job, DeadlineAdmission.Booked booked) {
        grants.grant(
                transition,
                booked.kind(transition.nowSec()),
                new ProposedBooking(job, booked.window(), booked.selection()));
    }

    private void putArray(
            Transition transition, JobId first, JobRequest.Submit request, List<DeadlineAdmission.Booked> bookings) {
        long[] indices = request.indices().longs().toArray();
        for (int i = 0; i < indices.length; i++) {
            JobId id = i == 0 ? first : state.transients().numbers().take();
            put(
                    transition,
                    id,
                    request,
                    Optional.of(new ArrayPlace(first, indices[i], indices.length, request.atOnce())));
            if (i < bookings.size()) {
                book(transition, id, bookings.get(i));
            }
        }
    }

    private void put(Transition transition, JobId id, JobRequest.Submit request, Optional<ArrayPlace> array) {
        put(
                transition,
                new JobDecision.JobSubmitted(
                        id,
                        request.name(),
                        transition.asker().name(),
                        request.jobspec(),
                        new Submission(
                                transition.nowMillis(),
                                request.urgency(),
                                array,
                                Queues.accountOf(request.jobspec()),
                                transition.asker().osUser()),
                        IfLost.of(request.jobspec(), state.config().onLost())));
    }

    void put(Transition transition, JobDecision.JobSubmitted submitted) {
        transition.decide(submitted);
        lifecycle.track(submitted.job());
    }
}
