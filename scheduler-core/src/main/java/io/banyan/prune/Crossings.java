package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.BitSet;

/**
 * The edges to vertices with several parents, through which a subtree reaches further than the paths below its top:
 * such vertices are counted only below the parent on their path. A known vertex stays known until it is removed.
 */
final class Crossings {

    private final ResourceGraph graph;
    private final int dominant;
    private final BitSet reachingOut = new BitSet();
    private boolean any;

    Crossings(ResourceGraph graph, int dominant) {
        this.graph = graph;
        this.dominant = dominant;
    }

    /** Whether there ever was a vertex with several parents. */
    boolean any() {
        return any;
    }

    /** Whether something can be reached through the vertex that is not counted below it. */
    boolean reachesOut(int v) {
        return reachingOut.get(v);
    }

    /**
     * A vertex came, with its edges; one to a vertex that was there before gives that another parent. O(edges x depth).
     */
    void added(int v) {
        for (int e = graph.firstIn(v); e >= 0; e = graph.nextIn(e)) {
            edge(e);
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            edge(e);
        }
    }

    void gone(int v) {
        reachingOut.clear(v);
    }

    /** Throws where something reaches out of its subtree and is not known to. O(E x depth): for tests. */
    void checkInvariants(int[] vertices) {
        var fresh = new Crossings(graph, dominant);
        for (int v : vertices) {
            fresh.added(v);
        }
        for (int v : vertices) {
            if (fresh.reachesOut(v) && !reachesOut(v)) {
                throw new IllegalStateException(
                        graph.path(v) + " leads to a vertex that is not counted below it, but is not marked so.");
            }
        }
    }

    private void edge(int e) {
        int child = graph.target(e);
        if (graph.subsystem(e) != dominant || graph.parent(child, dominant) == graph.source(e)) {
            return;
        }
        any = true;
        for (int u = graph.source(e); u >= 0 && !isAbove(u, child); u = graph.parent(u, dominant)) {
            reachingOut.set(u);
        }
    }

    private boolean isAbove(int ancestor, int v) {
        int u = v;
        while (u >= 0 && u != ancestor) {
            u = graph.parent(u, dominant);
        }
        return u == ancestor;
    }
}
