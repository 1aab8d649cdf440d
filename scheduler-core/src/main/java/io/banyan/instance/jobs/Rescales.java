package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.ChildRescales;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.instance.release.Revocation;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Malleables;
import io.banyan.instance.state.Rescale;
import io.banyan.instance.state.SlotParts;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Proposals to malleable jobs, and their outcomes. Resources to release stay the job's until it accepts. Resources to
 * get are the job's from the proposal on, so that no other job takes them; they become free again if the job declines
 * or does not answer in time. A job has one proposal at a time.
 */
public final class Rescales {
    private final InstanceState state;
    private final CountedMatcher matching;
    private final ChildRescales children;
    private final RescaleSubscribers calls;
    private final DueTimes<JobId> answers = new DueTimes<>();
    /** The numbers of the proposals whose answers these are. */
    private final Map<JobId, Long> awaited = new TreeMap<>();

    public Rescales(InstanceState state, CountedMatcher matching, Revocation revocation) {
        this.state = state;
        this.matching = matching;
        this.children = new ChildRescales(state, revocation);
        this.calls = new RescaleSubscribers(state);
    }

    public long nextDeadline() {
        return answers.next();
    }

    /** A client asks. */
    public void asked(Transition transition, String call, RescaleRequest request) {
        Optional<Answer.Failed> obstacle = calls.obstacle(request);
        if (obstacle.isPresent()) {
            transition.reply(call, obstacle.get());
            return;
        }
        switch (request) {
            case RescaleRequest.Look look -> transition.reply(call, calls.look(look.job()));
            case RescaleRequest.Attend attend -> transition.reply(call, calls.look(attend.job()));
            case RescaleRequest.Reply reply -> replied(transition, call, reply);
            case RescaleRequest.Propose propose -> proposed(transition, call, propose);
        }
    }

    /**
     * Why the instance that runs in a job cannot be asked for less, or offered more; empty where it can, or none runs
     * there.
     */
    Optional<String> obstacleBelow(JobId job) {
        return state.jobs().active(job).flatMap(children::obstacle);
    }

    /** With how many slots a job runs; 0 where it is not malleable, or does not run. */
    long slotsOf(JobId job) {
        return state.malleables().find(job).isPresent() ? slots(job) : 0;
    }

    /**
     * Handles a loss of resources of a job, which continues with the rest if it can. It is notified by a proposal that
     * it cannot decline. Returns the reason if it cannot continue.
     *
     * @param before the number of its slots before the loss; 0 if it is not malleable
     */
    Optional<String> lost(Transition transition, JobId id, long before) {
        Optional<JobRecord> job = state.jobs().active(id).filter(it -> it.state() == JobState.RUNNING);
        if (before == 0 || job.isEmpty()) {
            return Optional.empty();
        }
        Malleables.Running one = state.malleables().require(id);
        one.proposal()
                .ifPresent(it ->
                        settle(transition, id, it, RescaleOutcome.OVERTAKEN, "the job has lost some of its resources"));
        long left = slots(id);
        if (left < one.bounds().min()) {
            return Optional.of("it lost too many resources and waits again: of " + before + " slots, only " + left
                    + " were left, and it requires " + one.bounds().min());
        }
        if (left < before) {
            transition.decide(new RescaleDecision.Proposed(id, one.number() + 1, before, left, List.of()));
            tell(transition, id);
        }
        return Optional.empty();
    }

    /** With how many slots a malleable job that runs works. */
    long slots(JobId job) {
        return calls.slots(job);
    }

    private SlotParts parts() {
        return new SlotParts(state.resources());
    }

    private void proposed(Transition transition, String call, RescaleRequest.Propose request) {
        JobId job = request.job();
        Malleables.Running one = state.malleables().require(job);
        long from = slots(job);
        Optional<String> obstacle = one.proposal().isPresent()
                ? Optional.of("job " + job + " has not answered proposal " + one.number() + " yet, to go from "
                        + one.proposal().get().from() + " to "
                        + one.proposal().get().to() + " slots")
                : one.bounds()
                        .obstacle(request.slots())
                        .map(why -> "job " + job + ": " + why)
                        .or(() -> obstacleBelow(job));
        if (obstacle.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
        } else if (request.slots() == from) {
            transition.fail(call, ErrorCode.WRONG_STATE, "job " + job + " already runs with " + from + " slots");
        } else {
            List<Reason> reasons = propose(transition, job, request.slots());
            if (reasons.isEmpty()) {
                Optional<Rescale> made = state.malleables().require(job).proposal();
                made.ifPresentOrElse(
                        it -> calls.waits(call, job, it), () -> transition.reply(call, calls.offered(job, from)));
            } else {
                transition.reply(call, new Answer.Refused(false, List.of(LevelReasons.here(state.path(), reasons))));
            }
        }
    }

