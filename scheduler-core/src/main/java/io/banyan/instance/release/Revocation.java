package io.banyan.instance.release;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingRevocations;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Asks child instances for resources back. A child sends the resources as returns. When it has answered, or its time is
 * over, the revoke is settled. With force, a child that has not returned everything by then is fenced: its process is
 * ended with all its descendants, and its whole grant is free. The cases:
 *
 * <table>
 * <caption>What arrives, and what is done</caption>
 * <tr><th>message</th><th>expected</th><th>repeated</th><th>late or unknown</th></tr>
 * <tr><td>reclaim, of a client</td><td>ask the child</td><td>while pending: the call joins; after that: the same
 * answer</td><td>of no child instance, or of one that is being stopped: refused</td></tr>
 * <tr><td>revoked, of the child</td><td>settle; with force and less than was wanted: fence, when the grace period is
 * over</td><td>nothing</td>
 * <td>nothing</td></tr>
 * <tr><td>register, of the child</td><td>say again what it has not answered</td><td>the same</td><td></td></tr>
 * <tr><td>heartbeat, of the child</td><td>the same, where that was said a lease ago</td><td></td><td></td></tr>
 * <tr><td>the end of the child's job</td><td>settle: all that it had is free</td><td></td><td></td></tr>
 * <tr><td>no answer for a lease beyond the time</td><td>with force: fence; else settle</td><td></td><td></td></tr>
 * <tr><td>the child is lost, where there is no time and no job is waited for</td><td>settle</td><td></td><td></td></tr>
 * </table>
 */
public final class Revocation {
    private final InstanceState state;
    private final JobStopper jobStopper;
    private final PendingCalls pendingCalls;
    private final ReleaseAnswers answers;
    private final DueTimes<String> deadlines = new DueTimes<>();
    /** When each was last said to the child. */
    private final Map<String, Long> saidAt = new HashMap<>();
    /** The revokes whose child has given less, and is fenced when the time is over. */
    private final Set<String> answered = new HashSet<>();
    /** The revokes whose child is being ended for them. */
    private final Map<String, JobId> fencing = new LinkedHashMap<>();

    public Revocation(InstanceState state, JobStopper jobStopper, PendingCalls pendingCalls) {
        this.state = state;
        this.jobStopper = jobStopper;
        this.pendingCalls = pendingCalls;
        this.answers = new ReleaseAnswers(state, pendingCalls);
    }

    public long nextDeadline() {
        return deadlines.next();
    }

    /** A client wants something back of a child. */
    public void clientAsked(Transition transition, String call, Request.Reclaim request) {
        String id = request.requestId();
        Optional<PendingRevocations.Asked> pending = state.revokes().pending(id);
        Optional<PendingRevocations.Settled> settled = state.revokes().settled(id);
        Optional<RevokeDecision.RevokeAsked> known = pending.map(PendingRevocations.Asked::decision)
                .or(() -> settled.map(PendingRevocations.Settled::asked));
        if (known.isPresent() && !isOf(known.get(), request)) {
            transition.fail(
                    call, ErrorCode.INVALID, "The request id " + id + " was already used for a different request.");
        } else if (pending.isPresent()) {
            pendingCalls.add(PendingCalls.reclaim(id), call);
        } else if (settled.isPresent()) {
            settled(transition, call, settled.get());
        } else {
            Optional<String> problem = problemWith(request);
            if (problem.isPresent()) {
                transition.fail(call, ErrorCode.WRONG_STATE, problem.get());
                return;
            }
            pendingCalls.add(PendingCalls.reclaim(id), call);
            boolean waits = request.graceMillis() > 0;
            long wait = waits ? request.graceMillis() : state.config().limits().leaseMillis();
            UseRule rule = waits ? UseRule.AWAIT : UseRule.SPARE;
            long until = Deadlines.after(transition.nowMillis(), wait);
            ask(
                    transition,
                    new RevokeDecision.RevokeAsked(id, request.job(), request.target(), rule, until, request.force()));
        }
    }

    private static boolean isOf(RevokeDecision.RevokeAsked asked, Request.Reclaim request) {
        return asked.child().equals(request.job()) && asked.target().equals(request.target());
    }

