package io.banyan.instance.hierarchy;

import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.turn.Transition;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests of an {@link Eviction} to child instances: what they have of chosen vertices, all of them at once; and
 * amounts, one child after the other.
 */
final class EvictionFromChildren {
    private final InstanceState state;
    private final Revocation revoking;
    private final JobCompletion endings;
    /**
     * The clearings that look for something once more, since their time is over: the children that were asked for that.
     */
    private final Map<String, Set<JobId>> askedOnceMore = new HashMap<>();

    EvictionFromChildren(InstanceState state, Revocation revoking, JobCompletion endings) {
        this.state = state;
        this.revoking = revoking;
        this.endings = endings;
    }

    /** Asks a child for what it has of chosen vertices, once. Returns whether it is to be waited for. */
    boolean asks(Transition turn, PendingEvictions.Pending clearing, JobRecord child, List<String> chosen) {
        RevokeDecision.ClearingBegun begun = clearing.begun();
        Set<String> asked = clearing.askedOf(child.id());
        List<String> rest = chosen.stream()
                .flatMap(path -> state.childGrants().within(child.id(), path).stream())
                .filter(it -> !asked.contains(it))
                .limit(RevokeTarget.MOST)
                .toList();
        boolean isLost = child.child().orElseThrow().state() == ChildState.LOST;
        if (begun.rule() == UseRule.CANCEL && isLost) {
            endings.stopInstance(
                    turn, child, JobState.CANCELLED, "the instance is lost, and its resources were reclaimed by force");
            return true;
        }
        if (!rest.isEmpty() && child.state() == JobState.RUNNING && !(isLost && begun.rule() == UseRule.SPARE)) {
            revoking.askFor(turn, clearing, child.id(), new RevokeTarget.ByPaths(rest), begun.rule());
            return true;
        }
        boolean isAnswered = state.revokes().askedFor(clearing.id()).stream()
                .noneMatch(it -> it.child().equals(child.id()));
        if (isAnswered && begun.rule() == UseRule.CANCEL) {
            endings.stopInstance(turn, child, JobState.CANCELLED, "the instance did not return resources that were reclaimed by force");
        }
        return !isAnswered || begun.rule() == UseRule.CANCEL || child.state() == JobState.STOPPING;
    }

    /**
     * Asks the next child, the youngest first, for what is missing of a type. One at a time, so that not more comes
     * than is wanted.
     */
    boolean asksNext(Transition turn, PendingEvictions.Pending clearing, String type, long missing, UseRule rule) {
        if (missing == 0) {
            return false;
        }
        for (JobRecord child : liveChildren()) {
            if (!clearing.hasAsked(child.id(), rule, type)) {
                var target = RevokeTarget.ByCounts.of(Map.of(type, missing));
                revoking.askFor(turn, clearing, child.id(), target, rule);
                return true;
            }
        }
        return false;
    }

    /**
     * Asks the next child, the youngest first, for amounts that are missing when the time is over; each once. Returns
     * whether one was asked.
     */
    boolean asksOnceMore(Transition turn, PendingEvictions.Pending clearing, Map<String, Long> missing) {
        Set<JobId> asked = askedOnceMore.computeIfAbsent(clearing.id(), it -> new HashSet<>());
        for (JobRecord child : liveChildren()) {
            if (asked.add(child.id())) {
                revoking.askOnceMore(turn, clearing, child.id(), RevokeTarget.ByCounts.of(missing));
                return true;
            }
        }
        return false;
    }

    /** Tells the children that have not answered that the time is over. */
    void hurry(Transition turn, PendingEvictions.Pending clearing) {
        state.revokes().askedFor(clearing.id()).forEach(asked -> revoking.hurry(turn, asked.decision()));
    }

    /** Whether children are asked once more already. */
    boolean areAskedOnceMore(PendingEvictions.Pending clearing) {
        return askedOnceMore.containsKey(clearing.id());
    }

    /** Forgets a clearing that is over. */
    void forget(PendingEvictions.Pending clearing) {
        askedOnceMore.remove(clearing.id());
    }

    /** The youngest first. */
    private List<JobRecord> liveChildren() {
        return state.jobs().activeInstances().reversed().stream()
                .filter(child -> child.state() == JobState.RUNNING
                        && child.child().orElseThrow().state() == ChildState.LIVE)
                .toList();
    }
}
