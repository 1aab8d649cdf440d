package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The order in which an exploration that stops early enters the children of a vertex: by the weight of the edge, then by
 * the child's {@code uniq_id}, both greatest first. The weight of an edge is what was free of the child's last tracked
 * type when a job was last placed through it, and the greatest number before that; it is not changed when a job ends.
 *
 * <p>An order is made when a vertex is first explored (O(children x log)) and kept up from then on, O(children) a
 * placement in the worst case.
 */
public final class ChildOrder {

    private static final int[] NONE = {};

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    /** By edge; zero stands for no weight yet, which is the greatest. */
    private long[] weights = {};

    private int[] @Nullable [] orders = {};

    ChildOrder(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
    }

    /** Edges to the children in exploration order. The array belongs to this object: read it before the next change. */
    public int[] of(int v) {
        if (v >= orders.length) {
            orders = Arrays.copyOf(orders, graph.vertexBound() + graph.vertexBound() / 2);
        }
        int[] order = orders[v];
        if (order == null) {
            order = sort(v);
            orders[v] = order;
        }
        return order;
    }

    /**
     * A job was placed through an edge.
     *
     * @param whole whether it has the child with everything below it, so that nothing there is free
     */
    void placed(int edge, TimeWindow window, boolean whole) {
        int child = graph.target(edge);
        int parent = graph.source(edge);
        if (!aggregates.isInterior(child)) {
            return;
        }
        int last = aggregates.trackedTypes(child).length - 1;
        if (last < 0) {
            return;
        }
        if (edge >= weights.length) {
            weights = Arrays.copyOf(weights, edge + 1 + edge / 2);
        }
        var start = new TimeWindow(window.startSec(), window.startSec() + 1);
        long weight = whole ? 0 : aggregates.freeDuring(child, last, start);
        int[] order = parent < orders.length ? orders[parent] : null;
        int from = order == null ? -1 : indexOf(order, edge);
        weights[edge] = weight + 1;
        if (order != null && from >= 0) {
            move(order, from);
        }
    }

    /** The children of a vertex changed. */
    void forget(int v) {
        if (v >= 0 && v < orders.length) {
            orders[v] = null;
        }
    }

    /** An edge is new, perhaps under an old number. */
    void reset(int edge) {
        if (edge < weights.length) {
            weights[edge] = 0;
        }
    }

    /** Throws where an order that is kept is not the one that would be made now. O(E log E): for tests. */
    void checkInvariants() {
        for (int v = 0; v < orders.length; v++) {
            int[] order = orders[v];
            boolean there = v < graph.vertexBound() && graph.contains(v);
            if (order != null && !Arrays.equals(order, there ? sort(v) : NONE)) {
                throw new IllegalStateException("The children of vertex " + v + " are kept in a wrong order.");
            }
        }
    }

    /** The memory of the weights, and of the orders that were made. O(V). */
    long bytes() {
        long bytes = 8L * weights.length + 4L * orders.length;
        for (int[] order : orders) {
            bytes += order == null ? 0 : 16 + 4L * order.length;
        }
        return bytes;
    }

    private int indexOf(int[] order, int edge) {
        int low = 0;
        int high = order.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int comparison = compare(order[middle], edge);
            if (comparison == 0) {
                return middle;
            }
            if (comparison < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    private void move(int[] order, int from) {
        int edge = order[from];
        int at = from;
        while (at + 1 < order.length && compare(edge, order[at + 1]) > 0) {
            order[at] = order[at + 1];
            at++;
        }
        while (at > 0 && compare(edge, order[at - 1]) < 0) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = edge;
    }

    private int[] sort(int v) {
        int count = 0;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            count += graph.subsystem(e) == aggregates.dominant() ? 1 : 0;
        }
        if (count == 0) {
            return NONE;
        }
        var edges = new Integer[count];
        int at = 0;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                edges[at++] = e;
            }
        }
        Arrays.sort(edges, this::compare);
        return Arrays.stream(edges).mapToInt(Integer::intValue).toArray();
    }

    /** Compares two children of one vertex: which of them is explored first. */
    public int compareChildren(int a, int b) {
        return compare(graph.inEdge(a, aggregates.dominant()), graph.inEdge(b, aggregates.dominant()));
    }

    private int compare(int a, int b) {
        int byWeight = Long.compare(weight(b), weight(a));
        if (byWeight != 0) {
            return byWeight;
        }
        int byId = Long.compare(graph.uniqId(graph.target(b)), graph.uniqId(graph.target(a)));
        return byId != 0 ? byId : Integer.compare(a, b);
    }

    private long weight(int edge) {
        long stored = edge < weights.length ? weights[edge] : 0;
        return stored == 0 ? Long.MAX_VALUE : stored - 1;
    }
}