    private void settled(Transition transition, String call, PendingRevocations.Settled settled) {
        JobId child = settled.asked().child();
        boolean isOpen = settled.fenced() && state.jobs().active(child).isPresent();
        if (isOpen && jobStopper.isToldThatItTakesLong(transition, call, child)) {
            return;
        } else if (isOpen) {
            fencing.put(settled.asked().revokeId(), child);
            pendingCalls.add(PendingCalls.reclaim(settled.asked().revokeId()), call);
        } else {
            transition.reply(call, settled.answer());
        }
    }

    private Optional<String> problemWith(Request.Reclaim request) {
        JobId id = request.job();
        Optional<JobRecord> job = state.jobs().find(id);
        if (job.isEmpty()) {
            return Optional.of("there is no job " + id + " here");
        }
        if (!job.get().isInstance()) {
            return Optional.of(
                    "job " + id + " is not an instance that can return resources; cancel the job or a part of it");
        }
        if (job.get().state() != JobState.RUNNING) {
            return Optional.of(
                    "instance " + state.childPath(id) + " is " + job.get().state());
        }
        if (request.target() instanceof RevokeTarget.ByPaths(List<String> paths)) {
            return paths.stream()
                    .filter(path -> state.childGrants().within(id, path).isEmpty())
                    .findFirst()
                    .map(path -> "instance " + state.childPath(id) + " has no resources of " + path);
        }
        return Optional.empty();
    }

    /**
     * Asks a child for resources back.
     *
     * @param untilMillis until when the child may wait for jobs of its own; 0 for as long as it takes
     */
    public void ask(
            Transition transition, String id, JobId child, RevokeTarget target, UseRule rule, long untilMillis) {
        ask(transition, new RevokeDecision.RevokeAsked(id, child, target, rule, untilMillis, false));
    }

    /** Ends the wait for a revoke of a child, if it has not ended yet. */
    void hurry(Transition transition, RevokeDecision.RevokeAsked asked) {
        long now = transition.nowMillis() + 1;
        if (asked.untilMillis() == 0 || asked.untilMillis() > now) {
            ask(
                    transition,
                    new RevokeDecision.RevokeAsked(
                            asked.revokeId(), asked.child(), asked.target(), asked.rule(), now, asked.force()));
        }
    }

    private void ask(Transition transition, RevokeDecision.RevokeAsked asked) {
        transition.decide(asked);
        track(asked);
        say(transition, asked);
    }

    private void track(RevokeDecision.RevokeAsked asked) {
        if (asked.untilMillis() > 0) {
            long lease = state.config().limits().leaseMillis();
            deadlines.set(asked.revokeId(), Deadlines.after(asked.untilMillis(), lease));
        }
    }

    private void say(Transition transition, RevokeDecision.RevokeAsked asked) {
        long left = asked.untilMillis() == 0 ? 0 : Math.max(1, asked.untilMillis() - transition.nowMillis());
        saidAt.put(asked.revokeId(), transition.nowMillis());
        transition.add(new Effect.ToChild(
                asked.child(), new DownMessage.Revoke(asked.revokeId(), asked.target(), asked.rule(), left)));
    }

    /** Handles a new process. Its children will register, and are notified then. */
    public void restarted() {
        state.revokes().pending().forEach(asked -> track(asked.decision()));
    }

    /** A child says something. */
    public void said(Transition transition, JobId child, UpMessage message) {
        switch (message) {
            case UpMessage.Register it -> state.revokes().of(child).forEach(asked -> say(transition, asked.decision()));
            case UpMessage.Heartbeat it -> sayAgain(transition, child);
            case UpMessage.Revoked revoked -> revoked(transition, child, revoked);
            case UpMessage other -> {
                // The code that frees the returned resources records them.
            }
        }
    }

    private void sayAgain(Transition transition, JobId child) {
        long before = transition.nowMillis() - state.config().limits().leaseMillis();
        for (PendingRevocations.Asked asked : state.revokes().of(child)) {
            if (saidAt.getOrDefault(asked.id(), 0L) <= before && !answered.contains(asked.id())) {
                say(transition, asked.decision());
            }
        }
    }

