package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import java.util.Arrays;

/** Walks and sums over the subtrees of the dominant subsystem, where a vertex belongs below the parent on its path. */
final class Subtrees {

    private static final long[] NOTHING = {};

    private final ResourceGraph graph;
    private final int dominant;
    /** Where a vertex stands in the list that was summed last; only believed where the list agrees. */
    private int[] positionOf = {};

    Subtrees(ResourceGraph graph, int dominant) {
        this.graph = graph;
        this.dominant = dominant;
    }

    /** Sums by type id below each vertex of the list, which holds whole subtrees; empty for a leaf. */
    long[][] sumBelow(int[] parentsFirst, int[] sizes) {
        int types = graph.types().size();
        if (positionOf.length < graph.vertexBound()) {
            positionOf = Arrays.copyOf(positionOf, graph.vertexBound() + graph.vertexBound() / 2);
        }
        var below = new long[parentsFirst.length][];
        for (int i = 0; i < parentsFirst.length; i++) {
            int v = parentsFirst[i];
            positionOf[v] = i;
            sizes[v] = 1;
            below[i] = isLeaf(v) ? NOTHING : new long[types];
        }
        for (int i = parentsFirst.length - 1; i >= 0; i--) {
            int v = parentsFirst[i];
            int parent = graph.parent(v, dominant);
            int up = parent < 0 ? -1 : positionIn(parentsFirst, parent);
            if (up < 0) {
                continue;
            }
            sizes[parent] += sizes[v];
            below[up][graph.typeId(v)] += graph.size(v);
            for (int t = 0; t < below[i].length; t++) {
                below[up][t] += below[i][t];
            }
        }
        return below;
    }

    /** Position of the vertex in the list that {@link #sumBelow} saw last, or -1. */
    int positionIn(int[] list, int v) {
        int position = positionOf[v];
        return position < list.length && list[position] == v ? position : -1;
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

    long bytes() {
        return 4L * positionOf.length;
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
