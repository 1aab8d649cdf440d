package io.banyan.match;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a traversal saw on its way, for the reasons of a no: by demand, the most that was found in one place, and how many
 * vertices of the demanded type were turned away and why. O(demands) memory.
 */
final class Tally implements Witness {

    private final List<Demand> demands;
    private final long[] best;
    private final boolean[] failed;
    private final List<EnumMap<Cause, Long>> turnedAway = new ArrayList<>();

    Tally(List<Demand> demands) {
        this.demands = demands;
        best = new long[demands.size()];
        failed = new boolean[demands.size()];
        for (int i = 0; i < demands.size(); i++) {
            turnedAway.add(new EnumMap<>(Cause.class));
        }
    }

    @Override
    public void turnedAway(int u, @Nullable Demand matched, Demand[] list, Cause cause) {
        if (matched != null) {
            turnedAway.get(matched.number).merge(cause, 1L, Long::sum);
        }
    }

    @Override
    public void found(Demand demand, long qualified, boolean enough) {
        best[demand.number] = Math.max(best[demand.number], qualified);
        failed[demand.number] |= !enough;
    }

    /** The demands that failed, outermost first, each with what was found at best. */
    List<Reason> reasons() {
        var reasons = new ArrayList<Reason>();
        for (Demand demand : demands) {
            boolean rejected = !turnedAway.get(demand.number).isEmpty();
            if ((failed[demand.number] || rejected) && best[demand.number] < demand.count.min()) {
                reasons.add(new Reason(
                        demand.place, demand.count.min(), best[demand.number], "found in one place" + causes(demand)));
            }
        }
        return reasons;
    }

    private String causes(Demand demand) {
        var parts = new ArrayList<String>();
        turnedAway.get(demand.number).forEach((cause, count) -> parts.add(count + " " + cause.words));
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }
}
