package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of vertices being put together, in any order, until it is read as a {@link Selection} in the graph's own order.
 *
 * <p>Marking and asking cost O(1); clearing costs nothing; reading costs the marks and the out-edges of those marked
 * vertices that have marked children. Not thread-safe.
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
    private int[] children = new int[INITIAL];
    private int size;

    /** An empty set over the graph. */
    public Marks(ResourceGraph graph) {
        this.graph = graph;
    }

    /** Forgets all marks. */
    public void clear() {
        size = 0;
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

    /** Marks a part of a divisible pool, beside the parts that are marked already. */
    public void markPart(int v, int inEdge, long amount, @Nullable String label) {
        long before = isExclusive(v) ? amounts[position(v)] : 0;
        mark(v, inEdge, Math.min(graph.size(v), before + amount), true, label);
    }

    /** Reads the marks from the root down; a vertex with nothing exclusive at or below it is left out. */
    public Selection select(int root) {
        Arrays.fill(children, 0, size, 0);
        for (int i = 0; i < size; i++) {
            int parent = inEdges[i] < 0 ? -1 : position(graph.source(inEdges[i]));
            if (parent >= 0) {
                children[parent]++;
            }
        }
        var builder = new Selection.Builder();
        if (root >= 0 && contains(root)) {
            visit(position(root), 1, builder);
        }
        return builder.build();
    }

    /** Emits a vertex behind its children, where it or one of them is exclusive; tells whether it did. */
    private boolean visit(int at, int level, Selection.Builder builder) {
        boolean emit = exclusive[at];
        int left = children[at];
        for (int e = graph.firstOut(vertices[at]); left > 0 && e >= 0; e = graph.nextOut(e)) {
            int child = position(graph.target(e));
            if (child >= 0 && inEdges[child] == e) {
                emit |= visit(child, level + 1, builder);
                left--;
            }
        }
        if (!emit) {
            return false;
        }
        builder.add(vertices[at], amounts[at], exclusive[at], level, inEdges[at]);
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
            children = Arrays.copyOf(children, capacity);
        }
    }
}