    private void revoked(Transition transition, JobId child, UpMessage.Revoked message) {
        Optional<PendingRevocations.Asked> pending = state.revokes()
                .pending(message.revokeId())
                .filter(asked -> asked.child().equals(child));
        if (pending.isEmpty()) {
            return;
        }
        RevokeDecision.RevokeAsked asked = pending.get().decision();
        boolean isMet = isMet(pending.get());
        String why = isMet ? "" : message.why().isEmpty() ? "the instance cannot return more" : message.why();
        if (isMet || !asked.force()) {
            settle(transition, asked, why, false);
        } else if (asked.untilMillis() <= transition.nowMillis()) {
            fence(transition, asked, why);
        } else {
            answered.add(asked.revokeId());
            deadlines.set(asked.revokeId(), asked.untilMillis());
        }
    }

    private boolean isMet(PendingRevocations.Asked asked) {
        return switch (asked.decision().target()) {
            case RevokeTarget.ByPaths(List<String> paths) ->
                paths.stream()
                        .allMatch(path ->
                                state.childGrants().within(asked.child(), path).isEmpty());
            case RevokeTarget.ByCounts it -> asked.came().missing().isEmpty();
        };
    }

    /** The time of these is over. */
    public void timeReached(Transition transition) {
        for (String id : deadlines.due(transition.nowMillis())) {
            state.revokes().pending(id).ifPresent(asked -> {
                boolean isMet = isMet(asked);
                String why = answered.contains(id)
                        ? "the instance did not return everything"
                        : "the instance did not answer in time";
                if (asked.decision().force() && !isMet) {
                    fence(transition, asked.decision(), why);
                } else {
                    settle(transition, asked.decision(), isMet ? "" : why, false);
                }
            });
        }
    }

    private void fence(Transition transition, RevokeDecision.RevokeAsked asked, String why) {
        settle(transition, asked, why, true);
        state.jobs().active(asked.child()).ifPresent(job -> {
            String detail = "fenced because it had to return resources: " + why;
            jobStopper.stopInstance(transition, job, JobState.CANCELLED, detail);
        });
    }

    /** Takes the next steps; called after every event. */
    public void goOn(Transition transition) {
        for (PendingRevocations.Asked asked : state.revokes().isEmpty()
                ? List.<PendingRevocations.Asked>of()
                : state.revokes().pending()) {
            if (state.jobs().active(asked.child()).isEmpty()) {
                settle(transition, asked.decision(), isMet(asked) ? "" : "the instance has ended", false);
            } else if (isInVain(asked.decision())) {
                settle(transition, asked.decision(), isMet(asked) ? "" : "the instance is lost", false);
            }
        }
        for (Map.Entry<String, JobId> fenced :
                fencing.isEmpty() ? List.<Map.Entry<String, JobId>>of() : new ArrayList<>(fencing.entrySet())) {
            if (state.jobs().active(fenced.getValue()).isEmpty()) {
                fencing.remove(fenced.getKey());
                answers.revoked(transition, fenced.getKey());
            }
        }
    }

    /** Answers the askers of a revoke whose fenced child takes longer to end than they should wait. */
    public void takesLong(Transition transition, JobId child) {
        for (Map.Entry<String, JobId> fenced : new ArrayList<>(fencing.entrySet())) {
            if (fenced.getValue().equals(child)
                    && jobStopper.takesLong(transition, PendingCalls.reclaim(fenced.getKey()), child)) {
                fencing.remove(fenced.getKey());
            }
        }
    }

    /**
     * Whether a clearing that waits for no jobs waits for a child that may never answer. If the clearing waits for
     * jobs, or if a client asked, it also waits for the child, as long as there is time.
     */
    private boolean isInVain(RevokeDecision.RevokeAsked asked) {
        return asked.untilMillis() == 0
                && asked.rule() != UseRule.AWAIT
                && state.jobs()
                        .active(asked.child())
                        .flatMap(JobRecord::child)
                        .filter(child -> child.state() == ChildState.LOST)
                        .isPresent();
    }

    private void settle(Transition transition, RevokeDecision.RevokeAsked asked, String why, boolean fenced) {
        String id = asked.revokeId();
        deadlines.remove(id);
        saidAt.remove(id);
        answered.remove(id);
        transition.decide(new RevokeDecision.RevokeSettled(id, why, fenced));
        if (fenced) {
            fencing.put(id, asked.child());
        } else {
            answers.revoked(transition, id);
        }
    }
}
