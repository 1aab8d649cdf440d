package io.banyan.instance.hierarchy;

import io.banyan.graph.Selection;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.AmbiguousNames;
import io.banyan.instance.transition.CountedMatcher;
import io.banyan.instance.transition.Transition;
import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.util.List;
import java.util.Optional;

/**
 * MatchGrow (Milroy et al., algorithm 1). An instance first matches in its own graph. If that fails, it asks the parent
 * and the providers one after the other, in the configured order. If all fail, it refuses with the reasons of every
 * source. The level that has the resources books them to the job of the next child on the path before it sends them.
 * Each level below attaches and books them in one step. A waiting grow holds no resources. The cases:
 *
 * <table>
 * <caption>What arrives, and what is done</caption>
 * <tr><th>message</th><th>expected</th><th>repeated</th><th>late</th><th>unknown</th></tr>
 * <tr><td>grow of a client or a child</td><td>match here, else ask on</td><td>granted: the same grant; waiting: the
 * call joins; given back: refused</td><td>of a job that has ended: refused</td><td>of an id that serves another asker
 * or jobspec: refused</td></tr>
 * <tr><td>granted, by the parent</td><td>attach, book, answer below</td><td>held here or given back:
 * nothing</td><td>the asker gave up, or asks a provider by now: handed back up</td><td>handed back up, logged; so is
 * one that answers another jobspec of the same id</td></tr>
 * <tr><td>refused, by the parent</td><td>next source, or refuse below</td><td>nothing</td><td>nothing</td><td>nothing,
 * also where it answers another jobspec of the same id</td></tr>
 * <tr><td>provisioned, by a provider</td><td>graft, attach, book, answer below</td><td>held here or given back:
 * nothing</td><td>released at that provider, logged</td><td>the same; only logged, where something of another call for
 * this id is open</td></tr>
 * <tr><td>refused, by a provider</td><td>next source, which can be the next provider, or refuse
 * below</td><td>nothing</td><td>it is not waited for any more</td>
 * <td>nothing</td></tr>
 * <tr><td>failed, by a provider</td><td>release all that it may have brought; no other provider is asked for this id as
 * long as that is open, so the parent, if it was not asked yet, or refuse below</td><td>nothing</td><td>release all
 * that it may have brought</td><td>nothing</td></tr>
 * <tr><td>deadline</td><td>refuse below, send the parent the end of the wait; a grant that arrives now is
 * late</td><td></td><td></td><td></td></tr>
 * <tr><td>client left</td><td>deadline after a while, unless it asks
 * again</td><td>nothing</td><td>nothing</td><td>nothing</td></tr>
 * <tr><td>child gave up</td><td>as at its deadline</td><td>nothing</td><td>granted: it comes
 * back</td><td>nothing</td></tr>
 * </table>
 */
public final class Grows {
    /** So long a client may take to come back that has lost its connection. */
    public static final long AGAIN_MILLIS = 5_000;

    private final InstanceState state;
    private final CountedMatcher matching;
    private final PendingGrows pending = new PendingGrows();
    private final GrowReplies replies;
    private final GrowSources sources;
    private final Splits splits;
    private final AmbiguousNames names;

    public Grows(InstanceState state, CountedMatcher matching, ResourceReturn resourceReturn) {
        this.state = state;
        this.matching = matching;
        this.replies = new GrowReplies(state);
        this.splits = new Splits(state, matching);
        this.names = new AmbiguousNames(state);
        this.sources = new GrowSources(state, pending, replies, resourceReturn, splits);
    }

    /** How many wait. */
    public int size() {
        return pending.size();
    }

    public long nextDeadline() {
        return pending.nextDeadline();
    }

    /** The counters. */
    public GrowReplies replies() {
        return replies;
    }

    /** Returns the sources of grows, which handle the answers of parent and providers. */
    public GrowSources sources() {
        return sources;
    }

