package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Status;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Each vertex's own status, whatever is above it: a bit for the many that are up or down, a word for the few that are drained or lost. */
final class VertexStatuses {
    private final BitSet notUp = new BitSet();
    /** Of those that are not up: which are drained or lost. */
    private final Map<Integer, Status> worse = new HashMap<>();

    /** As the graph says at the beginning. O(V), or O(1) where nothing of it is down. */
    VertexStatuses(ResourceGraph graph) {
        for (int v = 0; graph.hasDown() && v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.initialStatus(v) == Status.DOWN) {
                notUp.set(v);
            }
        }
    }

    Status of(int v) {
        return notUp.get(v) ? worse.getOrDefault(v, Status.DOWN) : Status.UP;
    }

    boolean isUp(int v) {
        return !notUp.get(v);
    }

    void set(int v, Status status) {
        notUp.set(v, status != Status.UP);
        if (status == Status.DRAINED || status == Status.LOST) {
            worse.put(v, status);
        } else {
            worse.remove(v);
        }
    }

    /** The vertices that are not up, in the order of their indices. O(V / 64 + their number). */
    int[] notUp() {
        return notUp.stream().toArray();
    }

    /** About what they take. O(1). */
    long bytes() {
        return notUp.size() / 8L + 64L * worse.size();
    }
}
