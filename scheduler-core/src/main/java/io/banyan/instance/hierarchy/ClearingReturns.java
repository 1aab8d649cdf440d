package io.banyan.instance.hierarchy;

import io.banyan.instance.config.RevokePolicy;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.Checks;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.state.Clearings;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Origin;
import io.banyan.instance.turn.Turn;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What goes back of what was chosen for a clearing, and whom the rest waits for. O(what is chosen). */
final class ClearingReturns {
    private static final String GIVE = Checks.MADE_HERE + "give";

    private final InstanceState state;
    private final Uses uses;
    private final Returning returning;

    ClearingReturns(InstanceState state, Uses uses, Returning returning) {
        this.state = state;
        this.uses = uses;
        this.returning = returning;
    }

    /** Gives back what is chosen and nobody uses. */
    void give(Turn turn, Clearings.Pending clearing) {
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (String path : clearing.chosen()) {
            Optional<Origin> origin =
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
            String id = clearing.id() + GIVE + state.path() + Checks.MADE_HERE + clearing.returnCount();
            returning.begin(turn, id, Optional.empty(), List.of(), releases, Parcel.ofEach(byGrant));
        }
    }

    /** The jobs that keep it from going. What was grown for a job is its own, unless it may lose it. */
    Set<JobId> others(Clearings.Pending clearing, Origin origin, String path) {
        Uses.Use use = uses.of(origin.id(), vertex(path));
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
