package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Status;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Each vertex's own status, and its status with those of its ancestors. Kept as a bit for the many that are up or down,
 * and a word for the few that are drained or lost; changed by {@link Schedule#setStatus}.
 */
public final class VertexStatuses {
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final BitSet notUp = new BitSet();
    /** The statuses of the vertices that are not up: which are drained or lost. */
    private final Map<Integer, Status> worse = new HashMap<>();

    /** Creates the statuses that the graph gives at the beginning. O(V), or O(1) where nothing of it is down. */
    VertexStatuses(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
        for (int v = 0; graph.hasDown() && v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.initialStatus(v) == Status.DOWN) {
                notUp.set(v);
            }
        }
    }

    /** The vertex's own status, whatever is above it. O(1). */
    public Status of(int v) {
        return notUp.get(v) ? worse.getOrDefault(v, Status.DOWN) : Status.UP;
    }

    /** Whether the vertex's own status is up. O(1). */
    boolean isOwnUp(int v) {
        return !notUp.get(v);
    }

    /** Whether the vertex and all its ancestors are up. O(depth). */
    public boolean isUp(int v) {
        for (int u = v; u >= 0; u = aggregates.parent(u)) {
            if (notUp.get(u)) {
                return false;
            }
        }
        return true;
    }

    /** The vertices whose own status is not up, in the order of their indices. O(V / 64 + their number). */
    public int[] notUp() {
        return notUp.stream().toArray();
    }

    /**
     * Returns the remaining amount of a supply throughout the window: nothing where it is down, and nothing of pools
     * that are. O(pools x depth + w).
     */
    public long left(PoolSupply supply, TimeWindow window) {
        if (!isUp(supply.vertex())) {
            return 0;
        }
        long down = Arrays.stream(supply.pools())
                .filter(pool -> !isUp(pool))
                .mapToLong(graph::size)
                .sum();
        return Math.max(0, supply.freeDuring(window) - down);
    }

    void set(int v, Status status) {
        notUp.set(v, status != Status.UP);
        if (status == Status.DRAINED || status == Status.LOST) {
            worse.put(v, status);
        } else {
            worse.remove(v);
        }
    }

    /** About what they take. O(1). */
    long bytes() {
        return notUp.size() / 8L + 64L * worse.size();
    }
}
