package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The number of vertices and the amount of each tracked type below each vertex, free or held; the planners of used
 * subtrees follow it. A vertex with nothing below it takes four bytes here.
 */
final class SubtreeTotals {

    private static final long ARRAY_HEADER = 16;

    private final ResourceGraph graph;
    private final Subtrees subtrees;
    private final TrackedTypes tracked;
    private final SubtreePlanners planners;
    private final InteriorNumbers numbers;
    /** By the number of the vertex. */
    private int[] sizes = new int[1];
    /** By the number of the vertex, in the order of its tracked types; null for a number that is not in use. */
    private long[] @Nullable [] totals = new long[1][];

    SubtreeTotals(
            ResourceGraph graph,
            Subtrees subtrees,
            TrackedTypes tracked,
            SubtreePlanners planners,
            InteriorNumbers numbers) {
        this.graph = graph;
        this.subtrees = subtrees;
        this.tracked = tracked;
        this.planners = planners;
        this.numbers = numbers;
    }

    /** Number of vertices in the subtree, the vertex included. */
    int size(int v) {
        int number = numbers.of(v);
        return number == 0 ? 1 : sizes[number];
    }

    /** The totals below the vertex, in the order of its tracked types; null for a leaf. */
    long @Nullable [] at(int v) {
        return totals[numbers.of(v)];
    }

    /** So many vertices are in the subtree of one that has something below it, and so much below it by type id. */
    void put(int v, int vertices, long[] sums) {
        int number = take(v);
        sizes[number] = vertices;
        totals[number] = project(v, sums);
    }

    private int take(int v) {
        int number = numbers.take(v);
        if (number >= sizes.length) {
            int capacity = number + 1 + number / 2;
            sizes = Arrays.copyOf(sizes, capacity);
            totals = Arrays.copyOf(totals, capacity);
            planners.reserve(capacity);
        }
        return number;
    }

    /** So many vertices come below this one, and so much by type id; or go, where the sign is -1. */
    void add(int v, int vertices, long[] sums, int sign) {
        int[] types = tracked.at(v);
        if (at(v) == null) {
            put(v, 1, new long[types.length]);
        }
        int number = numbers.of(v);
        sizes[number] += sign * vertices;
        long[] own = at(v);
        for (int i = 0; own != null && i < types.length; i++) {
            long delta = types[i] < sums.length ? sign * sums[types[i]] : 0;
            own[i] += delta;
            planners.resize(v, i, delta);
        }
    }

    /** The vertex tracks one more type, behind the others, of which it has nothing yet. */
    void addType(int v) {
        long[] sums = at(v);
        if (sums != null) {
            totals[numbers.of(v)] = Arrays.copyOf(sums, sums.length + 1);
            planners.addType(v);
        }
    }

    /** The vertex goes. */
    void forget(int v) {
        int number = numbers.of(v);
        if (number > 0) {
            planners.forget(v);
            totals[number] = null;
            numbers.release(v);
        }
    }

    /** Makes room for the vertices below the bound. */
    void reserve(int bound) {
        numbers.reserve(bound);
    }

    /** Returns the number of bytes that the arrays take. O(interior vertices). */
    long bytes() {
        long bytes = numbers.bytes() + 4L * (sizes.length + totals.length);
        for (long[] sums : totals) {
            bytes += sums == null ? 0 : ARRAY_HEADER + 8L * sums.length;
        }
        return bytes;
    }

    /** Throws if the counts differ from a new count: of all vertices, each before those below it. O(V x types). */
    void checkInvariants(int[] parentsFirst) {
        var fresh = new int[graph.vertexBound()];
        long[][] below = subtrees.sumBelow(parentsFirst, fresh);
        for (int v : parentsFirst) {
            checkVertex(v, fresh[v], below[v]);
        }
        for (int v = 0; v < numbers.vertices(); v++) {
            boolean gone = v >= graph.vertexBound() || !graph.contains(v);
            if (gone && numbers.of(v) > 0) {
                throw new IllegalStateException("Vertex " + v + " is gone but still counted.");
            }
        }
    }

    private void checkVertex(int v, int size, long[] expected) {
        if (size != size(v)) {
            throw new IllegalStateException(
                    graph.path(v) + " has a subtree of " + size + " vertices, but " + size(v) + " are counted.");
        }
        long[] actual = at(v);
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
