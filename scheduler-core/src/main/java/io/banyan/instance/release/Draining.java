package io.banyan.instance.release;

import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingClearings;
import io.banyan.instance.state.PendingClearings.Pending;
import io.banyan.instance.transition.DueTimes;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The second phase of a release: the clearing of resources that must be returned: those that the parent revokes, and
 * those of a shrink that waits for jobs or cancels them. The next step follows from the earlier decisions, so that a
 * new process continues after the last one. If only an amount is requested, the steps are, each for the amount that is
 * still missing after the one before:
 *
 * <ol>
 * <li>idle resources;
 * <li>free resources of child instances, the youngest asked first, each of which does the same in its turn;
 * <li>for the parent, and if the {@link RevokePolicy} permits it: resources that were grown for jobs, the last grow
 * first;
 * <li>if jobs are waited for or cancelled: resources that only jobs without instances use ({@link Victims#busy});
 * <li>in the same case: other resources of child instances, in the same manner.
 * </ol>
 *
 * <p>Free resources are returned at once. Resources in use are drained, so that no other job gets them. When the time
 * is over, they are up again, and resources that have become free elsewhere meanwhile are taken in their place. The
 * cases of a parent's message:
 *
 * <table>
 * <caption>What arrives, and what is done</caption>
 * <tr><th>message</th><th>expected</th><th>repeated</th><th>late or unknown</th></tr>
 * <tr><td>revoke</td><td>as above; answered when all that is given is freed above</td><td>while it goes on: with a
 * sooner end it ends then, else nothing, the answer comes; after that: the same answer</td><td>of what is not here:
 * answered so; before this instance has its R: nothing, it is said again</td></tr>
 * </table>
 */
public final class Draining {
    private final InstanceState state;
    private final Revocation revocation;
    private final JobStopper jobStopper;
    private final PendingCalls pendingCalls;
    private final Choice choice;
    private final DrainingSteps steps;
    private final ReleaseAnswers answers;
    /** The ends of the clearings; a clearing has none where it waits as long as it takes. */
    private final DueTimes<String> deadlines = new DueTimes<>();
    /**
     * The deadlines of the clearings that the parent wants to be over sooner than it first said. A new process hears of
     * it when it registers.
     */
    private final Map<String, Long> sooner = new HashMap<>();

    private boolean isFresh;

    public Draining(
            InstanceState state,
            ResourceReturn resourceReturn,
            Revocation revocation,
            JobStopper jobStopper,
            PendingCalls pendingCalls) {
        this.state = state;
        this.revocation = revocation;
        this.jobStopper = jobStopper;
        this.pendingCalls = pendingCalls;
        this.choice = new Choice(state);
        this.steps = new DrainingSteps(state, resourceReturn, revocation, jobStopper);
        this.answers = new ReleaseAnswers(state, pendingCalls);
    }

    public long nextDeadline() {
        return deadlines.next();
    }

    /** The parent wants something back. */
    public void revoked(Transition transition, DownMessage.Revoke revoke, boolean isStopping) {
        String id = ReleaseAnswers.idOf(revoke);
        if (!state.isJoined()) {
            return;
        }
        Optional<Pending> pending = state.clearings().pending(id);
        if (pending.isPresent()) {
            hurry(transition, pending.get(), revoke.timeoutMillis());
            return;
        }
        Optional<PendingClearings.Settled> settled = state.clearings().settled(id);
        boolean declines = state.config().revoke() == RevokePolicy.DECLINE && revoke.rule() != UseRule.CANCEL;
        if (settled.isPresent()) {
            ReleaseAnswers.tellParent(transition, id, settled.get().why());
        } else if (isStopping) {
            ReleaseAnswers.tellParent(transition, id, "the instance is stopping");
        } else if (declines) {
            ReleaseAnswers.tellParent(transition, id, "its policy is to return nothing");
        } else {
            begin(transition, id, true, revoke.target(), revoke.rule(), revoke.timeoutMillis());
            if (revoke.target() instanceof RevokeTarget.ByPaths(List<String> paths)) {
                choose(transition, id, choice.fromParent(paths), revoke.rule());
            }
        }
    }

    /**
     * The parent says it again: with the time that is left, or since it waits no longer. Nothing changes where that is
     * no sooner by more than a lease.
     */
    private void hurry(Transition transition, Pending clearing, long timeoutMillis) {
        long at = Deadlines.after(transition.nowMillis(), timeoutMillis);
        long until = until(clearing);
        if (timeoutMillis > 0
                && (until == 0 || at < until - state.config().limits().leaseMillis())) {
            sooner.put(clearing.id(), at);
            deadlines.set(clearing.id(), at);
            hurryChildren(transition, clearing);
        }
    }

    /** When a clearing is over; 0 where it waits as long as it takes. */
    private long until(Pending clearing) {
        return sooner.getOrDefault(clearing.id(), clearing.begun().untilMillis());
    }

    /** Notifies the children that have not answered that the time is over. */
    private void hurryChildren(Transition transition, Pending clearing) {
        state.revokes().askedFor(clearing.id()).forEach(asked -> revocation.hurry(transition, asked.decision()));
    }

    /**
     * Ends a waiting shrink at a client's request: drained vertices are up again, children stop waiting too, and
     * returned resources stay returned. Returns false if no shrink of this id waits.
     */
    boolean takeBack(Transition transition, String id) {
        Optional<Pending> clearing =
                state.clearings().pending(id).filter(it -> !it.begun().forParent());
        clearing.ifPresent(it -> {
            end(transition, it, "the request was withdrawn");
            hurryChildren(transition, it);
        });
        return clearing.isPresent();
    }

    /**
     * Begins to get resources out of use.
     *
     * @param waitMillis how long jobs are waited for; 0 for as long as it takes
     */
    void begin(
            Transition transition, String id, boolean forParent, RevokeTarget target, UseRule rule, long waitMillis) {
        long until = waitMillis == 0 ? 0 : Deadlines.after(transition.nowMillis(), waitMillis);
        var begun = new RevokeDecision.ClearingBegun(id, forParent, target, rule, until);
        transition.decide(begun);
        track(begun);
        isFresh = true;
    }

    private void track(RevokeDecision.ClearingBegun begun) {
        if (begun.untilMillis() > 0) {
            deadlines.set(begun.id(), begun.untilMillis());
        }
    }

    /** Chooses vertices to return; unless their jobs are spared, no other job gets them meanwhile. */
    void choose(Transition transition, String id, List<String> paths, UseRule rule) {
        steps.choose(transition, id, paths, rule != UseRule.SPARE);
    }

    /** Handles a new process: clearings that had begun continue. */
    public void restarted() {
        isFresh = true;
        state.clearings().pending().forEach(clearing -> track(clearing.begun()));
    }

    /** Records a change that waiting calls may have to receive. */
    public void wake() {
        isFresh = true;
    }

    /** Takes the next steps; called after every event, and idle where nothing is being cleared. */
    public void goOn(Transition transition, boolean isStopping) {
        if (state.clearings().isEmpty()) {
            return;
        }
        Set<String> due = new HashSet<>(deadlines.due(transition.nowMillis()));
        if (!isFresh && due.isEmpty() && !transition.hasFreed()) {
            return;
        }
        isFresh = false;
        for (Pending clearing : state.clearings().pending()) {
            long until = until(clearing);
            boolean isOver = isStopping || (until > 0 && until <= transition.nowMillis());
            boolean goesOn = !isStopping
                    && (isOver ? steps.looksAgain(transition, clearing) : steps.advance(transition, clearing));
            steps.give(transition, clearing);
            boolean isReturned =
                    clearing.returns().stream().noneMatch(id -> state.returns().isPending(id));
            if (goesOn) {
                tellIfLong(transition, clearing);
            } else if (isReturned) {
                end(transition, clearing, isStopping ? "the instance is stopping" : answers.shortfall(clearing));
            }
        }
    }

    /**
     * A client that requests resources by force waits for the end of the children that have them. If that is known to
     * take long, the client receives an answer; the shrink continues.
     */
    private void tellIfLong(Transition transition, Pending clearing) {
        String waiting = PendingCalls.shrink(clearing.id());
        if (clearing.begun().rule() != UseRule.CANCEL || !pendingCalls.isAwaited(waiting)) {
            return;
        }
        state.jobs().activeInstances().stream()
                .map(JobRecord::id)
                .filter(child -> clearing.chosen().stream()
                        .anyMatch(
                                path -> !state.childGrants().within(child, path).isEmpty()))
                .forEach(child -> jobStopper.takesLong(transition, waiting, child));
    }

    private void end(Transition transition, Pending clearing, String why) {
        steps.forget(clearing);
        sooner.remove(clearing.id());
        deadlines.remove(clearing.id());
        List<Unreleased> unreleased = clearing.returns().stream()
                .flatMap(it -> state.returns().settled(it).stream())
                .flatMap(it -> it.unreleased().stream())
                .toList();
        transition.decide(new RevokeDecision.ClearingEnded(clearing.id(), why, unreleased));
        answers.cleared(transition, clearing, why);
    }
}
