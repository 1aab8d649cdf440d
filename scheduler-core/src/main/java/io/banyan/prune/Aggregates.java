package io.banyan.prune;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.Subsystem;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The aggregates of each interior vertex of the dominant subsystem: the number of vertices below it, the amount of each
 * tracked type, the free amounts over time, and the number of jobs that hold resources there.
 *
 * <p>Exact and incremental: attaching or detaching a subgraph touches the subgraph and the ancestors of the places
 * where it hangs, booking touches one vertex a call. A vertex below which no job has ever held resources has totals but
 * no planner. Not thread-safe.
 */
public final class Aggregates {

    private final ResourceGraph graph;
    private final int dominant;
    private final Subtrees subtrees;
    private final TrackedTypes tracked;
    private final SubtreePlanners planners;
    private final SubtreeTotals totals;
    private final Crossings crossings;
    private int root;
    /**
     * Types with a smaller id were there before; only a type that is wholly new can be counted at the root from now on.
     */
    private int knownTypes;

    private long touched;

    /** Aggregates of the graph as it is. O(V). */
    public Aggregates(ResourceGraph graph, PruneFilters filters, Subsystem dominantSubsystem) {
        this.graph = graph;
        this.dominant = graph.subsystemId(dominantSubsystem);
        this.subtrees = new Subtrees(graph, dominant);
        this.crossings = new Crossings(graph, dominant);
        this.tracked = new TrackedTypes(graph, filters);
        var numbers = new InteriorNumbers();
        this.planners = new SubtreePlanners(graph, numbers);
        this.totals = new SubtreeTotals(graph, subtrees, tracked, planners, numbers);
        this.root = graph.root(dominantSubsystem);
        if (root >= 0) {
            initialise();
        }
    }

