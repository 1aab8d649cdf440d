package io.banyan.instance.release;

import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.Deadlines;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingClearings.Pending;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The steps of a {@link Draining}: vertices are chosen for an amount, their jobs are awaited or cancelled, child
 * instances are asked for resources, and idle resources are returned. Children are asked for chosen vertices all at
 * once, and for amounts one after the other.
 */
final class DrainingSteps {
    private static final String GIVE = ValueChecks.MADE_HERE + "give";

    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final Revocation revocation;
    private final JobStopper jobStopper;
    private final Choice choice;
    private final Victims victims;
    /**
     * The clearings that look for something once more, since their time is over: the children that were asked for that.
     */
    private final Map<String, Set<JobId>> askedOnceMore = new HashMap<>();

    DrainingSteps(InstanceState state, ResourceReturn resourceReturn, Revocation revocation, JobStopper jobStopper) {
        this.state = state;
        this.resourceReturn = resourceReturn;
        this.revocation = revocation;
        this.jobStopper = jobStopper;
        this.choice = new Choice(state);
        this.victims = new Victims(state);
    }

    /** Chooses vertices to return; they are drained, so that no other job gets them during the wait for their jobs. */
    void choose(Transition transition, String id, List<String> paths, boolean drains) {
        List<String> drained = paths.stream()
                .filter(path -> drains && !state.statuses().isLeaving(path) && state.isUsed(vertex(path)))
                .toList();
        if (!paths.isEmpty()) {
            transition.decide(new RevokeDecision.ClearingChose(id, paths, drained));
        }
    }

    private int vertex(String path) {
        return state.resources().graph().find(path);
    }

    /** Returns the chosen vertices that are idle. O(chosen vertices). */
    void give(Transition transition, Pending clearing) {
        Choice.Chosen going = choice.of(List.of());
        for (String path : clearing.chosen()) {
            choice.originOf(path)
                    .filter(origin -> others(clearing, origin, path).isEmpty())
                    .ifPresent(origin -> going.add(origin.id(), path));
        }
        if (!going.isEmpty()) {
            int count = clearing.returns().size();
            String id = clearing.id() + GIVE + state.path() + ValueChecks.MADE_HERE + count;
            resourceReturn.begin(transition, id, going.released(), going.parcels());
        }
    }

    /**
     * Returns the jobs that prevent its return. Resources that were grown for a job are its own, unless it may lose
     * them.
     */
    private Set<JobId> others(Pending clearing, GrantOrigin origin, String path) {
        Choice.Use use = choice.use(origin.id(), path);
        Set<JobId> others = new TreeSet<>(use.others());
        RevokeDecision.ClearingBegun begun = clearing.begun();
        boolean mayTake = !begun.forParent()
                || begun.rule() == UseRule.CANCEL
                || state.config().revoke() == RevokePolicy.GROWN;
        if (!mayTake) {
            use.owner().ifPresent(others::add);
        }
        return others;
    }

