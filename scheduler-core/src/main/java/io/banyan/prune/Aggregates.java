package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Subsystem;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What lies below each interior vertex of the dominant subsystem: how many vertices, how much of each tracked type, how
 * much of that is free when, and how many jobs have something there.
 *
 * <p>Exact and incremental: attaching or detaching a subgraph touches the subgraph and the ancestors of the places where
 * it hangs, booking touches one vertex a call. A vertex below which nobody has ever held anything has totals but no
 * planner. Not thread-safe.
 */
public final class Aggregates {

    /** Total of the planners' first dimension, which counts the jobs below the vertex; the tracked types follow. */
    private static final long MAX_JOBS = 0x4000_0000L;

    private static final long ARRAY_HEADER = 16;

    private final ResourceGraph graph;
    private final int dominant;
    private final Subtrees subtrees;
    private final TrackedTypes tracked;
    private int root;
    private int[] subtreeSize = {};
    /** By vertex, in the order of its tracked types; null for a leaf. */
    private long[] @Nullable [] totals = {};

    private @Nullable Planner[] planners = {};
    /** Types with a smaller id were there before; only a type that is wholly new can be counted at the root from now on. */
    private int knownTypes;

    private final Crossings crossings;
    private long touched;

    /** Aggregates of the graph as it is. O(V). */
    public Aggregates(ResourceGraph graph, PruneFilters filters, Subsystem dominantSubsystem) {
        this.graph = graph;
        this.dominant = graph.subsystemId(dominantSubsystem);
        this.subtrees = new Subtrees(graph, dominant);
        this.crossings = new Crossings(graph, dominant);
        this.tracked = new TrackedTypes(graph, filters);
        this.root = graph.root(dominantSubsystem);
        if (root >= 0) {
            initialise();
        }
    }

    private void initialise() {
        int[] order = subtrees.breadthFirst(root);
        var leafTypes = new BitSet();
        for (int v : order) {
            if (v != root && subtrees.isLeaf(v)) {
                leafTypes.set(graph.typeId(v));
            }
        }
        tracked.initialiseRoot(graph.typeId(root), leafTypes);
        knownTypes = graph.types().size();
        reserve();
        count(order);
    }

    /** The vertex above in the dominant subsystem (the one that the path goes through), or -1. */
    public int parent(int v) {
        return graph.parent(v, dominant);
    }

    /** Whether there ever was a vertex with several parents, so that exclusive use of one may concern another. */
    public boolean hasSeveralParents() {
        return crossings.any();
    }

    /** Whether everything that can be reached through the vertex is counted below it. */
    public boolean countsAll(int v) {
        return !crossings.reachesOut(v);
    }

    /** Id of the subsystem that these aggregates follow. */
    public int dominant() {
        return dominant;
    }

    /** The root of the dominant subsystem, or -1 for an empty graph. */
    public int root() {
        return root;
    }

    /** Type ids that the vertex counts, in the order of {@link #totals}; empty for a leaf. */
    public int[] trackedTypes(int v) {
        return v == root ? tracked.ofRoot() : tracked.of(graph.typeId(v));
    }

    /** Whether the vertex keeps aggregates. */
    public boolean isInterior(int v) {
        return totals[v] != null;
    }

    /** All vertices of the dominant subsystem, each before those below it. O(V). */
    public int[] parentsFirst() {
        return root < 0 ? new int[0] : subtrees.breadthFirst(root);
    }

    /** Number of vertices in the subtree, the vertex included. */
    public int subtreeSize(int v) {
        return subtreeSize[v];
    }

    /** Sum of the sizes below the vertex, by position in {@link #trackedTypes}. */
    public long total(int v, int position) {
        long[] sums = totals[v];
        return sums == null ? 0 : sums[position];
    }

    /** What is free below the vertex throughout the window, by position in {@link #trackedTypes}. */
    public long freeDuring(int v, int position, TimeWindow window) {
        Planner planner = planners[v];
        return planner == null ? total(v, position) : planner.freeDuring(1 + position, window);
    }

    /** Whether no job has anything below the vertex, or the vertex itself as an inner part, during the window. */
    public boolean untouched(int v, TimeWindow window) {
        Planner planner = planners[v];
        return planner == null || planner.freeDuring(0, window) == MAX_JOBS;
    }

    /** The most jobs at one instant of the window that have something below the vertex and not the whole of it. */
    public long jobsBelow(int v, TimeWindow window) {
        Planner planner = planners[v];
        return planner == null ? 0 : MAX_JOBS - planner.freeDuring(0, window);
    }

    /** Whether no job has anything below the vertex at any time. */
    public boolean untouched(int v) {
        return planners[v] == null;
    }

