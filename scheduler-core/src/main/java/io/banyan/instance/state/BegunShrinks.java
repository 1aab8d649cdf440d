package io.banyan.instance.state;

import io.banyan.instance.message.decision.ReturnDecision;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The latest shrinks that clients began, by their request ids: what each was of, so that its id is taken for nothing
 * else.
 */
public final class BegunShrinks {
    private final Map<String, ReturnDecision.ShrinkBegun> begun = new LinkedHashMap<>();
    private final int remembered;

    BegunShrinks(int remembered) {
        this.remembered = remembered;
    }

    void begin(ReturnDecision.ShrinkBegun decision) {
        begun.put(decision.request().requestId(), decision);
        if (begun.size() > remembered) {
            begun.remove(begun.keySet().iterator().next());
        }
    }

    /** The one of this id; empty where there was none, or it was forgotten. */
    public Optional<ReturnDecision.ShrinkBegun> find(String requestId) {
        return Optional.ofNullable(begun.get(requestId));
    }

    @Override
    public String toString() {
        return begun.values().toString();
    }
}
