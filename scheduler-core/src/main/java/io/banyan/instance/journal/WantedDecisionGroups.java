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
        DecisionGroup matter = revokes.computeIfAbsent(asked.revokeId(), it -> DecisionGroup.opened(1));
        matter.needs(jobs.of(asked.child()));
        neededBy(clearings, asked.revokeId(), matter);
        return matter;
    }

    private DecisionGroup begun(RevokeDecision.ClearingBegun begun, long atMillis) {
        DecisionGroup matter = DecisionGroup.opened(1);
        clearings.put(begun.id(), matter);
        shrinkLedTo(begun.id(), matter, atMillis);
        return matter;
    }

    private DecisionGroup chose(RevokeDecision.ClearingChose chose) {
        DecisionGroup matter = clearings.getOrDefault(chose.id(), DecisionGroup.forEver());
        for (String path : chose.paths()) {
            grants.touched(path).forEach(matter::needs);
        }
        return matter;
    }

    DecisionGroup shrinkBegun(ReturnDecision.ShrinkBegun begun) {
        DecisionGroup matter = DecisionGroup.opened(1);
        shrinks.put(begun.request().requestId(), matter);
        return matter;
    }

    /** Keeps the group of a shrink as long as the result of the shrink is remembered. */
    void shrinkLedTo(String id, DecisionGroup matter, long atMillis) {
        @Nullable DecisionGroup shrink = shrinks.remove(id);
        if (shrink != null) {
            matter.needs(shrink);
            shrink.close(atMillis);
        }
    }

    /** Something goes back, which may be for one of these. */
    void returned(String returnId, DecisionGroup matter) {
        neededBy(revokes, returnId, matter);
        clearings.values().forEach(clearing -> clearing.needs(matter));
    }

    /** Makes a part needed as long as the group to which it belongs goes on. */
    private static void neededBy(Map<String, DecisionGroup> matters, String id, DecisionGroup part) {
        matters.forEach((whole, matter) -> {
            if (RevokeDecision.isPartOf(id, whole)) {
                matter.needs(part);
            }
        });
    }
}