    /** The earliest start from {@code fromSec} on at which the root has room for the needs (by tracked position). */
    public long earliestAtRoot(long fromSec, long durationSec, long limitSec, long[] needs) {
        Planner planner = planners[root];
        if (planner == null) {
            return fits(totals[root], needs) ? fromSec : Long.MAX_VALUE;
        }
        var amounts = new long[needs.length + 1];
        System.arraycopy(needs, 0, amounts, 1, needs.length);
        return planner.earliest(fromSec, durationSec, limitSec, amounts);
    }

    /** The next change at the root after an instant, or {@link Long#MAX_VALUE}. */
    public long nextChangeAtRoot(long afterSec) {
        Planner planner = planners[root];
        return planner == null ? Long.MAX_VALUE : planner.nextPoint(afterSec);
    }

    /** A job takes a part of what is below the vertex; amounts by tracked position. */
    public void take(int v, TimeWindow window, long[] amounts) {
        touched++;
        Planner planner = planners[v];
        if (planner == null) {
            long[] sums = requireInterior(v);
            long[] capacity = new long[sums.length + 1];
            capacity[0] = MAX_JOBS;
            System.arraycopy(sums, 0, capacity, 1, sums.length);
            planner = new Planner(capacity);
            planners[v] = planner;
        }
        planner.add(window, withJobs(v, 1, amounts));
    }

    /** A job that has something below the vertex takes more. */
    public void takeMore(int v, TimeWindow window, long[] amounts) {
        touched++;
        requirePlanner(v).increase(window, withJobs(v, 0, amounts));
    }

    /** A job gives back all that it has below the vertex; the amounts are those that it still has. */
    public void giveBack(int v, TimeWindow window, long[] amounts) {
        touched++;
        Planner planner = requirePlanner(v);
        planner.remove(window, withJobs(v, 1, amounts));
        if (planner.isEmpty()) {
            planners[v] = null;
        }
    }

    /** A job gives back a part of what it has below the vertex and stays there. */
    public void giveBackPart(int v, TimeWindow window, long[] amounts) {
        touched++;
        requirePlanner(v).reduce(window, withJobs(v, 0, amounts));
    }

    /** Counts vertices that were attached, parents before children, and adds them to their ancestors. O(n + p). */
    public void attached(int[] added) {
        reserve();
        if (root < 0) {
            root = graph.root(graph.subsystems().get(dominant));
            if (root >= 0) {
                initialise();
            }
            return;
        }
        for (int v : added) {
            if (graph.typeId(v) >= knownTypes && subtrees.isLeaf(v) && tracked.addToRoot(graph.typeId(v))) {
                widenRoot();
            }
        }
        knownTypes = graph.types().size();
        count(added);
    }

    /** Takes the subtree of a vertex, which is about to be detached and where nobody holds anything, out of the sums. */
    public void detaching(int top) {
        var sums = new long[graph.types().size()];
        int count = forget(top, sums);
        addToAncestors(parent(top), sums, -count, -1);
        if (top == root) {
            root = -1;
        }
    }

    /** Sum of the sizes below the vertex by type id, whether tracked or not. O(subtree). */
    public long[] sumsBelow(int v) {
        return subtrees.sumsBelow(v);
    }

    /** The memory of the aggregates: what their arrays take, reserve included, and the planners of used subtrees. O(V). */
    public long bytes() {
        long bytes = 4L * (subtreeSize.length + totals.length + planners.length) + subtrees.bytes();
        for (long[] sums : totals) {
            bytes += sums == null ? 0 : ARRAY_HEADER + 8L * sums.length;
        }
        for (Planner planner : planners) {
            bytes += planner == null ? 0 : planner.bytes();
        }
        return bytes;
    }

    /** Number of vertices whose aggregates were written since the start. */
    public long touched() {
        return touched;
    }

    /** Throws where an aggregate differs from the sum over its subtree. O(V x depth): for tests. */
    public void checkInvariants() {
        if (root < 0) {
            return;
        }
        int[] order = subtrees.breadthFirst(root);
        var sizes = new int[totals.length];
        long[][] fresh = subtrees.sumBelow(order, sizes);
        for (int i = 0; i < order.length; i++) {
            checkVertex(order[i], sizes[order[i]], fresh[i]);
        }
        for (int v = 0; v < totals.length; v++) {
            boolean gone = v >= graph.vertexBound() || !graph.contains(v);
            if (gone && (totals[v] != null || planners[v] != null)) {
                throw new IllegalStateException("Vertex " + v + " is gone but still counted.");
            }
        }
    }

