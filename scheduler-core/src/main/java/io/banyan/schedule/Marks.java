package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.resource.ResourceType;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A set of vertices being put together, in any order, until it is read as a {@link Selection} in the graph's own order.
 *
 * <p>Marking and asking cost O(1); clearing costs nothing; reading {@code n} marks costs O(n) where siblings were
 * marked in their order or against it, and O(n log n) otherwise, however many siblings they have. Not thread-safe.
 */
public final class Marks {

    private static final int INITIAL = 64;

    private final ResourceGraph graph;
    private int[] positionOf = {};
    private int[] vertices = new int[INITIAL];
    private int[] inEdges = new int[INITIAL];
    private long[] amounts = new long[INITIAL];
    private boolean[] exclusive = new boolean[INITIAL];
    private @Nullable String[] labels = new @Nullable String[INITIAL];
    private final MarkedSiblings siblings;
    private final Map<Integer, Map<ResourceType, Long>> draws = new HashMap<>();
    private int size;

    /** An empty set over the graph. */
    public Marks(ResourceGraph graph) {
        this.graph = graph;
        this.siblings = new MarkedSiblings(graph);
    }

    /** Forgets all marks. */
    public void clear() {
        size = 0;
        draws.clear();
        if (positionOf.length < graph.vertexBound()) {
            positionOf = new int[graph.vertexBound() + graph.vertexBound() / 2];
        }
    }

    /** Number of marked vertices. */
    public int size() {
        return size;
    }

    /** Whether the vertex is marked. */
    public boolean contains(int v) {
        return position(v) >= 0;
    }

    /** Whether the vertex is marked as exclusive. */
    public boolean isExclusive(int v) {
        int at = position(v);
        return at >= 0 && exclusive[at];
    }

    /**
     * Marks a vertex; one that is marked already stays as it is, but for {@code exclusive}, which overrules shared, and
     * for a greater amount of it.
     *
     * @param inEdge the edge through which it is reached, or -1 for the root
     */
    public void mark(int v, int inEdge, long amount, boolean isExclusive, @Nullable String label) {
        int at = position(v);
        if (at < 0) {
            at = size++;
            ensure();
            positionOf[v] = at;
            vertices[at] = v;
            inEdges[at] = inEdge;
            amounts[at] = amount;
            exclusive[at] = isExclusive;
            labels[at] = label;
        } else if (isExclusive) {
            amounts[at] = exclusive[at] ? Math.max(amounts[at], amount) : amount;
            exclusive[at] = true;
        }
    }

    /** Adds draws of a marked vertex from auxiliary subsystems. */
    public void draw(int v, Map<ResourceType, Long> amounts) {
        if (!amounts.isEmpty()) {
            Map<ResourceType, Long> sums = draws.computeIfAbsent(v, unused -> new TreeMap<>());
            amounts.forEach((type, amount) -> sums.merge(type, amount, Long::sum));
        }
    }

    /** Marks a part of a divisible pool, beside the parts that are marked already. */
    public void markPart(int v, int inEdge, long amount, @Nullable String label) {
        long before = isExclusive(v) ? amounts[position(v)] : 0;
        mark(v, inEdge, Math.min(graph.size(v), before + amount), true, label);
    }

    /** Reads the marks from the root down; a vertex with nothing exclusive at or below it is left out. */
    public Selection select(int root) {
        siblings.clear(size);
        for (int i = 0; i < size; i++) {
            int parent = inEdges[i] < 0 ? -1 : position(graph.source(inEdges[i]));
            if (parent >= 0) {
                siblings.add(parent, i, inEdges);
            }
        }
        var builder = new Selection.Builder(size);
        if (root >= 0 && contains(root)) {
            visit(position(root), 1, builder);
        }
        return builder.build();
    }

    /** Emits a vertex behind its children, where it or one of them is exclusive; returns whether it did. */
    private boolean visit(int at, int level, Selection.Builder builder) {
        boolean emit = exclusive[at];
        for (int child = siblings.first(at, inEdges); child >= 0; child = siblings.next(child)) {
            emit |= visit(child, level + 1, builder);
        }
        if (!emit) {
            return false;
        }
        builder.add(vertices[at], amounts[at], exclusive[at], level, inEdges[at]);
        if (!draws.isEmpty()) {
            builder.draws(draws.getOrDefault(vertices[at], Map.of()));
        }
        String label = labels[at];
        if (label != null) {
            builder.label(label);
        }
        return true;
    }

    private int position(int v) {
        int at = positionOf[v];
        return at < size && vertices[at] == v ? at : -1;
    }

    private void ensure() {
        if (size > vertices.length) {
            int capacity = vertices.length * 2;
            vertices = Arrays.copyOf(vertices, capacity);
            inEdges = Arrays.copyOf(inEdges, capacity);
            amounts = Arrays.copyOf(amounts, capacity);
            exclusive = Arrays.copyOf(exclusive, capacity);
            labels = Arrays.copyOf(labels, capacity);
        }
    }
}