    /** Performs the steps that are possible now. Returns whether there is something to wait for. */
    boolean advance(Transition transition, Pending clearing) {
        if (clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts)) {
            if (awaitsChildren(clearing)) {
                return true;
            }
            if (clearing.begun().rule() == UseRule.AWAIT && takesFree(transition, clearing, counts)) {
                return false;
            }
            for (String type : victims.outerFirst(counts.keySet())) {
                if (choosesOrAsks(transition, clearing, type)) {
                    return true;
                }
            }
        }
        give(transition, clearing);
        boolean waits = awaitsChildren(clearing);
        Map<JobId, List<String>> ofChildren = new TreeMap<>();
        for (String path : clearing.chosen()) {
            waits |= clears(transition, clearing, path, ofChildren);
        }
        for (Map.Entry<JobId, List<String>> each : ofChildren.entrySet()) {
            Optional<JobRecord> child = state.jobs().active(each.getKey());
            waits |= child.isPresent() && asks(transition, clearing, child.get(), each.getValue());
        }
        return waits;
    }

    private boolean awaitsChildren(Pending clearing) {
        return !state.revokes().askedFor(clearing.id()).isEmpty();
    }

    /**
     * Sees to it that a chosen vertex gets out of use; where a child instance uses it, that is noted, so that each
     * child is asked for all of it at once. Returns whether jobs are to be waited for.
     */
    private boolean clears(Transition transition, Pending clearing, String path, Map<JobId, List<String>> ofChildren) {
        Optional<GrantOrigin> origin = choice.originOf(path);
        if (origin.isEmpty()) {
            return false;
        }
        boolean waits = false;
        for (JobId id : others(clearing, origin.get(), path)) {
            Optional<JobRecord> job = state.jobs().active(id);
            if (job.isPresent() && job.get().isInstance()) {
                ofChildren.computeIfAbsent(id, it -> new ArrayList<>()).add(path);
            } else {
                waits |= clearing.begun().rule() == UseRule.AWAIT;
                if (job.isPresent() && clearing.begun().rule() == UseRule.CANCEL) {
                    jobStopper.stop(transition, job.get(), JobState.CANCELLED, "its resources were reclaimed by force");
                }
            }
        }
        return waits;
    }

    /**
     * Chooses resources of a type to return, or asks a child for them. Returns whether a child was asked, so that its
     * answer is to be waited for.
     */
    private boolean choosesOrAsks(Transition transition, Pending clearing, String type) {
        RevokeDecision.ClearingBegun begun = clearing.begun();
        giveFree(transition, clearing, type, missing(clearing, type), List.of());
        if (asksNext(transition, clearing, type, UseRule.SPARE)) {
            return true;
        }
        if (begun.forParent() && state.config().revoke() == RevokePolicy.GROWN) {
            choose(transition, begun.id(), victims.grown(choice, type, missing(clearing, type)), false);
            give(transition, clearing);
        }
        if (begun.rule() == UseRule.SPARE) {
            return false;
        }
        choose(transition, begun.id(), victims.busy(begun, type, missing(clearing, type)), true);
        return asksNext(transition, clearing, type, begun.rule());
    }

    /** How much of a type has neither gone nor is chosen. */
    private long missing(Pending clearing, String type) {
        long notGiven = clearing.given().missing().getOrDefault(type, 0L);
        return Math.max(0, notGiven - victims.amount(clearing.chosen(), type));
    }

    /** Returns an amount of idle resources. */
    private void giveFree(Transition transition, Pending clearing, String type, long wanted, List<String> taken) {
        choose(transition, clearing.id(), victims.free(clearing.begun().forParent(), type, wanted, taken), false);
        give(transition, clearing);
    }

    /**
     * Takes resources that have become free since others were chosen that are still in use. Returns whether nothing is
     * missing any more.
     */
    private boolean takesFree(Transition transition, Pending clearing, Map<String, Long> counts) {
        boolean isGiven = true;
        give(transition, clearing);
        for (String type : victims.outerFirst(counts.keySet())) {
            long missing = clearing.given().missing().getOrDefault(type, 0L);
            giveFree(transition, clearing, type, missing, clearing.chosen());
            isGiven &= !clearing.given().missing().containsKey(type);
        }
        return isGiven;
    }

    /**
     * Handles the end of the time. Chosen resources that are still in use are given up, but others may have become free
     * meanwhile, here or at a child; each child is asked once more. Returns whether an answer is awaited.
     */
    boolean looksAgain(Transition transition, Pending clearing) {
        boolean isWaiting = awaitsChildren(clearing);
        if (clearing.begun().rule() != UseRule.AWAIT
                || !(clearing.begun().target() instanceof RevokeTarget.ByCounts(var counts))) {
            return false;
        }
        if (isWaiting && askedOnceMore.containsKey(clearing.id())) {
            return true;
        }
        return !takesFree(transition, clearing, counts) && asksOnceMore(transition, clearing);
    }

    /** Asks a child for its part of the chosen vertices, once. Returns whether it is to be waited for. */
    private boolean asks(Transition transition, Pending clearing, JobRecord child, List<String> chosen) {
        RevokeDecision.ClearingBegun begun = clearing.begun();
        Set<String> asked = clearing.askedOf(child.id());
        List<String> rest = chosen.stream()
                .flatMap(path -> state.childGrants().within(child.id(), path).stream())
                .filter(it -> !asked.contains(it))
                .limit(RevokeTarget.MOST)
                .toList();
        boolean isLost = child.child().orElseThrow().state() == ChildState.LOST;
        if (begun.rule() == UseRule.CANCEL && isLost) {
            jobStopper.stopInstance(
                    transition,
                    child,
                    JobState.CANCELLED,
                    "the instance is lost, and its resources were reclaimed by force");
            return true;
        }
        if (!rest.isEmpty() && child.state() == JobState.RUNNING && !(isLost && begun.rule() == UseRule.SPARE)) {
            ask(transition, clearing, child, new RevokeTarget.ByPaths(rest), begun.rule());
            return true;
        }
        boolean isAnswered = state.revokes().askedFor(clearing.id()).stream()
                .noneMatch(it -> it.child().equals(child.id()));
        if (isAnswered && begun.rule() == UseRule.CANCEL) {
            jobStopper.stopInstance(
                    transition,
                    child,
                    JobState.CANCELLED,
                    "the instance did not return resources that were reclaimed by force");
        }
        return !isAnswered || begun.rule() == UseRule.CANCEL || child.state() == JobState.STOPPING;
    }

    /**
     * Asks the next child, the youngest first, for the missing amount of a type. One at a time, so that no more than
     * the requested amount is returned.
     */
    private boolean asksNext(Transition transition, Pending clearing, String type, UseRule rule) {
        long missing = missing(clearing, type);
        Optional<JobRecord> next = missing == 0
                ? Optional.empty()
                : liveChildren().stream()
                        .filter(child -> !clearing.hasAsked(child.id(), rule, type))
                        .findFirst();
        next.ifPresent(
                child -> ask(transition, clearing, child, RevokeTarget.ByCounts.of(Map.of(type, missing)), rule));
        return next.isPresent();
    }

    /** Asks a child for something that a clearing needs. */
    private void ask(Transition transition, Pending clearing, JobRecord child, RevokeTarget target, UseRule rule) {
        long until = clearing.begun().untilMillis();
        long left = until - transition.nowMillis();
        // The child's answer must arrive before the asker of this instance gives it up.
        revocation.ask(transition, nextId(clearing), child.id(), target, rule, until == 0 ? 0 : until - left / 10);
    }

    private static String nextId(Pending clearing) {
        return clearing.id() + ValueChecks.MADE_HERE + clearing.askedCount();
    }

    /**
     * Asks the next child, the youngest first, for the amounts that are missing when the time is over; each once. The
     * asker of this instance waits for one lease beyond it. Returns whether a child was asked.
     */
    private boolean asksOnceMore(Transition transition, Pending clearing) {
        Set<JobId> asked = askedOnceMore.computeIfAbsent(clearing.id(), it -> new HashSet<>());
        for (JobRecord child : liveChildren()) {
            if (asked.add(child.id())) {
                long until = Deadlines.after(
                        transition.nowMillis(), state.config().limits().leaseMillis() / 4);
                var target = RevokeTarget.ByCounts.of(clearing.given().missing());
                revocation.ask(transition, nextId(clearing), child.id(), target, UseRule.SPARE, until);
                return true;
            }
        }
        return false;
    }

    /** The youngest first. */
    private List<JobRecord> liveChildren() {
        return state.jobs().activeInstances().reversed().stream()
                .filter(child -> child.state() == JobState.RUNNING
                        && child.child().orElseThrow().state() == ChildState.LIVE)
                .toList();
    }

    /** Forgets a clearing that is over. */
    void forget(Pending clearing) {
        askedOnceMore.remove(clearing.id());
    }
}