    private void checkVertex(int v, int size, long[] expected) {
        if (size != subtreeSize[v]) {
            throw new IllegalStateException(
                    graph.path(v) + " has a subtree of " + size + " vertices, but " + subtreeSize[v] + " are counted.");
        }
        long[] actual = totals[v];
        if (actual == null && expected.length > 0) {
            throw new IllegalStateException(graph.path(v) + " has vertices below it and does not count them.");
        }
        for (int i = 0; actual != null && i < actual.length; i++) {
            int type = trackedTypes(v)[i];
            long sum = type < expected.length ? expected[type] : 0;
            if (actual[i] != sum) {
                throw new IllegalStateException(graph.path(v) + " has " + sum + " of "
                        + graph.types().name(type) + " below it, but counts " + actual[i] + ".");
            }
        }
        Planner planner = planners[v];
        if (planner != null) {
            planner.checkInvariants();
        }
    }

    /** What the vertex says of the vertices below it, for messages and tests: how many, totals, and what is free when. */
    public String describe(int v) {
        return subtreeSize[v] + " " + Arrays.toString(totals[v]) + " " + planners[v];
    }

    // ---- counting -------------------------------------------------------------------------------------------------

    private void count(int[] parentsFirst) {
        long[][] below = subtrees.sumBelow(parentsFirst, subtreeSize);
        for (int i = 0; i < parentsFirst.length; i++) {
            int v = parentsFirst[i];
            touched++;
            totals[v] = below[i].length == 0 ? null : project(v, below[i]);
            planners[v] = null;
            crossings.added(v);
        }
        for (int i = 0; i < parentsFirst.length; i++) {
            int v = parentsFirst[i];
            int parent = parent(v);
            if (parent >= 0 && subtrees.positionIn(parentsFirst, parent) < 0) {
                long[] sums = Arrays.copyOf(below[i], graph.types().size());
                sums[graph.typeId(v)] += graph.size(v);
                addToAncestors(parent, sums, subtreeSize[v], 1);
            }
        }
    }

    private void addToAncestors(int from, long[] sums, int count, int sign) {
        for (int u = from; u >= 0; u = parent(u)) {
            touched++;
            subtreeSize[u] += count;
            int[] types = trackedTypes(u);
            long[] own = totals[u];
            if (own == null) {
                own = new long[types.length];
                totals[u] = own;
            }
            Planner planner = planners[u];
            for (int i = 0; i < types.length; i++) {
                long delta = types[i] < sums.length ? sign * sums[types[i]] : 0;
                own[i] += delta;
                if (planner != null && delta != 0) {
                    planner.resize(1 + i, delta);
                }
            }
        }
    }

    private int forget(int v, long[] sums) {
        int count = 1;
        sums[graph.typeId(v)] += graph.size(v);
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (graph.subsystem(e) == dominant && parent(graph.target(e)) == v) {
                count += forget(graph.target(e), sums);
            }
        }
        touched++;
        totals[v] = null;
        planners[v] = null;
        crossings.gone(v);
        return count;
    }

    private long[] project(int v, long[] sums) {
        int[] types = trackedTypes(v);
        var own = new long[types.length];
        for (int i = 0; i < types.length; i++) {
            own[i] = types[i] < sums.length ? sums[types[i]] : 0;
        }
        return own;
    }

    private void widenRoot() {
        long[] sums = totals[root];
        if (sums == null) {
            return;
        }
        totals[root] = Arrays.copyOf(sums, tracked.ofRoot().length);
        Planner planner = planners[root];
        if (planner != null) {
            planner.addDimension(0);
        }
    }

    private void reserve() {
        int bound = graph.vertexBound();
        if (bound > subtreeSize.length) {
            int capacity = Math.max(bound, subtreeSize.length + subtreeSize.length / 2);
            subtreeSize = Arrays.copyOf(subtreeSize, capacity);
            totals = Arrays.copyOf(totals, capacity);
            planners = Arrays.copyOf(planners, capacity);
        }
    }

    private long[] withJobs(int v, long jobs, long[] amounts) {
        var all = new long[trackedTypes(v).length + 1];
        all[0] = jobs;
        System.arraycopy(amounts, 0, all, 1, amounts.length);
        return all;
    }

    private long[] requireInterior(int v) {
        long[] sums = totals[v];
        if (sums == null) {
            throw new IllegalStateException(graph.path(v) + " has nothing below it.");
        }
        return sums;
    }

    private Planner requirePlanner(int v) {
        Planner planner = planners[v];
        if (planner == null) {
            throw new IllegalStateException("No job has anything below " + graph.path(v) + ".");
        }
        return planner;
    }

    private static boolean fits(long @Nullable [] have, long[] needs) {
        for (int i = 0; i < needs.length; i++) {
            if (needs[i] > (have == null ? 0 : have[i])) {
                return false;
            }
        }
        return true;
    }
}