    /**
     * Proposes another number of slots to a job that has nothing to answer. Returns why that is not possible; nothing
     * where it is done.
     */
    List<Reason> propose(Transition transition, JobId id, long to) {
        JobRecord job = state.jobs().active(id).orElseThrow();
        Malleables.Running one = state.malleables().require(id);
        long from = slots(id);
        List<Reason> reasons;
        if (to < from && job.isInstance()) {
            children.proposeLess(transition, id, one, from, to);
            reasons = List.of();
        } else if (to < from) {
            reasons = proposeLess(transition, id, one, from, to);
        } else {
            reasons = proposeMore(transition, job, one, from, to);
        }
        if (reasons.isEmpty()) {
            tell(transition, id);
        }
        return reasons;
    }

    private List<Reason> proposeLess(Transition transition, JobId id, Malleables.Running one, long from, long to) {
        boolean hasForeign =
                state.origins().grownFor(id).stream().anyMatch(origin -> origin.arrival() != GrowRoute.LOCAL);
        List<HeldPart> given = hasForeign ? List.of() : parts().leastMissed(id, one.slot(), from - to);
        if (given.isEmpty()) {
            return List.of(new Reason("slot", from - to, 0, "that job " + id + " can give up alone"));
        }
        transition.decide(new RescaleDecision.Proposed(id, one.number() + 1, from, to, given));
        return List.of();
    }

    private List<Reason> proposeMore(Transition transition, JobRecord job, Malleables.Running one, long from, long to) {
        Jobspec jobspec = one.jobspec().withSlots(Count.exactly(to - from));
        try {
            return switch (matching.more(jobspec, job, transition.nowSec())) {
                case MatchResult.Allocated found
                when job.isInstance() -> {
                    children.proposeMore(transition, job.id(), jobspec, found.selection(), from, to);
                    yield List.of();
                }
                case MatchResult.Allocated found -> {
                    List<HeldPart> held = state.resources().held().of(found.selection());
                    var decision = new RescaleDecision.Proposed(job.id(), one.number() + 1, from, to, held);
                    transition.decide(decision, found.selection());
                    yield List.of();
                }
                case MatchResult.Busy busy -> busy.reasons();
                case MatchResult.Unsatisfiable never -> never.reasons();
                case MatchResult.Matched it -> throw new IllegalStateException("a rescale is no dry run");
                case MatchResult.Reserved it -> throw new IllegalStateException("a rescale reserves nothing");
                case MatchResult.Satisfiable it -> throw new IllegalStateException("a rescale asks for resources");
            };
        } catch (JobspecException e) {
            throw new IllegalStateException("the jobspec of a job that runs cannot be matched", e);
        }
    }

    /**
     * A child instance needs no notification: the message that asks for resources informs it, and it already has
     * offered resources.
     */
    private void tell(Transition transition, JobId id) {
        Optional<Rescale> asked = state.malleables().require(id).proposal();
        if (asked.isEmpty()) {
            return;
        }
        Rescale proposal = asked.get();
        long wait = state.config().elasticity().answerMillis();
        await(id, proposal.number(), Deadlines.after(transition.nowMillis(), wait));
        if (state.malleables().isInstance(id)) {
            return;
        }
        transition.add(new Effect.Rescale(
                id, proposal.number(), proposal.from(), proposal.to(), calls.textOf(id, proposal), wait));
    }

