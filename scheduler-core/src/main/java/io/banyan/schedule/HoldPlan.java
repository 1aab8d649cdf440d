package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.prune.Aggregates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Turns a selection into the fewest holds that say the same: a subtree that is granted whole becomes one hold at its
 * top, except the graph itself, so that the root's aggregates always tell what is free. One pass over the selection, which is in post-order, with a stack of sums by level.
 */
final class HoldPlan {

    private static final long[] NOTHING = {};

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final List<Hold> holds = new ArrayList<>();
    private final int types;
    /** By level: sums by type id of what is held in the finished subtrees of that level. */
    private long[][] sums = new long[8][];
    /** By level: exclusively granted vertices in the finished subtrees of that level. */
    private int[] granted = new int[8];
    /** By level: how many holds there were when the last vertex of the level or of one above it was finished. */
    private int[] settled = new int[8];

    private HoldPlan(ResourceGraph graph, Aggregates aggregates) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.types = graph.types().size();
    }

    /** The holds, children before parents. O(selection x types). */
    static List<Hold> of(Selection selection, ResourceGraph graph, Aggregates aggregates) {
        var plan = new HoldPlan(graph, aggregates);
        for (int i = 0; i < selection.size(); i++) {
            plan.finish(selection.vertex(i), selection.exclusive(i) ? selection.amount(i) : 0, selection.level(i));
        }
        return plan.holds;
    }

    private void finish(int v, long amount, int level) {
        ensure(level + 1);
        long[] below = sums[level + 1];
        boolean full = amount == graph.size(v);
        int count = granted[level + 1] + (full ? 1 : 0);
        boolean whole = full && count == aggregates.subtreeSize(v) && v != aggregates.root();
        if (whole) {
            holds.subList(settled[level], holds.size()).clear();
        }
        if (amount > 0 || holds.size() > settled[level]) {
            holds.add(new Hold(v, amount, whole, whole && aggregates.subtreeSize(v) == 1 ? NOTHING : below.clone()));
        }
        for (int t = 0; t < types; t++) {
            sums[level][t] += below[t];
        }
        sums[level][graph.typeId(v)] += amount;
        granted[level] += count;
        Arrays.fill(below, 0);
        granted[level + 1] = 0;
        Arrays.fill(settled, level, settled.length, holds.size());
    }

    private void ensure(int level) {
        if (level >= sums.length) {
            int capacity = level * 2;
            sums = Arrays.copyOf(sums, capacity);
            granted = Arrays.copyOf(granted, capacity);
            int known = settled.length;
            settled = Arrays.copyOf(settled, capacity);
            Arrays.fill(settled, known, capacity, settled[known - 1]);
        }
        for (int l = 0; l <= level; l++) {
            if (sums[l] == null) {
                sums[l] = new long[types];
            }
        }
    }
}