    /** A client asks for a job, or for the instance itself. */
    public void clientAsked(Transition transition, String call, Request.Grow request) {
        String id = request.requestId();
        if (request.job().isPresent()) {
            Optional<String> problem = problemWith(request.job().get());
            if (problem.isPresent()) {
                transition.fail(call, ErrorCode.WRONG_STATE, problem.get());
                return;
            }
        }
        Optional<GrantOrigin> known = state.origins().find(id);
        PendingGrow waiting = pending.find(id);
        boolean taken = known.filter(it -> !it.answers(request.job(), request.jobspec()))
                        .isPresent()
                || (waiting != null && !waiting.isAskedBy(Optional.empty(), request.job(), request.jobspec()))
                || state.childGrants().holder(id).isPresent();
        if (taken) {
            transition.fail(call, ErrorCode.INVALID, usedFor(id));
        } else if (known.isPresent()) {
            transition.reply(call, new Answer.Grown(known.get().grant(), request.job(), true));
        } else if (waiting != null) {
            waiting.calls().add(call);
            pending.wait(waiting);
        } else {
            long wait = request.timeoutMillis() > 0
                    ? request.timeoutMillis()
                    : state.config().limits().growMillis();
            int hops = state.config().limits().maxHops();
            var grow = new PendingGrow(
                    id,
                    Optional.empty(),
                    request.job(),
                    request.jobspec(),
                    hops,
                    Deadlines.after(transition.nowMillis(), wait));
            grow.calls().add(call);
            first(transition, grow);
        }
    }

    /**
     * Handles the loss of a client's connection: a client that still wants the grow asks again, under the same id;
     * otherwise the client has given up, and the levels above stop their search.
     */
    public void clientLeft(Transition transition, String call) {
        for (PendingGrow grow : pending.all()) {
            if (grow.calls().remove(call) && grow.calls().isEmpty()) {
                pending.hurry(grow, Deadlines.after(transition.nowMillis(), AGAIN_MILLIS));
            }
        }
    }

    /** A child does not wait for this any more. */
    void childGaveUp(Transition transition, JobId child, String requestId) {
        PendingGrow grow = pending.find(requestId);
        if (grow != null && grow.child().equals(Optional.of(child))) {
            pending.remove(grow);
            sources.giveUp(transition, grow);
        }
    }

    private static String usedFor(String id) {
        return "The request id " + id + " was already used for a different request.";
    }

