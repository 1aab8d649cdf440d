package io.banyan.instance.journal;

import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants back, as a journal tells of it while it is read: shrinks, what is got out of use, what children are asked for. Each matters until it is
 * through, and with it what went back for it. O(what is wanted at once) for a decision.
 */
final class WantedMatters {
    private final JobMatters jobs;
    private final AttachedMatters grants;
    /** Of revokes and clearings, by their ids, until they are through. */
    private final Map<String, Matter> revokes = new LinkedHashMap<>();

    private final Map<String, Matter> clearings = new LinkedHashMap<>();
    /** Of shrinks that were begun, and of which what they led to has not been noted yet. */
    private final Map<String, Matter> shrinks = new HashMap<>();

    WantedMatters(JobMatters jobs, AttachedMatters grants) {
        this.jobs = jobs;
        this.grants = grants;
    }

    Matter of(RevokeDecision decision, long atMillis) {
        return switch (decision) {
            case RevokeDecision.RevokeAsked it -> asked(it);
            case RevokeDecision.RevokeSettled it -> Matter.closed(revokes, it.revokeId(), atMillis);
            case RevokeDecision.ClearingBegun it -> begun(it, atMillis);
            case RevokeDecision.ClearingChose it -> chose(it);
            case RevokeDecision.ClearingEnded it -> Matter.closed(clearings, it.id(), atMillis);
        };
    }

    private Matter asked(RevokeDecision.RevokeAsked asked) {
        Matter matter = revokes.computeIfAbsent(asked.revokeId(), it -> Matter.opened(1));
        matter.needs(jobs.of(asked.child()));
        neededBy(clearings, asked.revokeId(), matter);
        return matter;
    }

    private Matter begun(RevokeDecision.ClearingBegun begun, long atMillis) {
        Matter matter = Matter.opened(1);
        clearings.put(begun.id(), matter);
        shrinkLedTo(begun.id(), matter, atMillis);
        return matter;
    }

    private Matter chose(RevokeDecision.ClearingChose chose) {
        Matter matter = clearings.getOrDefault(chose.id(), Matter.forEver());
        for (String path : chose.paths()) {
            grants.touched(path).forEach(matter::needs);
        }
        return matter;
    }

    Matter shrinkBegun(ReturnDecision.ShrinkBegun begun) {
        Matter matter = Matter.opened(1);
        shrinks.put(begun.request().requestId(), matter);
        return matter;
    }

    /** As long as it is remembered what a shrink led to, so is what it was of. */
    void shrinkLedTo(String id, Matter matter, long atMillis) {
        @Nullable Matter shrink = shrinks.remove(id);
        if (shrink != null) {
            matter.needs(shrink);
            shrink.close(atMillis);
        }
    }

    /** Something goes back, which may be for one of these. */
    void returned(String returnId, Matter matter) {
        neededBy(revokes, returnId, matter);
        clearings.values().forEach(clearing -> clearing.needs(matter));
    }

    /** What belongs to one that goes on is needed as long as that is. */
    private static void neededBy(Map<String, Matter> matters, String id, Matter part) {
        matters.forEach((whole, matter) -> {
            if (RevokeDecision.isPartOf(id, whole)) {
                matter.needs(part);
            }
        });
    }
}
