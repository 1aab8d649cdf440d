package io.banyan.instance.jobs;

import io.banyan.graph.Selection;
import io.banyan.instance.hierarchy.Children;
import io.banyan.instance.hierarchy.JobCompletion;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.NestedInstance;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Requests of a client to start a child instance at once: on free resources, or on resources of an advance reservation
 * that has begun and admits the asker.
 */
public final class Spawns {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final JobCompletion completion;
    private final Children children;
    private final PendingCalls pendingCalls;
    private final ReservationPass reservationPass;

    public Spawns(
            InstanceState state,
            CountedMatcher matching,
            JobCompletion completion,
            Children children,
            PendingCalls pendingCalls,
            ReservationPass reservationPass) {
        this.state = state;
        this.matching = matching;
        this.completion = completion;
        this.children = children;
        this.pendingCalls = pendingCalls;
        this.reservationPass = reservationPass;
    }

    /** Allocates, and has a child instance started; the answer comes when it has registered. A match. */
    public void spawn(Transition transition, String call, Request.Spawn asked) {
        var request = new Request.Spawn(NestedInstance.withContents(asked.jobspec()), asked.name(), asked.options());
        try {
            requireNoDeadline(request.jobspec());
            Optional<Malleability> malleability = malleabilityOf(request.jobspec());
            Optional<String> reservation = Conditions.of(request.jobspec()).reservation();
            if (reservation.isPresent()) {
                requireFixedSize(malleability);
                spawnInside(transition, call, request, reservation.get());
            } else {
                spawnOutside(transition, call, request, malleability);
            }
        } catch (JobspecException | IllegalArgumentException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
        }
    }

    private void spawnOutside(
            Transition transition, String call, Request.Spawn request, Optional<Malleability> malleability)
            throws JobspecException {
        Jobspec jobspec = malleability.map(it -> it.in(request.jobspec())).orElse(request.jobspec());
        MatchResult result = matching.match(
                withinThePlan(jobspec), MatchOperation.ALLOCATE_WITH_SATISFIABILITY, transition.nowSec());
        if (result instanceof MatchResult.Allocated(Selection selection, TimeWindow window)) {
            Optional<Jobspec> malleable = malleability.map(it -> request.jobspec());
            long askedSec = request.jobspec().attributes().durationSec();
            JobDecision.JobGranted grant = grant(transition, request, selection, window, malleable, askedSec);
            start(transition, call, request, grant, grant, selection);
        } else {
            transition.reply(call, refusal(result));
        }
    }

    /** The child ends with the reservation at the latest. */
    private void spawnInside(Transition transition, String call, Request.Spawn request, String reservation)
            throws JobspecException {
        Optional<Answer.Failed> obstacle =
                reservationPass.obstacle(request.jobspec(), transition.asker().name(), transition.nowMillis());
        if (obstacle.isPresent()) {
            transition.reply(call, obstacle.get());
            return;
        }
        Optional<ReservationPass.Entry> found = reservationPass.entry(transition, reservation, request.jobspec());
        if (found.isEmpty()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "reservation '" + reservation + "' has not begun, and a spawned instance starts at once; use "
                            + "'banyan batch' to submit a job that starts an instance when it begins");
            return;
        }
        ReservationPass.Entry entry = found.get();
        if (entry.result() instanceof MatchResult.Allocated(Selection unused, TimeWindow window)
                && entry.outside().isPresent()) {
            Selection selection = entry.outside().get();
            JobDecision.JobGranted grant =
                    grant(transition, request, selection, window, Optional.empty(), window.durationSec());
            start(transition, call, request, grant, new ReservationDecision.Admitted(entry.time(), grant), selection);
        } else {
            transition.reply(call, refusal(entry.result()));
        }
    }

    private Answer refusal(MatchResult result) {
        return switch (result) {
            case MatchResult.Busy busy ->
                new Answer.Refused(false, List.of(LevelReasons.here(state.path(), busy.reasons())));
            case MatchResult.Unsatisfiable never ->
                new Answer.Refused(true, List.of(LevelReasons.here(state.path(), never.reasons())));
            case MatchResult.Allocated it -> throw new IllegalStateException("resources were found");
            case MatchResult.Reserved it -> throw new IllegalStateException("a spawn reserves nothing");
            case MatchResult.Matched it -> throw new IllegalStateException("a spawn is no dry run");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a spawn asks for resources");
        };
    }

    private static void requireFixedSize(Optional<Malleability> malleability) {
        if (malleability.isPresent()) {
            throw new IllegalArgumentException(
                    "an instance in a reservation keeps its size; spawn it without 'malleable', or without 'reservation'");
        }
    }

    /** A spawned instance starts now or is refused. No queue books it, and it ends with its command. */
    private static void requireNoDeadline(Jobspec jobspec) {
        if (jobspec.attributes().system().get(Extensions.KEY) instanceof Map<?, ?> own
                && own.containsKey(Extensions.DEADLINE)) {
            throw new IllegalArgumentException("an instance that is spawned starts at once and has no deadline; use "
                    + "'banyan batch' or 'banyan alloc' to submit a job with a deadline that starts an instance");
        }
    }

    private static Optional<Malleability> malleabilityOf(Jobspec jobspec) {
        Optional<Malleability> malleability = Malleability.of(jobspec);
        if (malleability
                .filter(it -> it.signal().isPresent() || !it.rescale().isEmpty())
                .isPresent()) {
            throw new IllegalArgumentException(
                    "a malleable instance is rescaled by its parent; 'signal' and 'rescale' apply only to submitted jobs");
        }
        return malleability;
    }

    /** A child ends with its parent at the latest, so that more time than is planned here is as much as there is. */
    private Jobspec withinThePlan(Jobspec jobspec) {
        long planned = state.schedule().horizon().durationSec();
        return jobspec.attributes().durationSec() > planned ? jobspec.lasting(planned) : jobspec;
    }

    private JobDecision.JobGranted grant(
            Transition transition,
            Request.Spawn request,
            Selection selection,
            TimeWindow window,
            Optional<Jobspec> malleable,
            long askedSec) {
        JobId id = state.transients().numbers().take();
        return new JobDecision.JobGranted(
                id,
                request.name(),
                transition.asker().name(),
                BookingKind.ALLOCATION,
                window,
                request.jobspec().attributes().queue(),
                state.resources().held().of(selection),
                Optional.of(state.childPath(id)),
                new IfLost.Keep(),
                malleable,
                askedSec);
    }

    /** @param decision the decision that makes the grant */
    private void start(
            Transition transition,
            String call,
            Request.Spawn request,
            JobDecision.JobGranted grant,
            Decision decision,
            Selection selection) {
        JobId id = grant.job();
        transition.decide(decision, selection);
        state.jobs().active(id).ifPresent(job -> completion.track(transition, job));
        children.started(transition, id);
        pendingCalls.add(PendingCalls.spawn(id), call);
        transition.add(new Effect.StartChild(
                id,
                request.name(),
                grant.owner(),
                transition.asker().osUser(),
                state.childPath(id),
                state.childGrants().spawned(id),
                grant.window(),
                request.options()));
    }
}