    private Optional<String> problemWith(JobId id) {
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            return Optional.of("there is no job " + id + " here");
        }
        if (job.get().state() != JobState.RUNNING) {
            return Optional.of("job " + id + " is " + job.get().state() + "; only a running job can grow");
        }
        return job.get()
                .child()
                .map(child -> "job " + id + " is an instance; send the request to that instance, at " + child.path());
    }

    /** A child asks for its job. */
    void childAsked(Transition transition, JobId child, UpMessage.Grow request) {
        String id = request.requestId();
        Optional<Grant> known = state.childGrants().find(child, id);
        PendingGrow waiting = pending.find(id);
        var grow = new PendingGrow(
                id,
                Optional.of(child),
                Optional.of(child),
                request.jobspec(),
                Math.min(request.hops(), state.config().limits().maxHops()),
                Deadlines.after(transition.nowMillis(), request.timeoutMillis()));
        boolean isRunning = state.jobs()
                .find(child)
                .filter(job -> job.state() == JobState.RUNNING)
                .isPresent();
        if (state.childGrants().isOfAnother(child, id, request.jobspec())) {
            replies.refuse(transition, grow, usedFor(id));
        } else if (known.isPresent()) {
            transition.add(new Effect.ToChild(child, new DownMessage.Granted(known.get(), grow.asked())));
        } else if (!isRunning) {
            replies.refuse(transition, grow, "job " + child + " is not running");
        } else if (waiting != null && waiting.isAskedBy(grow.child(), grow.job(), grow.jobspec())) {
            return; // The answer comes when it is there.
        } else if (waiting != null || state.origins().find(id).isPresent()) {
            replies.refuse(transition, grow, usedFor(id));
        } else if (state.childGrants().isSpent(child, id)) {
            replies.refuse(transition, grow, "request " + id + " was granted and has been returned");
        } else {
            first(transition, grow);
        }
    }

    /** Handles a new grow: tries the own graph, then passes the grow on. */
    private void first(Transition transition, PendingGrow grow) {
        if (state.origins().isSpent(grow.requestId())) {
            replies.refuse(transition, grow, "request " + grow.requestId() + " was granted and has been returned");
            return;
        }
        Optional<String> ambiguous = names.refusal(grow.jobspec());
        if (ambiguous.isPresent()) {
            replies.refuse(transition, grow, ambiguous.get());
            return;
        }
        try {
            if (isMetLocally(transition, grow)) {
                return;
            }
        } catch (JobspecException e) {
            replies.refuse(transition, grow, ValueChecks.sentenceOf(e));
            return;
        }
        if (grow.reasons().stream().anyMatch(level -> level.reasons().contains(Reason.SHARED_ONLY))) {
            // No other source can grant it, either.
            replies.refuse(transition, grow);
            return;
        }
        Extensions asked = grow.jobspec().attributes().extensions();
        if (asked.near().isPresent() && !asked.elsewhere()) {
            replies.refuse(transition, grow);
            return;
        }
        if (pending.size() >= state.config().limits().maxPendingGrows()) {
            replies.refuse(transition, grow, pending.size() + " grows are already waiting, which is the limit");
            return;
        }
        if (asked.near().isEmpty() && !sources.inOrder().isEmpty() && !split(transition, grow)) {
            return;
        }
        grow.sources().addAll(sources.inOrder());
        pending.add(grow);
        sources.askNext(transition, grow);
    }

    /**
     * Finds out how much of it is here, where the rest can be asked for alone. Returns false where it had to be
     * refused.
     */
    private boolean split(Transition transition, PendingGrow grow) {
        try {
            splits.split(transition, grow).ifPresent(grow::split);
            return true;
        } catch (JobspecException e) {
            replies.refuse(transition, grow, ValueChecks.sentenceOf(e));
            return false;
        }
    }

    /** An instance that grows itself has enough where something free fits; a job gets what fits. */
    private boolean isMetLocally(Transition transition, PendingGrow grow) throws JobspecException {
        GrantSource here = GrantSource.graphOf(state.path());
        Jobspec jobspec = grow.jobspec();
        MatchResult result;
        if (grow.job().isPresent()) {
            JobRecord job = state.jobs().find(grow.job().get()).orElseThrow();
            result = matching.more(jobspec, job, transition.nowSec());
        } else {
            result = matching.match(jobspec, MatchOperation.WITHOUT_ALLOCATING, transition.nowSec());
        }
        switch (result) {
            case MatchResult.Allocated found -> {
                Grant grant = grantOf(grow, found.selection(), here);
                transition.decide(
                        new GrowDecision.Grown(grant, grow.job(), jobspec, GrowRoute.LOCAL, List.of()),
                        found.selection());
                replies.granted(transition, grow, grant, true);
                return true;
            }
            case MatchResult.Matched found -> {
                replies.granted(transition, grow, grantOf(grow, found.selection(), here), false);
                return true;
            }
            case MatchResult.Busy busy -> {
                grow.reasons().add(LevelReasons.here(state.path(), busy.reasons()));
                jobspec.attributes()
                        .extensions()
                        .near()
                        .ifPresent(node -> grow.reasons()
                                .add(LevelReasons.because(
                                        state.path(),
                                        LevelReasons.LOCAL,
                                        "a process that is forked on " + node + " can share that node")));
            }
            case MatchResult.Unsatisfiable never -> {
                grow.reasons().add(LevelReasons.here(state.path(), never.reasons()));
                if (jobspec.attributes().extensions().near().isPresent()) {
                    // The node is wrong, or there is no topology: no other source can grant it, either.
                    replies.refuse(transition, grow);
                    return true;
                }
            }
            case MatchResult.Reserved it -> throw new IllegalStateException("a grow reserves nothing");
            case MatchResult.Satisfiable it -> throw new IllegalStateException("a grow asks for resources");
        }
        return false;
    }

    private Grant grantOf(PendingGrow grow, Selection selection, GrantSource source) {
        return new Grant(grow.requestId(), state.resources().subgraphOf(selection), source);
    }

    /** The time of these is over. */
    public void timeReached(Transition transition) {
        for (PendingGrow grow : pending.takeDue(transition.nowMillis())) {
            String asked = grow.sources().getFirst().label();
            grow.reasons().add(LevelReasons.because(state.path(), asked, "no answer arrived in time"));
            sources.giveUp(transition, grow);
            replies.refuse(transition, grow);
        }
    }

    /** A job has ended: nothing is wanted for it any more. */
    void jobEnded(Transition transition, JobId job) {
        for (PendingGrow grow : pending.all()) {
            if (grow.job().equals(Optional.of(job))) {
                pending.remove(grow);
                sources.giveUp(transition, grow);
                replies.refuse(transition, grow, "job " + job + " has ended");
            }
        }
    }

    /** The instance stops: nothing is wanted any more. */
    void stop(Transition transition) {
        for (PendingGrow grow : pending.all()) {
            pending.remove(grow);
            sources.giveUp(transition, grow);
            replies.refuse(transition, grow, "the instance is stopping");
        }
    }
}
