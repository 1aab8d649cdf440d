package io.banyan.alike;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The cut of the hierarchy into parcels: above nodes, and above other small subtrees. The vertices above the cut are
 * <em>wide</em>. A vertex below the cut becomes wide when a node is added below it or when its subtree becomes too
 * large, and never the other way round.
 */
final class ParcelCut {

    /** A vertex with a larger subtree is wide. */
    static final int MAX_PARCEL = 1_024;
    /**
     * A node with a larger subtree is wide. Where one is, parcels answer for none of the others, so that it costs less
     * to write down a large node again when something in it changes.
     */
    static final int MAX_NODE = 65_536;

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final BitSet wide = new BitSet();
    /** When the vertex was met: of the children of one vertex in their order. */
    private int[] met = {};

    private int clock;
    /** By type: how many wide vertices there are. */
    private int[] wideByType = {};
    /** Types of the vertices that have hung directly below a wide one. */
    private final BitSet typesBelow = new BitSet();

    ParcelCut(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
    }

    boolean isWide(int v) {
        return wide.get(v);
    }

    /** How many wide vertices of a type there are. */
    int wideOfType(int type) {
        return type < wideByType.length ? wideByType[type] : 0;
    }

    /** Whether a vertex of the type was ever a child of a wide one. */
    boolean hangsBelowWide(int type) {
        return typesBelow.get(type);
    }

    /** The vertex was met on the way down; of the children of one vertex the first comes first. */
    void meet(int v) {
        if (met.length <= v) {
            met = Arrays.copyOf(met, Math.max(graph.vertexBound(), v + 1 + v / 2));
        }
        if (met[v] == 0) {
            met[v] = ++clock;
        }
        typesBelow.set(graph.typeId(v));
    }

    /** Whether there are no more times at which to meet vertices. */
    boolean isWornOut() {
        return clock > Integer.MAX_VALUE / 2;
    }

    void widen(int v) {
        int type = graph.typeId(v);
        if (wideByType.length <= type) {
            wideByType = Arrays.copyOf(wideByType, type + 1);
        }
        wide.set(v);
        wideByType[type]++;
    }

    /** The vertex goes. */
    void forget(int v) {
        if (wide.get(v)) {
            wide.clear(v);
            wideByType[graph.typeId(v)]--;
        }
        if (v < met.length) {
            met[v] = 0;
        }
    }

    /**
     * Whether the vertex should be above the cut. O(1) for one with few vertices below it, else O(its descendants down
     * to nodes).
     */
    boolean shouldBeWide(int v) {
        int node = graph.types().id("node");
        return aggregates.subtreeSize(v) > (graph.typeId(v) == node ? MAX_NODE : MAX_PARCEL) || hasNodeBelow(v, node);
    }

    /** Whether there is a node below the vertex. */
    boolean hasNodeBelow(int v, int nodeType) {
        for (int e = graph.firstOut(v); e >= 0 && nodeType >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant()
                    && (graph.typeId(child) == nodeType || hasNodeBelow(child, nodeType))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Which of two vertices directly below wide ones a depth-first walk meets first. O(1) for siblings, else O(depth).
     */
    int compare(int a, int b) {
        int parentOfA = aggregates.parent(a);
        int parentOfB = aggregates.parent(b);
        if (parentOfA == parentOfB) {
            return Integer.compare(met[a], met[b]);
        }
        int u = a;
        int v = b;
        for (int more = depth(a) - depth(b); more > 0; more--) {
            u = aggregates.parent(u);
        }
        for (int more = depth(b) - depth(a); more > 0; more--) {
            v = aggregates.parent(v);
        }
        while (aggregates.parent(u) != aggregates.parent(v)) {
            u = aggregates.parent(u);
            v = aggregates.parent(v);
        }
        return Integer.compare(met[u], met[v]);
    }

    private int depth(int v) {
        int depth = 0;
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            depth++;
        }
        return depth;
    }

    long bytes() {
        return 4L * met.length + wide.size() / 8;
    }
}
