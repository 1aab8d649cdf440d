package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Sums up subtrees, children before parents, in one walk with one set of sums a level: O(vertices x levels above the
 * leaves' types), and nothing is kept by vertex. For one use.
 */
final class SubtreeWalk {
    /** Hears of each vertex that has others below it, when everything below it is summed; but not of the top. */
    interface Visitor {
        /** The vertex is entered, before those below it. */
        void enter(int v);

        /** Everything below the vertex is summed; the sums, by type id, are for reading. */
        void leave(int v, int vertices, long[] sums);
    }

    private static final long[] NOTHING = {};

    private final ResourceGraph graph;
    private final int dominant;
    private final Visitor visitor;
    private final BitSet leafTypes = new BitSet();

    private int depth;
    private int[] vertexAt = new int[16];
    /** By level: the edge to look at next. */
    private int[] edgeAt = new int[16];

    private int[] countAt = new int[16];
    private boolean[] interiorAt = new boolean[16];
    private long[][] sumsAt = new long[16][0];

    SubtreeWalk(ResourceGraph graph, int dominant, Visitor visitor) {
        this.graph = graph;
        this.dominant = dominant;
        this.visitor = visitor;
    }

    /** Walks below a vertex; the results for the vertex itself are here then. */
    void run(int top) {
        depth = 0;
        enter(top);
        while (depth > 1 || edgeAt[0] >= 0) {
            if (edgeAt[depth - 1] >= 0) {
                follow();
            } else {
                leave();
            }
        }
    }

    private void enter(int v) {
        if (depth == vertexAt.length) {
            int levels = depth * 2;
            vertexAt = Arrays.copyOf(vertexAt, levels);
            edgeAt = Arrays.copyOf(edgeAt, levels);
            countAt = Arrays.copyOf(countAt, levels);
            interiorAt = Arrays.copyOf(interiorAt, levels);
            sumsAt = Arrays.copyOf(sumsAt, levels);
            Arrays.fill(sumsAt, depth, levels, NOTHING);
        }
        int types = graph.types().size();
        if (sumsAt[depth].length < types) {
            sumsAt[depth] = new long[types];
        } else {
            Arrays.fill(sumsAt[depth], 0);
        }
        vertexAt[depth] = v;
        edgeAt[depth] = graph.firstOut(v);
        countAt[depth] = 1;
        interiorAt[depth] = false;
        depth++;
        visitor.enter(v);
    }

    /** Goes along edges of the vertex at hand up to one whose target has edges as well. */
    private void follow() {
        int at = depth - 1;
        int v = vertexAt[at];
        long[] sums = sumsAt[at];
        for (int e = edgeAt[at]; e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) != dominant) {
                continue;
            }
            interiorAt[at] = true;
            int child = graph.target(e);
            if (graph.parent(child, dominant) != v) {
                continue;
            }
            if (graph.firstOut(child) >= 0) {
                edgeAt[at] = graph.nextOut(e);
                enter(child);
                return;
            }
            int type = graph.typeId(child);
            leafTypes.set(type);
            sums[type] += graph.size(child);
            countAt[at]++;
        }
        edgeAt[at] = -1;
    }

    private void leave() {
        depth--;
        int v = vertexAt[depth];
        int type = graph.typeId(v);
        long[] sums = sumsAt[depth];
        if (interiorAt[depth]) {
            visitor.leave(v, countAt[depth], sums);
        } else {
            leafTypes.set(type);
        }
        long[] above = sumsAt[depth - 1];
        countAt[depth - 1] += countAt[depth];
        above[type] += graph.size(v);
        for (int t = 0; t < above.length && t < sums.length; t++) {
            above[t] += sums[t];
        }
    }

    /** How many vertices there are in the subtree of the top, itself included. */
    int vertices() {
        return countAt[0];
    }

    /** Whether there is anything below the top. */
    boolean isInterior() {
        return interiorAt[0];
    }

    /** Sums of the sizes below the top by type id. */
    long[] sums() {
        return sumsAt[0];
    }

    /** The types of the leaves that were met. */
    BitSet leafTypes() {
        return leafTypes;
    }
}
