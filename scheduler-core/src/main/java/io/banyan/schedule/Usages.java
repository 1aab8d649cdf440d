package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Usage;
import java.util.Arrays;

/**
 * The use of every vertex of a schedule at one instant. Vertices within a taken vertex are taken, granted or not,
 * because no other job can have them; vertices within a down vertex are down.
 */
public final class Usages {
    private Usages() {}

    /** The usage by vertex index; unused indices say free. O(V x depth). */
    public static Usage[] at(Schedule schedule, long sec) {
        ResourceGraph graph = schedule.graph();
        Aggregates aggregates = schedule.aggregates();
        var instant = new TimeWindow(sec, sec + 1);
        var usages = new Usage[graph.vertexBound()];
        Arrays.fill(usages, Usage.FREE);
        for (int v = 0; v < usages.length; v++) {
            if (graph.contains(v)) {
                usages[v] = own(schedule, v, instant);
            }
        }
        for (int v = 0; v < usages.length; v++) {
            if (graph.contains(v) && schedule.holdings().freeDuring(v, instant) < graph.size(v)) {
                for (int u = aggregates.parent(v); u >= 0 && usages[u] == Usage.FREE; u = aggregates.parent(u)) {
                    usages[u] = Usage.PARTLY_TAKEN;
                }
            }
        }
        return usages;
    }

    private static Usage own(Schedule schedule, int v, TimeWindow instant) {
        if (!schedule.statuses().isUp(v)) {
            return Usage.DOWN;
        }
        for (int u = v; u >= 0; u = schedule.aggregates().parent(u)) {
            if (schedule.holdings().freeDuring(u, instant) == 0) {
                return Usage.TAKEN;
            }
        }
        return schedule.holdings().freeDuring(v, instant) < schedule.graph().size(v) ? Usage.PARTLY_TAKEN : Usage.FREE;
    }
}
