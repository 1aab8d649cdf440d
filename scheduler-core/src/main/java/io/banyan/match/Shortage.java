package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reasons for a no: first the types of which the whole system has too little, then what the traversal lacked. */
final class Shortage {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Demand.Primed request;
    private final @Nullable TimeWindow window;

    /**
     * Of a request that found no resources.
     *
     * @param window when it was to be, or null where the empty system was asked
     */
    Shortage(Schedule schedule, Demand.Primed request, @Nullable TimeWindow window) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.request = request;
        this.window = window;
    }

    /** Of how much at most of the only requirement at the top there would have been enough; {@link Search#UNKNOWN} where that is not known. O(tracked types). */
    long most(Tally tally) {
        if (request.top.length != 1 || schedule.supplies().areDrawnFrom()) {
            return Search.UNKNOWN;
        }
        Demand top = request.top[0];
        long found = tally.tooLittleOf(top);
        return found >= 0 ? found : mostBySums();
    }

    /** The same, as far as the sums at the root say. O(tracked types x log change points). */
    long mostBySums() {
        if (request.top.length != 1 || aggregates.hasSeveralParents()) {
            return Search.UNKNOWN;
        }
        Demand top = request.top[0];
        long most = Search.UNKNOWN;
        int root = aggregates.root();
        int[] types = root < 0 ? new int[0] : aggregates.trackedTypes(root);
        for (int i = 0; window != null && i < types.length; i++) {
            long each = types[i] < request.least.length ? request.least[types[i]] / top.count.min() : 0;
            if (each > 0) {
                most = Math.min(most, aggregates.freeDuring(root, i, window) / each);
            }
        }
        return most;
    }

    /** O(tracked types + demands). Never empty. */
    List<Reason> reasons(Tally tally) {
        var reasons = new ArrayList<Reason>();
        int root = aggregates.root();
        int[] types = root < 0 ? new int[0] : aggregates.trackedTypes(root);
        for (int i = 0; i < types.length; i++) {
            long needed = types[i] < request.least.length ? request.least[types[i]] : 0;
            long total = aggregates.total(root, i);
            long free = window == null ? total : aggregates.freeDuring(root, i, window);
            if (needed > free) {
                String type = graph.types().name(types[i]);
                reasons.add(
                        window == null
                                ? new Reason(type, needed, total, "in the whole graph")
                                : new Reason(
                                        type,
                                        needed,
                                        Math.min(free, schedule.holdings().free(type)),
                                        "of " + total + " free"));
            }
        }
        if (reasons.isEmpty()) {
            reasons.addAll(tally.reasons());
        }
        if (reasons.isEmpty()) {
            reasons.add(Reason.SHARED_ONLY);
        }
        return reasons;
    }
}
