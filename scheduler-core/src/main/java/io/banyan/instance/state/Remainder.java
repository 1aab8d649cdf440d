package io.banyan.instance.state;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The remainder of a selection of vertices when others have some of them. For one use. */
final class Remainder {
    private final ResourceGraph graph;
    private final Map<Integer, Long> taken = new HashMap<>();
    /** With all that is below them. */
    private final BitSet gone = new BitSet();
    /** The vertices below which a job holds resources, so that no job has them exclusively. */
    private final BitSet shared = new BitSet();

    Remainder(ResourceGraph graph) {
        this.graph = graph;
    }

    /** Returns the remainder without this selection. O(size). */
    Remainder without(Selection selection) {
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (!selection.exclusive(i)) {
                shared.set(v);
            } else {
                taken.merge(v, selection.amount(i), Long::sum);
                // No other job has resources below an exclusive vertex.
                gone.set(v, gone.get(v) || graph.granule(v) == 0);
            }
        }
        return this;
    }

    /** These are not there any more, with all that is below them. O(their number). */
    Remainder withoutSubtrees(int[] vertices) {
        for (int v : vertices) {
            gone.set(v);
        }
        return this;
    }

    /** Returns the remainder without these amounts of the vertices; their descendants remain. O(their number). */
    Remainder withoutAmounts(int[] vertices, long[] amounts) {
        for (int i = 0; i < vertices.length; i++) {
            taken.merge(vertices[i], amounts[i], Long::sum);
        }
        return this;
    }

    /** Returns the remainder of the selection. O(size). */
    Selection of(Selection all) {
        BitSet hidden = hidden(all);
        boolean[] below = new boolean[2];
        var left = new Selection.Builder(all.size());
        for (int i = 0; i < all.size(); i++) {
            int v = all.vertex(i);
            int level = all.level(i);
            if (level + 1 >= below.length) {
                below = Arrays.copyOf(below, 2 * level + 2);
            }
            long amount = all.amount(i) - taken.getOrDefault(v, 0L);
            boolean isOwn = all.exclusive(i) && amount > 0 && !shared.get(v) && !hidden.get(i);
            if (isOwn || below[level + 1]) {
                left.add(v, isOwn ? amount : graph.size(v), isOwn, level, all.inEdge(i));
                left.draws(isOwn ? all.draws(i) : Map.of());
                below[level] = true;
            }
            below[level + 1] = false;
        }
        return left.build();
    }

    /** The positions at and below removed vertices. */
    private BitSet hidden(Selection all) {
        var hidden = new BitSet();
        int goneAt = Integer.MAX_VALUE;
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.level(i) > goneAt) {
                hidden.set(i);
            } else {
                goneAt = gone.get(all.vertex(i)) ? all.level(i) : Integer.MAX_VALUE;
                hidden.set(i, gone.get(all.vertex(i)));
            }
        }
        return hidden;
    }
}
