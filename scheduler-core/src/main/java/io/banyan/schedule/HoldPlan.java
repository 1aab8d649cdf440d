package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.prune.Aggregates;
import java.util.Arrays;

/**
 * Turns a selection into the fewest equivalent holds: a subtree that is granted whole becomes one hold at its top,
 * except the graph itself, so that the root's aggregates always show the free amounts. One pass over the selection,
 * which is in post-order, with a stack of sums by level. The plan is read before the next selection; objects are made
 * only for the resulting holds.
 */
final class HoldPlan {

    private final ResourceGraph graph;
    private final Aggregates aggregates;

    // The plan: holds by place, children before parents.
    private int[] vertices = new int[16];
    private long[] amounts = new long[16];
    private boolean[] whole = new boolean[16];
    /** Whether anything is taken below the vertex that must be said. */
    private boolean[] hasSums = new boolean[16];

    private long[][] below = new long[16][];
    private int size;

    // The stack: the finished parts below the unfinished vertex of each level.
    /** Sums by type id of held amounts. */
    private long[][] sums = new long[8][];
    /** Vertices that are granted with all of their size. */
    private int[] granted = new int[8];
    /** How many holds had been planned when the last vertex of the level, or of one above, was finished. */
    private int[] settled = new int[8];
    /** The deepest level that something has been finished at since. */
    private int deepest;

    private int types;

    HoldPlan(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
    }

    /** Plans the holds of a selection. O(selection, and types for each vertex that has something below it). */
    void make(Selection selection) {
        size = 0;
        deepest = -1;
        if (types != graph.types().size()) {
            types = graph.types().size();
            below = new long[vertices.length][];
            sums = new long[sums.length][];
        }
        ensureLevel(1);
        for (int i = 0; i < selection.size(); i++) {
            finish(selection.vertex(i), selection.exclusive(i) ? selection.amount(i) : 0, selection.level(i));
        }
    }

    /** How many holds are planned. */
    int size() {
        return size;
    }

    /** The vertex of a planned hold. */
    int vertex(int i) {
        return vertices[i];
    }

    /** How much of the vertex itself is to be taken. */
    long amount(int i) {
        return amounts[i];
    }

    /**
     * Returns the amounts to be taken below the vertex, by type id; they say nothing of a whole hold. The array is the
     * plan's own.
     */
    long[] below(int i) {
        return hasSums[i] ? below[i] : Hold.NOTHING;
    }

    /** A planned hold as an object. */
    Hold hold(int i) {
        return new Hold(vertices[i], amounts[i], whole[i], hasSums[i] ? below[i].clone() : Hold.NOTHING);
    }

    private void finish(int v, long amount, int level) {
        ensureLevel(level + 1);
        while (deepest < level) {
            deepest++;
            settled[deepest] = size;
            granted[deepest] = 0;
            Arrays.fill(sums[deepest], 0);
        }
        boolean hasBelow = deepest > level;
        boolean full = amount == graph.size(v);
        int count = (hasBelow ? granted[level + 1] : 0) + (full ? 1 : 0);
        boolean all = full && count == aggregates.subtreeSize(v) && v != aggregates.root();
        if (all) {
            size = settled[level];
        }
        if (amount > 0 || size > settled[level]) {
            plan(v, amount, all, hasBelow ? sums[level + 1] : Hold.NOTHING);
        }
        if (hasBelow) {
            for (int t = 0; t < types; t++) {
                sums[level][t] += sums[level + 1][t];
            }
        }
        sums[level][graph.typeId(v)] += amount;
        granted[level] += count;
        settled[level] = size;
        deepest = level;
    }

    private void plan(int v, long amount, boolean all, long[] belowIt) {
        if (size == vertices.length) {
            vertices = Arrays.copyOf(vertices, size * 2);
            amounts = Arrays.copyOf(amounts, size * 2);
            whole = Arrays.copyOf(whole, size * 2);
            hasSums = Arrays.copyOf(hasSums, size * 2);
            below = Arrays.copyOf(below, size * 2);
        }
        vertices[size] = v;
        amounts[size] = amount;
        whole[size] = all;
        hasSums[size] = !all && isAnything(belowIt);
        if (hasSums[size]) {
            if (below[size] == null) {
                below[size] = new long[types];
            }
            System.arraycopy(belowIt, 0, below[size], 0, types);
        }
        size++;
    }

    private static boolean isAnything(long[] amounts) {
        for (long amount : amounts) {
            if (amount != 0) {
                return true;
            }
        }
        return false;
    }

    private void ensureLevel(int level) {
        if (level >= sums.length) {
            int capacity = level * 2;
            sums = Arrays.copyOf(sums, capacity);
            granted = Arrays.copyOf(granted, capacity);
            settled = Arrays.copyOf(settled, capacity);
        }
        for (int l = level; l >= 0 && sums[l] == null; l--) {
            sums[l] = new long[types];
        }
    }
}