    private void initialise() {
        tracked.at(root);
        knownTypes = graph.types().size();
        totals.reserve(graph.vertexBound());
        SubtreeWalk walk = walk(root);
        tracked.initialiseRoot(root, walk.leafTypes());
        put(root, walk);
        if (!graph.isContainmentTree()) {
            for (int v : subtrees.breadthFirst(root)) {
                crossings.added(v);
            }
        }
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

    /**
     * Type ids that the vertex counts, by the position that the calls for amounts take. They go by the type of the
     * vertex: a leaf has them as well, though it counts nothing yet.
     */
    public int[] trackedTypes(int v) {
        return tracked.at(v);
    }

    /** Whether the vertex keeps aggregates. */
    public boolean isInterior(int v) {
        return totals.at(v) != null;
    }

    /** All vertices of the dominant subsystem, each before those below it. O(V). */
    public int[] parentsFirst() {
        return root < 0 ? new int[0] : subtrees.breadthFirst(root);
    }

    /** Number of vertices in the subtree, the vertex included. */
    public int subtreeSize(int v) {
        return totals.size(v);
    }

    /** Sum of the sizes below the vertex, by position in {@link #trackedTypes}. */
    public long total(int v, int position) {
        long[] sums = totals.at(v);
        return sums == null ? 0 : sums[position];
    }

    /** Sum of the sizes below the vertex by type id, whether tracked or not. O(subtree). */
    public long[] sumsBelow(int v) {
        return subtrees.sumsBelow(v);
    }

    // ---- free amounts over time
    // ---------------------------------------------------------------------------------------

    /** Returns the free amount below the vertex throughout the window, by position in {@link #trackedTypes}. */
    public long freeDuring(int v, int position, TimeWindow window) {
        return planners.isUsed(v) ? planners.freeDuring(v, position, window) : total(v, position);
    }

    /**
     * The first time after an instant from which less than is needed is free below the vertex; {@link Long#MAX_VALUE}
     * if none. O(log change points).
     */
    public long firstShortage(int v, int position, long afterSec, long need) {
        return planners.isUsed(v) ? planners.firstShortage(v, position, afterSec, need) : Long.MAX_VALUE;
    }

    /** The most jobs at one instant of the window that have something below the vertex and not the whole of it. */
    public long jobsBelow(int v, TimeWindow window) {
        return planners.jobsBelow(v, window);
    }

    /** Whether no job has anything below the vertex, or the vertex itself as an inner part, during the window. */
    public boolean untouched(int v, TimeWindow window) {
        return jobsBelow(v, window) == 0;
    }

    /** Whether no job has anything below the vertex at any time. */
    public boolean untouched(int v) {
        return !planners.isUsed(v);
    }

    /** The earliest start from {@code fromSec} on at which the root has room for the needs (by tracked position). */
    public long earliestAtRoot(long fromSec, long durationSec, long limitSec, long[] needs) {
        return planners.isUsed(root)
                ? planners.earliest(root, fromSec, durationSec, limitSec, needs)
                : holdsAtRoot(needs) ? fromSec : Long.MAX_VALUE;
    }

    private boolean holdsAtRoot(long[] needs) {
        return IntStream.range(0, needs.length).allMatch(i -> needs[i] <= total(root, i));
    }

    /** The next change at the root after an instant, or {@link Long#MAX_VALUE}. */
    public long nextChangeAtRoot(long afterSec) {
        return planners.nextChange(root, afterSec);
    }

    // ---- bookings -------------------------------------------------------------------------------------------------

    /** Records that a job takes resources below the vertex; amounts by tracked position. */
    public void take(int v, TimeWindow window, long[] amounts) {
        long[] sums = totals.at(v);
        if (sums == null) {
            throw new IllegalStateException(graph.path(v) + " has nothing below it.");
        }
        planners.take(v, window, amounts, sums);
    }

    /** A job that has something below the vertex takes more. */
    public void takeMore(int v, TimeWindow window, long[] amounts) {
        planners.takeMore(v, window, amounts);
    }

    /** A job gives back all that it has below the vertex; the amounts are those that it still has. */
    public void giveBack(int v, TimeWindow window, long[] amounts) {
        planners.giveBack(v, window, amounts);
    }

    /** Records that a job releases a part of its resources below the vertex and keeps others there. */
    public void giveBackPart(int v, TimeWindow window, long[] amounts) {
        planners.giveBackPart(v, window, amounts);
    }

    // ---- the graph itself -----------------------------------------------------------------------------------------

    /** Counts vertices that were attached, parents before children, and adds them to their ancestors. O(n + p). */
    public void attached(int[] added) {
        totals.reserve(graph.vertexBound());
        if (root < 0) {
            root = graph.root(graph.subsystems().get(dominant));
            if (root >= 0) {
                initialise();
            }
            return;
        }
        for (int v : added) {
            if (graph.typeId(v) >= knownTypes && subtrees.isLeaf(v) && tracked.addToRoot(graph.typeId(v))) {
                totals.addType(root);
            }
        }
        knownTypes = graph.types().size();
        for (int top : tops(added)) {
            SubtreeWalk walk = walk(top);
            put(top, walk);
            long[] sums = walk.sums();
            sums[graph.typeId(top)] += graph.size(top);
            addToAncestors(parent(top), walk.vertices(), sums, 1);
        }
        for (int v : added) {
            crossings.added(v);
        }
    }

    /** Removes the subtree of a vertex from the sums before it is detached; no job holds resources there. O(n + p). */
    public void detaching(int top) {
        var sums = new long[graph.types().size()];
        int count = forget(top, sums);
        addToAncestors(parent(top), count, sums, -1);
        if (top == root) {
            root = -1;
            tracked.forgetRoot();
        }
    }

    /**
     * Returns the memory of the aggregates: their arrays, including reserve, and the planners of used subtrees. O(V).
     */
    public long bytes() {
        return totals.bytes() + planners.bytes();
    }

    /** Number of vertices whose aggregates were written since the start. */
    public long touched() {
        return touched + planners.touched();
    }

    /** Throws where an aggregate differs from the sum over its subtree. O(V x types + E x depth): for tests. */
    public void checkInvariants() {
        if (root >= 0) {
            int[] order = subtrees.breadthFirst(root);
            totals.checkInvariants(order);
            crossings.checkInvariants(order);
        }
    }

    /**
     * Returns the aggregates of the vertex as text, for messages and tests: the number of vertices, the totals, and the
     * free amounts over time.
     */
    public String describe(int v) {
        return totals.size(v) + " " + Arrays.toString(totals.at(v)) + " " + planners.describe(v);
    }

    // ---- counting -------------------------------------------------------------------------------------------------

    /** Counts below a vertex. */
    private SubtreeWalk walk(int top) {
        var walk = new SubtreeWalk(graph, dominant, new SubtreeWalk.Visitor() {
            @Override
            public void enter(int v) {
                tracked.at(v);
            }

            @Override
            public void leave(int v, int vertices, long[] sums) {
                totals.put(v, vertices, sums);
            }
        });
        walk.run(top);
        return walk;
    }

    private void put(int top, SubtreeWalk walk) {
        touched += walk.vertices();
        if (walk.isInterior()) {
            totals.put(top, walk.vertices(), walk.sums());
        }
    }

    /** Returns the added vertices whose parents are not among the added ones. */
    private int[] tops(int[] added) {
        int[] sorted = added.clone();
        Arrays.sort(sorted);
        return Arrays.stream(added)
                .filter(v -> parent(v) >= 0 && Arrays.binarySearch(sorted, parent(v)) < 0)
                .toArray();
    }

    private void addToAncestors(int from, int vertices, long[] sums, int sign) {
        for (int u = from; u >= 0; u = parent(u)) {
            touched++;
            totals.add(u, vertices, sums, sign);
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
        totals.forget(v);
        crossings.gone(v);
        return count;
    }
}
