package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.JobId;
import io.banyan.resource.Usage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The present use of some vertices and of the vertices below them: by allocations, whatever their windows, and not by
 * reservations. Vertices below an exclusive vertex count as used with it. O(holds of the allocations) once, then
 * O(subtree + jobs there) for a vertex.
 */
public final class VertexUses {
    private final Schedule schedule;
    private final ResourceGraph graph;
    /** By vertex: those that have a hold there. */
    private final Map<Integer, List<Holding>> at = new HashMap<>();

    /** Determines the uses of these vertices, and no others, of the schedule as it is. */
    public VertexUses(Schedule schedule, int[] vertices) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        var wanted = new BitSet();
        for (int v : vertices) {
            for (int u = v; u >= 0; u = schedule.aggregates().parent(u)) {
                wanted.set(u);
            }
        }
        for (Holding holding : schedule.holdings().all()) {
            if (holding.booking().kind() == BookingKind.ALLOCATION) {
                for (Hold hold : holding.holds()) {
                    if (wanted.get(hold.vertex)) {
                        at.computeIfAbsent(hold.vertex, it -> new ArrayList<>()).add(holding);
                    }
                }
            }
        }
    }

    /**
     * The jobs that have the vertex, something below it, or one above it with all that is below, in the order of their
     * ids.
     */
    public List<JobId> jobs(int v) {
        var jobs = new ArrayList<>(at.getOrDefault(v, List.of()).stream()
                .map(it -> it.booking().job())
                .toList());
        for (int u = schedule.aggregates().parent(v);
                u >= 0;
                u = schedule.aggregates().parent(u)) {
            for (Holding holding : at.getOrDefault(u, List.of())) {
                Hold hold = holding.at(u);
                if (hold != null && hold.whole) {
                    jobs.add(holding.booking().job());
                }
            }
        }
        return jobs.stream().distinct().sorted().toList();
    }

    /** Returns the use of a vertex. */
    public VertexUse of(int v) {
        long[] totals = schedule.aggregates().sumsBelow(v);
        boolean isTaken = isTaken(v);
        long[] used = isTaken ? totals : usedBelow(v, totals.length);
        var below = new TreeMap<String, VertexUse.Quantity>();
        boolean isTouched = false;
        for (int type = 0; type < totals.length; type++) {
            if (totals[type] > 0) {
                below.put(graph.types().name(type), new VertexUse.Quantity(totals[type], used[type]));
                isTouched |= used[type] > 0;
            }
        }
        isTouched |= schedule.holdings().allocated(v) > 0;
        Usage usage = isTaken ? Usage.TAKEN : isTouched ? Usage.PARTLY_TAKEN : Usage.FREE;
        return new VertexUse(usage, below);
    }

    /** Whether no other job can have a part of it. */
    private boolean isTaken(int v) {
        for (int u = v; u >= 0; u = schedule.aggregates().parent(u)) {
            if (schedule.holdings().allocated(u) >= graph.size(u)) {
                return true;
            }
        }
        return false;
    }

    private long[] usedBelow(int v, int types) {
        var used = new long[types];
        for (Holding holding : at.getOrDefault(v, List.of())) {
            Hold hold = holding.at(v);
            for (int type = 0; hold != null && type < hold.below.length && type < types; type++) {
                used[type] += hold.below[type];
            }
        }
        return used;
    }
}
