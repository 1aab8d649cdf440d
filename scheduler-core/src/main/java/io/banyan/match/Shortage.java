package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Constraint;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The reasons for a refusal: first the types of which the whole system has too little, then those that the traversal
 * lacked.
 */
final class Shortage {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Demand.Primed request;
    private final Constraint constraint;
    private final @Nullable TimeWindow window;
    private final boolean startsNow;

    /**
     * Creates the shortage of a request that found no resources.
     *
     * @param constraint which nodes it accepts
     * @param window when it was to be, or null where the empty system was asked
     * @param startsNow whether the window starts now, so that resources of overdue jobs are not free
     */
    Shortage(
            Schedule schedule,
            Demand.Primed request,
            Constraint constraint,
            @Nullable TimeWindow window,
            boolean startsNow) {
        this.constraint = constraint;
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.request = request;
        this.window = window;
        this.startsNow = startsNow;
    }

    /**
     * Returns the most of the only requirement at the top for which there would have been enough; {@link
     * Search#UNKNOWN} where that is not known. O(tracked types).
     */
    long most(Tally tally) {
        if (request.top.length != 1 || schedule.supplies().areDrawnFrom()) {
            return Search.UNKNOWN;
        }
        Demand top = request.top[0];
        long found = tally.tooLittleOf(top);
        return found >= 0 ? found : mostBySums();
    }

    /**
     * Returns the most of the only requirement at the top for which there would have been enough, as far as the sums at
     * the root say. O(tracked types x log change points).
     */
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
            if (window == null && needed > total) {
                reasons.add(new Reason(graph.types().name(types[i]), needed, total, "in the whole graph"));
            } else if (window != null && needed > aggregates.freeDuring(root, i, window)) {
                reasons.add(tooLittleFree(i, needed, window));
            }
        }
        if (reasons.isEmpty()) {
            reasons.addAll(tally.reasons(constraint, window == null));
        }
        if (reasons.isEmpty()) {
            reasons.add(Reason.SHARED_ONLY);
        }
        return reasons;
    }

    /**
     * Returns a reason with the free amount of a type at the start and, if that would be enough, the time until which
     * it is free. O(log change points).
     */
    private Reason tooLittleFree(int position, long needed, TimeWindow wanted) {
        int root = aggregates.root();
        long start = wanted.startSec();
        String type = graph.types().name(aggregates.trackedTypes(root)[position]);
        long planned = aggregates.freeDuring(root, position, new TimeWindow(start, start + 1));
        long free = startsNow ? Math.min(planned, schedule.holdings().free(type)) : planned;
        OptionalLong until = free < needed
                ? OptionalLong.empty()
                : OptionalLong.of(aggregates.firstShortage(root, position, start, needed));
        return new Reason(type, needed, free, "of " + aggregates.total(root, position) + " free", until);
    }
}
