package io.banyan.instance.hierarchy;

import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.turn.PendingCalls;
import io.banyan.instance.turn.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gets resources out of use and gives them back: those that the parent revokes, and those of a shrink that waits for
 * jobs or cancels them. What it does next follows from what was decided so far, so that a new process goes on where the
 * last one was. Where only an amount is wanted, in this order, each step for what is still missing after the one
 * before:
 *
 * <ol>
 * <li>what nobody uses;
 * <li>what child instances have free, the youngest asked first, each of which does the same in its turn;
 * <li>for the parent, and where the {@link RevokePolicy} says so: what was grown for jobs, the last grow first;
 * <li>where jobs are waited for or cancelled: what only jobs use that are no instances ({@link Victims#busy});
 * <li>where they are: what child instances have, in the same manner.
 * </ol>
 *
 * <p>What is free goes at once. What is waited for is drained, so that nobody else gets it; when the time is over, it
 * is up again, and what has become free elsewhere meanwhile is taken in its place. The cases of a parent's message:
 *
 * <table>
 * <caption>What arrives, and what is done</caption>
 * <tr><th>message</th><th>expected</th><th>repeated</th><th>late or unknown</th></tr>
 * <tr><td>revoke</td><td>as above; answered when all that is given is freed above</td><td>while it goes on: with a
 * sooner end it ends then, else nothing, the answer comes; after that: the same answer</td><td>of what is not here:
 * answered so; before this instance has its R: nothing, it is said again</td></tr>
 * </table>
 */
public final class Eviction {
    private final InstanceState state;
    private final EvictionFromChildren children;
    private final JobCompletion endings;
    private final ResourceUsers uses;
    private final Victims victims;
    private final Shortfall shortfall;
    private final EvictionDeadlines times;
    private final EvictionReturns returns;
    private final EvictionNotices news;
    private boolean isFresh;

    public Eviction(
            InstanceState state,
            ResourceReturn returning,
            Revocation revoking,
            JobCompletion endings,
            PendingCalls waiters) {
        this.state = state;
        this.children = new EvictionFromChildren(state, revoking, endings);
        this.endings = endings;
        this.uses = new ResourceUsers(state);
        this.victims = new Victims(state);
        this.shortfall = new Shortfall(state, victims);
        this.times = new EvictionDeadlines(state);
        this.returns = new EvictionReturns(state, uses, returning);
        this.news = new EvictionNotices(state, endings, waiters);
    }

    public long nextDeadline() {
        return times.next();
    }

    /** The parent wants something back. */
    public void revoked(Transition turn, DownMessage.Revoke revoke, boolean isStopping) {
        String id = EvictionNotices.idOf(revoke);
        if (!state.isJoined()) {
            return;
        }
        Optional<PendingEvictions.Pending> pending = state.clearings().pending(id);
        if (pending.isPresent()) {
            hurry(turn, pending.get(), revoke.timeoutMillis());
            return;
        }
        Optional<PendingEvictions.Settled> settled = state.clearings().settled(id);
        boolean declines = state.config().revoke() == RevokePolicy.DECLINE && revoke.rule() != UseRule.CANCEL;
        if (settled.isPresent()) {
            EvictionNotices.tellParent(turn, id, settled.get().why());
        } else if (isStopping) {
            EvictionNotices.tellParent(turn, id, "the instance is stopping");
        } else if (declines) {
            EvictionNotices.tellParent(turn, id, "its policy is to return nothing");
        } else {
            long until = revoke.timeoutMillis() == 0 ? 0 : Deadlines.after(turn.nowMillis(), revoke.timeoutMillis());
            begin(turn, new RevokeDecision.ClearingBegun(id, true, revoke.target(), revoke.rule(), until));
            if (revoke.target() instanceof RevokeTarget.ByPaths(List<String> paths)) {
                choose(turn, id, fromParent(paths), revoke.rule() != UseRule.SPARE);
            }
        }
    }

    /** The parent says it again: with the time that is left, or since it waits no longer. */
    private void hurry(Transition turn, PendingEvictions.Pending clearing, long timeoutMillis) {
        if (timeoutMillis > 0 && times.hasten(clearing, Deadlines.after(turn.nowMillis(), timeoutMillis))) {
            children.hurry(turn, clearing);
        }
    }

    /**
     * A client takes back a shrink that waits: what it drained is up again, children wait no longer either, and what
     * has gone stays gone. Returns false where none of this id waits.
     */
    boolean takeBack(Transition turn, String id) {
        Optional<PendingEvictions.Pending> clearing =
                state.clearings().pending(id).filter(it -> !it.begun().forParent());
        clearing.ifPresent(it -> {
            end(turn, it, "its resources were reclaimed");
            children.hurry(turn, it);
        });
        return clearing.isPresent();
    }

    /** Returns the parts of these paths that are here and came from the parent. */
    private List<String> fromParent(List<String> paths) {
        TreeSet<String> parts = new TreeSet<>();
        for (String path : paths) {
            boolean isPart = state.resources().graph().find(path) >= 0
                    && state.origins().of(path).isPresent();
            List<String> named = isPart ? List.of(path) : state.origins().topsBelow(path);
            named.stream()
                    .filter(it -> state.origins().of(it).orElseThrow().arrival() == GrowRoute.PARENT)
                    .forEach(parts::add);
        }
        return Paths.outermost(parts);
    }

    /** A client's shrink: what is in the way is waited for, or cancelled. */
    void begin(Transition turn, RevokeDecision.ClearingBegun begun) {
        turn.decide(begun);
        times.track(begun);
        isFresh = true;
    }

    /** These are to go; drained, so that nobody else gets them while their jobs are waited for. */
    void choose(Transition turn, String id, List<String> paths, boolean drains) {
        List<String> drained = paths.stream()
                .filter(path -> drains && !state.statuses().isLeaving(path) && state.isUsed(vertex(path)))
                .toList();
        if (!paths.isEmpty()) {
            turn.decide(new RevokeDecision.ClearingChose(id, paths, drained));
        }
    }

    private int vertex(String path) {
        return state.resources().graph().find(path);
    }

    /** The process is a new one: what was begun goes on. */
    public void restarted() {
        isFresh = true;
        state.clearings().pending().forEach(clearing -> times.track(clearing.begun()));
    }

    /** There is something new that those who wait may have to be told. */
    public void wake() {
        isFresh = true;
    }

    /** Takes the next steps; called after every event, and idle where nothing is being cleared. */
    public void goOn(Transition turn, boolean isStopping) {
        if (state.clearings().isEmpty()) {
            return;
        }
        Set<String> due = new HashSet<>(times.due(turn.nowMillis()));
        if (!isFresh && due.isEmpty() && !turn.hasFreed()) {
            return;
        }
        isFresh = false;
        for (PendingEvictions.Pending clearing : state.clearings().pending()) {
            long until = times.until(clearing);
            boolean isOver = isStopping || (until > 0 && until <= turn.nowMillis());
            boolean goesOn = !isStopping && (isOver ? looksAgain(turn, clearing) : advance(turn, clearing));
            returns.give(turn, clearing);
            boolean isReturned =
                    clearing.returns().stream().noneMatch(id -> state.returns().isPending(id));
            if (goesOn) {
                news.tellIfLong(turn, clearing);
            } else if (isReturned) {
                end(turn, clearing, isStopping ? "the instance is stopping" : shortfall.of(clearing));
            }
        }
    }

    /** Does what can be done now. Returns whether there is something to wait for. */
    private boolean advance(Transition turn, PendingEvictions.Pending clearing) {
        if (clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts)) {
            if (!state.revokes().askedFor(clearing.id()).isEmpty()) {
                return true;
            }
            if (clearing.begun().rule() == UseRule.AWAIT && takesFree(turn, clearing, counts)) {
                return false;
            }
            for (Map.Entry<String, Long> wanted : victims.outerFirst(counts)) {
                if (choosesOrAsks(turn, clearing, wanted.getKey(), wanted.getValue())) {
                    return true;
                }
            }
        }
        returns.give(turn, clearing);
        boolean waits = !state.revokes().askedFor(clearing.id()).isEmpty();
        Map<JobId, List<String>> ofChildren = new TreeMap<>();
        for (String path : clearing.chosen()) {
            waits |= clears(turn, clearing, path, ofChildren);
        }
        for (Map.Entry<JobId, List<String>> each : ofChildren.entrySet()) {
            Optional<JobRecord> child = state.jobs().active(each.getKey());
            waits |= child.isPresent() && children.asks(turn, clearing, child.get(), each.getValue());
        }
        return waits;
    }

    /**
     * Sees to it that a chosen vertex gets out of use; where a child instance uses it, that is noted, so that each
     * child is asked for all of it at once. Returns whether jobs are to be waited for.
     */
    private boolean clears(
            Transition turn, PendingEvictions.Pending clearing, String path, Map<JobId, List<String>> ofChildren) {
        Optional<GrantOrigin> origin =
                vertex(path) < 0 ? Optional.empty() : state.origins().of(path);
        if (origin.isEmpty()) {
            return false;
        }
        boolean waits = false;
        for (JobId id : returns.others(clearing, origin.get(), path)) {
            Optional<JobRecord> job = state.jobs().active(id);
            if (job.isPresent() && job.get().isInstance()) {
                ofChildren.computeIfAbsent(id, it -> new ArrayList<>()).add(path);
            } else {
                waits |= clearing.begun().rule() == UseRule.AWAIT;
                if (job.isPresent() && clearing.begun().rule() == UseRule.CANCEL) {
                    endings.stop(turn, job.get(), JobState.CANCELLED, "its resources were reclaimed by force");
                }
            }
        }
        return waits;
    }

    /**
     * Chooses what is given of a type, or asks a child for it. Returns whether a child was asked, so that its answer is
     * to be waited for.
     */
    private boolean choosesOrAsks(Transition turn, PendingEvictions.Pending clearing, String type, long wanted) {
        RevokeDecision.ClearingBegun begun = clearing.begun();
        boolean drains = begun.rule() != UseRule.SPARE;
        choose(
                turn,
                begun.id(),
                victims.free(begun.forParent(), type, missing(clearing, type, wanted), List.of()),
                false);
        returns.give(turn, clearing);
        if (children.asksNext(turn, clearing, type, missing(clearing, type, wanted), UseRule.SPARE)) {
            return true;
        }
        if (begun.forParent() && state.config().revoke() == RevokePolicy.GROWN) {
            choose(turn, begun.id(), victims.grown(uses, type, missing(clearing, type, wanted)), false);
            returns.give(turn, clearing);
        }
        if (drains) {
            choose(turn, begun.id(), victims.busy(begun, type, missing(clearing, type, wanted)), true);
        }
        return drains && children.asksNext(turn, clearing, type, missing(clearing, type, wanted), begun.rule());
    }

    /**
     * Takes what has become free since something was chosen that is still in use. Returns whether nothing is missing
     * any more.
     */
    private boolean takesFree(Transition turn, PendingEvictions.Pending clearing, Map<String, Long> counts) {
        boolean isGiven = true;
        returns.give(turn, clearing);
        for (Map.Entry<String, Long> wanted : victims.outerFirst(counts)) {
            String type = wanted.getKey();
            long missing = Math.max(0, wanted.getValue() - clearing.given(type));
            choose(
                    turn,
                    clearing.id(),
                    victims.free(clearing.begun().forParent(), type, missing, clearing.chosen()),
                    false);
            returns.give(turn, clearing);
            isGiven &= clearing.given(type) >= wanted.getValue();
        }
        return isGiven;
    }

    /**
     * The time is over. What was chosen and is still in use does not come any more, but something else may have become
     * free meanwhile, here or at a child, of which each is asked once more. Returns whether an answer is waited for.
     */
    private boolean looksAgain(Transition turn, PendingEvictions.Pending clearing) {
        boolean isWaiting = !state.revokes().askedFor(clearing.id()).isEmpty();
        if (clearing.begun().rule() != UseRule.AWAIT
                || !(clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts))) {
            return false;
        }
        if (isWaiting && children.areAskedOnceMore(clearing)) {
            return true;
        }
        if (takesFree(turn, clearing, counts)) {
            return false;
        }
        Map<String, Long> missing = new TreeMap<>();
        counts.forEach((type, wanted) -> {
            if (clearing.given(type) < wanted) {
                missing.put(type, wanted - clearing.given(type));
            }
        });
        return children.asksOnceMore(turn, clearing, missing);
    }

    private long missing(PendingEvictions.Pending clearing, String type, long wanted) {
        return Math.max(0, wanted - clearing.given(type) - victims.amount(clearing.chosen(), type));
    }

    private void end(Transition turn, PendingEvictions.Pending clearing, String why) {
        children.forget(clearing);
        times.forget(clearing);
        List<Unreleased> unreleased = clearing.returns().stream()
                .flatMap(it -> state.returns().settled(it).stream())
                .flatMap(it -> it.unreleased().stream())
                .toList();
        turn.decide(new RevokeDecision.ClearingEnded(clearing.id(), why, unreleased));
        news.ended(turn, clearing, why);
    }
}
