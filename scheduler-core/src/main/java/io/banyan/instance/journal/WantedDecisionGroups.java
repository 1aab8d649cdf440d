package io.banyan.instance.journal;

import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resources in a journal whose return was requested, while the journal is read: shrinks, clearings and revokes of
 * children. Each is needed until it is settled, together with the returns for it. O(its pending resources) for a
 * decision.
 */
final class WantedDecisionGroups {
    private final JobDecisionGroups jobs;
    private final AttachedDecisionGroups grants;
    /** The groups of revokes and clearings, by their ids, until they are through. */
    private final Map<String, DecisionGroup> revokes = new LinkedHashMap<>();

    private final Map<String, DecisionGroup> clearings = new LinkedHashMap<>();
    /** The groups of shrinks that were begun and whose result has not been noted yet. */
    private final Map<String, DecisionGroup> shrinks = new HashMap<>();

    WantedDecisionGroups(JobDecisionGroups jobs, AttachedDecisionGroups grants) {
        this.jobs = jobs;
        this.grants = grants;
    }

    DecisionGroup of(RevokeDecision decision, long atMillis) {
        return switch (decision) {
            case RevokeDecision.RevokeAsked it -> asked(it);
            case RevokeDecision.RevokeSettled it -> DecisionGroup.closed(revokes, it.revokeId(), atMillis);
            case RevokeDecision.ClearingBegun it -> begun(it, atMillis);
            case RevokeDecision.ClearingChose it -> chose(it);
            case RevokeDecision.ClearingEnded it -> DecisionGroup.closed(clearings, it.id(), atMillis);
        };
    }

    private DecisionGroup asked(RevokeDecision.RevokeAsked asked) {
        DecisionGroup group = revokes.computeIfAbsent(asked.revokeId(), it -> DecisionGroup.opened(1));
        group.needs(jobs.of(asked.child()));
        neededBy(clearings, asked.revokeId(), group);
        return group;
    }

    private DecisionGroup begun(RevokeDecision.ClearingBegun begun, long atMillis) {
        DecisionGroup group = DecisionGroup.opened(1);
        clearings.put(begun.id(), group);
        shrinkLedTo(begun.id(), group, atMillis);
        return group;
    }

    private DecisionGroup chose(RevokeDecision.ClearingChose chose) {
        DecisionGroup group = clearings.getOrDefault(chose.id(), DecisionGroup.forEver());
        for (String path : chose.paths()) {
            grants.touched(path).forEach(group::needs);
        }
        return group;
    }

    DecisionGroup shrinkBegun(ReturnDecision.ShrinkBegun begun) {
        DecisionGroup group = DecisionGroup.opened(1);
        shrinks.put(begun.request().requestId(), group);
        return group;
    }

    /** Keeps the group of a shrink as long as the result of the shrink is remembered. */
    void shrinkLedTo(String id, DecisionGroup group, long atMillis) {
        @Nullable DecisionGroup shrink = shrinks.remove(id);
        if (shrink != null) {
            group.needs(shrink);
            shrink.close(atMillis);
        }
    }

    /** Something goes back, which may be for one of these. */
    void returned(String returnId, DecisionGroup group) {
        neededBy(revokes, returnId, group);
        clearings.values().forEach(clearing -> clearing.needs(group));
    }

    /** Makes a part needed as long as the group to which it belongs goes on. */
    private static void neededBy(Map<String, DecisionGroup> groups, String id, DecisionGroup part) {
        groups.forEach((whole, group) -> {
            if (RevokeDecision.isPartOf(id, whole)) {
                group.needs(part);
            }
        });
    }
}
