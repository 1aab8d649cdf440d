package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many vertices, and how much of each tracked type, there are below each vertex, whoever holds them; the planners
 * of used subtrees follow.
 */
final class SubtreeTotals {

    private static final long ARRAY_HEADER = 16;

    private final ResourceGraph graph;
    private final Subtrees subtrees;
    private final TrackedTypes tracked;
    private final SubtreePlanners planners;
    private int[] sizes = {};
    /** By vertex, in the order of its tracked types; null for a leaf. */
    private long[] @Nullable [] totals = {};

    SubtreeTotals(ResourceGraph graph, Subtrees subtrees, TrackedTypes tracked, SubtreePlanners planners) {
        this.graph = graph;
        this.subtrees = subtrees;
        this.tracked = tracked;
        this.planners = planners;
    }

    /** Number of vertices in the subtree, the vertex included. */
    int size(int v) {
        return sizes[v];
    }

    /** The totals below the vertex, in the order of its tracked types; null for a leaf. */
    long @Nullable [] at(int v) {
        return totals[v];
    }

    /** Counts vertices that are new here, each before those below it; gives the sums by type id below each of them. */
    long[][] count(int[] parentsFirst) {
        long[][] below = subtrees.sumBelow(parentsFirst, sizes);
        for (int i = 0; i < parentsFirst.length; i++) {
            int v = parentsFirst[i];
            totals[v] = below[i].length == 0 ? null : project(v, below[i]);
            planners.forget(v);
        }
        return below;
    }

    /** So many vertices come below this one, and so much by type id; or go, where the sign is -1. */
    void add(int v, int vertices, long[] sums, int sign) {
        sizes[v] += sign * vertices;
        int[] types = tracked.at(v);
        long[] own = totals[v];
        if (own == null) {
            own = new long[types.length];
            totals[v] = own;
        }
        for (int i = 0; i < types.length; i++) {
            long delta = types[i] < sums.length ? sign * sums[types[i]] : 0;
            own[i] += delta;
            planners.resize(v, i, delta);
        }
    }

    /** The vertex tracks one more type, behind the others, of which it has nothing yet. */
    void addType(int v) {
        long[] sums = totals[v];
        if (sums != null) {
            totals[v] = Arrays.copyOf(sums, sums.length + 1);
            planners.addType(v);
        }
    }

    /** The vertex goes. */
    void forget(int v) {
        totals[v] = null;
        planners.forget(v);
    }

    /** Makes room for the vertices below the bound. */
    void reserve(int bound) {
        if (bound > sizes.length) {
            int capacity = Math.max(bound, sizes.length + sizes.length / 2);
            sizes = Arrays.copyOf(sizes, capacity);
            totals = Arrays.copyOf(totals, capacity);
            planners.reserve(capacity);
        }
    }

    /** What the arrays take. O(V). */
    long bytes() {
        long bytes = 4L * (sizes.length + totals.length);
        for (long[] sums : totals) {
            bytes += sums == null ? 0 : ARRAY_HEADER + 8L * sums.length;
        }
        return bytes;
    }

    /** Throws where what is counted differs from a fresh count: of all vertices, each before those below it. O(V x types). */
    void checkInvariants(int[] parentsFirst) {
        var fresh = new int[sizes.length];
        long[][] below = subtrees.sumBelow(parentsFirst, fresh);
        for (int i = 0; i < parentsFirst.length; i++) {
            checkVertex(parentsFirst[i], fresh[parentsFirst[i]], below[i]);
        }
        for (int v = 0; v < totals.length; v++) {
            boolean gone = v >= graph.vertexBound() || !graph.contains(v);
            if (gone && (totals[v] != null || planners.isUsed(v))) {
                throw new IllegalStateException("Vertex " + v + " is gone but still counted.");
            }
        }
    }

    private void checkVertex(int v, int size, long[] expected) {
        if (size != sizes[v]) {
            throw new IllegalStateException(
                    graph.path(v) + " has a subtree of " + size + " vertices, but " + sizes[v] + " are counted.");
        }
        long[] actual = totals[v];
        if (actual == null && expected.length > 0) {
            throw new IllegalStateException(graph.path(v) + " has vertices below it and does not count them.");
        }
        for (int i = 0; actual != null && i < actual.length; i++) {
            int type = tracked.at(v)[i];
            long sum = type < expected.length ? expected[type] : 0;
            if (actual[i] != sum) {
                throw new IllegalStateException(graph.path(v) + " has " + sum + " of "
                        + graph.types().name(type) + " below it, but counts " + actual[i] + ".");
            }
        }
        planners.checkInvariants(v, actual);
    }

    private long[] project(int v, long[] sums) {
        int[] types = tracked.at(v);
        var own = new long[types.length];
        for (int i = 0; i < types.length; i++) {
            own[i] = types[i] < sums.length ? sums[types[i]] : 0;
        }
        return own;
    }
}
