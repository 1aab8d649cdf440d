package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;

/** Walks and sums over the subtrees of the dominant subsystem, where a vertex belongs below the parent on its path. */
final class Subtrees {

    private static final long[] NOTHING = {};

    private final ResourceGraph graph;
    private final int dominant;

    Subtrees(ResourceGraph graph, int dominant) {
        this.graph = graph;
        this.dominant = dominant;
    }

    /**
     * By vertex, of all of them: the sums by type id below it, nothing for a leaf; and the sizes of the subtrees. O(V x
     * types).
     */
    long[][] sumBelow(int[] parentsFirst, int[] sizes) {
        int types = graph.types().size();
        var below = new long[sizes.length][];
        for (int v : parentsFirst) {
            sizes[v] = 1;
            below[v] = isLeaf(v) ? NOTHING : new long[types];
        }
        for (int i = parentsFirst.length - 1; i > 0; i--) {
            int v = parentsFirst[i];
            int parent = graph.parent(v, dominant);
            sizes[parent] += sizes[v];
            below[parent][graph.typeId(v)] += graph.size(v);
            for (int t = 0; t < below[v].length; t++) {
                below[parent][t] += below[v][t];
            }
        }
        return below;
    }

    /** Sum of the sizes below the vertex by type id, whether tracked or not. O(subtree). */
    long[] sumsBelow(int v) {
        var sums = new long[graph.types().size()];
        addBelow(v, sums);
        return sums;
    }

    private void addBelow(int v, long[] sums) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == dominant && graph.parent(child, dominant) == v) {
                sums[graph.typeId(child)] += graph.size(child);
                addBelow(child, sums);
            }
        }
    }

    int[] breadthFirst(int root) {
        var order = new int[graph.vertexCount()];
        int size = 0;
        order[size++] = root;
        for (int i = 0; i < size; i++) {
            for (int e = graph.firstOut(order[i]); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == dominant && graph.parent(graph.target(e), dominant) == order[i]) {
                    order[size++] = graph.target(e);
                }
            }
        }
        return Arrays.copyOf(order, size);
    }

    boolean isLeaf(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == dominant) {
                return false;
            }
        }
        return true;
    }
}
