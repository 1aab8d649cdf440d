package io.banyan.instance.hierarchy;

import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.turn.Transition;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of what was chosen for a clearing that goes back, and the users for whom the rest waits. O(what is chosen).
 */
final class EvictionReturns {
    private static final String GIVE = ValueChecks.MADE_HERE + "give";

    private final InstanceState state;
    private final ResourceUsers uses;
    private final ResourceReturn returning;

    EvictionReturns(InstanceState state, ResourceUsers uses, ResourceReturn returning) {
        this.state = state;
        this.uses = uses;
        this.returning = returning;
    }

    /** Gives back what is chosen and nobody uses. */
    void give(Transition turn, PendingEvictions.Pending clearing) {
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (String path : clearing.chosen()) {
            Optional<GrantOrigin> origin =
                    vertex(path) < 0 ? Optional.empty() : state.origins().of(path);
            if (origin.isPresent() && others(clearing, origin.get(), path).isEmpty()) {
                byGrant.computeIfAbsent(origin.get().id(), it -> new ArrayList<>())
                        .add(path);
                uses.of(origin.get().id(), vertex(path))
                        .owner()
                        .ifPresent(job -> released.computeIfAbsent(job, it -> new ArrayList<>())
                                .add(path));
            }
        }
        if (!byGrant.isEmpty()) {
            List<ReturnDecision.Release> releases = released.entrySet().stream()
                    .map(entry -> new ReturnDecision.Release(entry.getKey(), entry.getValue()))
                    .toList();
            String id = clearing.id() + GIVE + state.path() + ValueChecks.MADE_HERE + clearing.returnCount();
            returning.begin(turn, id, Optional.empty(), List.of(), releases, Parcel.ofEach(byGrant));
        }
    }

    /** The jobs that keep it from going. What was grown for a job is its own, unless it may lose it. */
    Set<JobId> others(PendingEvictions.Pending clearing, GrantOrigin origin, String path) {
        ResourceUsers.Use use = uses.of(origin.id(), vertex(path));
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

    private int vertex(String path) {
        return state.resources().graph().find(path);
    }
}
