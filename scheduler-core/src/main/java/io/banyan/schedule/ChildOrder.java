package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.PrimitiveIterator;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The order in which an exploration that stops early enters the children of a vertex: by the weight of the edge, then
 * by the child's {@code uniq_id}, both greatest first. The weight of an edge is the amount of the child's last tracked
 * type that was free, at the time, when a job was last placed through the edge: a job that is placed later than now
 * changes the weight only to the amount that is free now. Before the first placement the weight is the greatest number.
 * The end of a job does not change it.
 *
 * <p>An order is made when a vertex is first explored (O(children x log)) and kept up from then on: O(log children) for
 * a placement, and for a child that comes or goes.
 */
public final class ChildOrder {

    /** Says that a weight stays as it is. */
    static final long UNCHANGED = -1;

    private static final int[] NONE = {};

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    /** By edge; zero stands for no weight yet, which is the greatest. */
    private long[] weights = {};

    private @Nullable EdgeBlocks[] orders = {};

    ChildOrder(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
    }

    /**
     * Edges to the children in exploration order, one after the other as they are asked for, and not across changes.
     */
    public PrimitiveIterator.OfInt of(int v) {
        if (v >= orders.length) {
            orders = Arrays.copyOf(orders, graph.vertexBound() + graph.vertexBound() / 2);
        }
        EdgeBlocks order = orders[v];
        if (order == null) {
            order = new EdgeBlocks(this::compare, sort(v));
            orders[v] = order;
        }
        return order.iterator();
    }

    private @Nullable EdgeBlocks known(int v) {
        return v >= 0 && v < orders.length ? orders[v] : null;
    }

    /**
     * The weight of an edge when a job has been placed through it; O(log p) for p changes below the child.
     *
     * @param nowSec the time of the placement, whenever the job begins
     * @param covered whether a job has the child with everything below it now, so that nothing there is free
     * @return the weight, or {@link #UNCHANGED} where it is the one that the edge has
     */
    long weightPlaced(int edge, long nowSec, boolean covered) {
        int child = graph.target(edge);
        int last = aggregates.isInterior(child) ? aggregates.trackedTypes(child).length - 1 : -1;
        if (last < 0) {
            return UNCHANGED;
        }
        long weight = covered ? 0 : aggregates.freeDuring(child, last, new TimeWindow(nowSec, nowSec + 1));
        return weight(edge) == weight ? UNCHANGED : weight;
    }

    /** An edge weighs something else from now on. */
    void weigh(int edge, long weight) {
        if (edge >= weights.length) {
            weights = Arrays.copyOf(weights, Math.max(graph.vertexBound(), edge + 1 + edge / 8));
        }
        EdgeBlocks order = known(graph.source(edge));
        boolean moves = order != null && order.remove(edge);
        weights[edge] = weight + 1;
        if (order != null && moves) {
            order.add(edge);
        }
    }

    /**
     * Returns the known weights of edges, by the path of the child: those through which its path goes.
     * O(E).
     */
    SortedMap<String, Long> known() {
        SortedMap<String, Long> known = new TreeMap<>();
        for (int v = 0; v < graph.vertexBound(); v++) {
            int edge = graph.contains(v) ? graph.inEdge(v, aggregates.dominant()) : -1;
            if (edge >= 0 && edge < weights.length && weights[edge] != 0) {
                known.put(graph.path(v), weight(edge));
            }
        }
        return known;
    }

    /** An edge is new, perhaps under an old number. */
    void reset(int edge) {
        if (edge < weights.length) {
            weights[edge] = 0;
        }
    }

    /** Adds an edge to a vertex that is new, after a reset as in {@link #reset}. */
    void attached(int edge) {
        reset(edge);
        EdgeBlocks order = known(graph.source(edge));
        if (order != null && graph.subsystem(edge) == aggregates.dominant()) {
            order.add(edge);
        }
    }

    /** An edge is about to go. */
    void detaching(int edge) {
        EdgeBlocks order = known(graph.source(edge));
        if (order != null) {
            order.remove(edge);
        }
    }

    /** The children of a vertex changed. */
    void forget(int v) {
        if (v >= 0 && v < orders.length) {
            orders[v] = null;
        }
    }

    /** Throws where an order that is kept is not the one that would be made now. O(E log E): for tests. */
    void checkInvariants() {
        for (int v = 0; v < orders.length; v++) {
            EdgeBlocks order = orders[v];
            boolean there = v < graph.vertexBound() && graph.contains(v);
            if (order != null && !isSame(order.iterator(), there ? sort(v) : NONE)) {
                throw new IllegalStateException("The children of vertex " + v + " are kept in a wrong order.");
            }
        }
    }

    private static boolean isSame(PrimitiveIterator.OfInt edges, int[] expected) {
        for (int edge : expected) {
            if (!edges.hasNext() || edges.nextInt() != edge) {
                return false;
            }
        }
        return !edges.hasNext();
    }

    /** The memory of the weights, and of the orders that were made. O(V). */
    long bytes() {
        long bytes = 8L * weights.length + 4L * orders.length;
        for (EdgeBlocks order : orders) {
            bytes += order == null ? 0 : order.bytes();
        }
        return bytes;
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
        int dominant = aggregates.dominant();
        return compare(graph.inEdge(a, dominant), a, graph.inEdge(b, dominant), b);
    }

    private int compare(int a, int b) {
        return compare(a, graph.target(a), b, graph.target(b));
    }

    /** Compares two edges and their children. */
    private int compare(int a, int toA, int b, int toB) {
        int byWeight = Long.compare(weight(b), weight(a));
        if (byWeight != 0) {
            return byWeight;
        }
        int byId = Long.compare(graph.uniqId(toB), graph.uniqId(toA));
        return byId != 0 ? byId : Integer.compare(a, b);
    }

    private long weight(int edge) {
        long stored = edge < weights.length ? weights[edge] : 0;
        return stored == 0 ? Long.MAX_VALUE : stored - 1;
    }
}