    private void replied(Transition transition, String call, RescaleRequest.Reply reply) {
        Optional<Rescale> proposal = proposal(reply.job(), reply.number());
        if (proposal.isEmpty()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "job " + reply.job() + " has no proposal " + reply.number()
                            + " to answer: it was answered or has expired");
            return;
        }
        RescaleOutcome outcome = reply.isAccepted() ? RescaleOutcome.ACCEPTED : RescaleOutcome.DECLINED;
        transition.reply(call, settle(transition, reply.job(), proposal.get(), outcome, reply.why()));
    }

    private Optional<Rescale> proposal(JobId job, long number) {
        return state.malleables()
                .find(job)
                .flatMap(Malleables.Running::proposal)
                .filter(it -> it.number() == number);
    }

    /** Settles a proposal when whatever asks the job has received its answer. */
    public void answered(Transition transition, Event.RescaleAnswered answer) {
        proposal(answer.job(), answer.number())
                .filter(it -> !state.malleables().isInstance(answer.job()))
                .ifPresent(it -> settle(
                        transition,
                        answer.job(),
                        it,
                        answer.isAccepted() ? RescaleOutcome.ACCEPTED : RescaleOutcome.DECLINED,
                        answer.why()));
    }

    private Answer settle(Transition transition, JobId job, Rescale proposal, RescaleOutcome outcome, String why) {
        forget(job);
        transition.decide(new RescaleDecision.Settled(job, proposal.number(), outcome, why));
        if (!state.malleables().isInstance(job)) {
            transition.add(new Effect.RescaleOver(job, proposal.number(), outcome == RescaleOutcome.ACCEPTED));
        }
        return calls.told(transition, job, proposal, outcome, why);
    }

    /**
     * Handles a new process: asks all jobs again that have not answered, and notifies the others of their slots again,
     * because the earlier process may have ended before it notified them.
     */
    public void restarted(Transition transition) {
        state.malleables().asked().forEach(job -> tell(transition, job));
        for (JobId job : state.malleables().all()) {
            Malleables.Running one = state.malleables().require(job);
            one.last()
                    .filter(it ->
                            one.proposal().isEmpty() && !state.malleables().isInstance(job))
                    .ifPresent(it ->
                            transition.add(new Effect.RescaleOver(job, one.number(), it == RescaleOutcome.ACCEPTED)));
        }
    }

    /**
     * Sets the missing deadlines of the jobs that have a proposal to answer; each has as long for it as when it was
     * asked.
     */
    public void awaitAnswers() {
        for (JobId job : state.malleables().asked()) {
            Malleables.Running one = state.malleables().require(job);
            boolean isOther = !Long.valueOf(one.number()).equals(awaited.get(job));
            if (!answers.has(job) || isOther) {
                long wait = state.config().elasticity().answerMillis();
                await(job, one.number(), Deadlines.after(one.progress().askedMillis(), wait));
            }
        }
    }

    private void await(JobId job, long number, long atMillis) {
        awaited.put(job, number);
        answers.set(job, atMillis);
    }

    private void forget(JobId job) {
        awaited.remove(job);
        answers.remove(job);
    }

    /** The time of these to answer is over. */
    public void timeReached(Transition transition) {
        for (JobId job :
                answers.next() <= transition.nowMillis() ? answers.due(transition.nowMillis()) : List.<JobId>of()) {
            awaited.remove(job);
            state.malleables()
                    .find(job)
                    .flatMap(Malleables.Running::proposal)
                    .ifPresent(
                            it -> settle(transition, job, it, RescaleOutcome.UNANSWERED, "it did not answer in time"));
        }
    }

    /** Handles a message of a child, which can hand back an offer. */
    public void childSaid(Transition transition, JobId child, UpMessage message) {
        state.malleables()
                .find(child)
                .filter(one -> children.isHandingBack(child, one, message))
                .ifPresent(one -> transition.decide(new RescaleDecision.Settled(
                        child,
                        one.number(),
                        RescaleOutcome.DECLINED,
                        "the instance returned the offered resources, "
                                + one.offers().offered() + " slots in total")));
    }

    /** Ends proposals that have become pointless. O(proposed resources). */
    public void goOn(Transition transition) {
        for (JobId job : state.malleables().asked()) {
            Rescale proposal = state.malleables().require(job).proposal().orElseThrow();
            Optional<JobRecord> running = state.jobs().active(job).filter(it -> it.state() == JobState.RUNNING);
            if (running.isEmpty()) {
                settle(transition, job, proposal, RescaleOutcome.OVERTAKEN, "the job is being stopped");
            } else if (running.get().isInstance()) {
                children.endOf(running.get(), proposal)
                        .ifPresent(end -> settle(transition, job, proposal, end.outcome(), end.why()));
            } else if (!parts().holds(job, proposal.held())) {
                settle(transition, job, proposal, RescaleOutcome.OVERTAKEN, "the resources of the job have changed");
            }
        }
        calls.tellOfEnded(transition).forEach(this::forget);
    }
}
