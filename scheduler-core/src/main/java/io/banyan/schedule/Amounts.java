package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;

/** How much of a type there is in the whole graph, and how much of it is free: from the root where it counts the type. */
record Amounts(Schedule schedule) {

    long free(String type, long sec) {
        Aggregates aggregates = schedule.aggregates();
        int position = rootPosition(type);
        if (position >= 0) {
            return aggregates.freeDuring(aggregates.root(), position, new TimeWindow(sec, sec + 1));
        }
        long free = 0;
        for (int v = 0; v < graph().vertexBound(); v++) {
            if (isOfType(v, type) && schedule.holdings().holderAt(v, sec).isEmpty()) {
                free += graph().size(v);
            }
        }
        return free;
    }

    long total(String type) {
        int position = rootPosition(type);
        if (position >= 0) {
            return schedule.aggregates().total(schedule.aggregates().root(), position);
        }
        long total = 0;
        for (int v = 0; v < graph().vertexBound(); v++) {
            total += isOfType(v, type) ? graph().size(v) : 0;
        }
        return total;
    }

    private ResourceGraph graph() {
        return schedule.graph();
    }

    private boolean isOfType(int v, String type) {
        return graph().contains(v) && graph().types().name(graph().typeId(v)).equals(type);
    }

    private int rootPosition(String type) {
        Aggregates aggregates = schedule.aggregates();
        int root = aggregates.root();
        if (root < 0 || !aggregates.isInterior(root)) {
            return -1;
        }
        int[] types = aggregates.trackedTypes(root);
        for (int i = 0; i < types.length; i++) {
            if (graph().types().name(types[i]).equals(type)) {
                return i;
            }
        }
        return -1;
    }
}
