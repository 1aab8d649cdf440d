package io.banyan.schedule;

import io.banyan.graph.Attachment;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Who holds what of a graph, and when: the extended data of RFC 4 and the only place that changes it.
 *
 * <p>A booking is made whole or not at all, and given back exactly. A subtree that is granted whole is written once, at
 * its top; its descendants are implied. Aggregates follow each change at the changed vertices and their ancestors only.
 * All changes of the graph itself go through here too, so that nothing held is ever detached. Not thread-safe.
 */
public final class Schedule {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Ledger ledger;
    private final Marks marks;
    private final ChildOrder childOrder;
    private final GraphEdits edits;
    private final TimeWindow horizon;
    private final TreeMap<JobId, Holding> holdings = new TreeMap<>();
    private final BitSet down = new BitSet();
    private final BitSet shared = new BitSet();

    /** A schedule with nothing held and every vertex up. O(V). */
    public Schedule(ResourceGraph graph, PruneFilters filters, TimeWindow horizon) {
        this(graph, filters, horizon, Subsystem.CONTAINMENT);
    }

    /** As above, with a dominant subsystem other than containment. */
    public Schedule(ResourceGraph graph, PruneFilters filters, TimeWindow horizon, Subsystem dominant) {
        this.graph = graph;
        this.horizon = horizon;
        this.aggregates = new Aggregates(graph, filters, dominant);
        this.ledger = new Ledger(graph, aggregates);
        this.marks = new Marks(graph);
        this.childOrder = new ChildOrder(graph, aggregates);
        this.edits = new GraphEdits(this, ledger, childOrder);
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v) && graph.initialStatus(v) == Status.DOWN) {
                down.set(v);
            }
        }
    }

    /** The graph; to be changed through this schedule only. */
    public ResourceGraph graph() {
        return graph;
    }

    /** What is left below each vertex; for reading. */
    public Aggregates aggregates() {
        return aggregates;
    }

    /** The order in which children are explored by policies that stop early. */
    public ChildOrder childOrder() {
        return childOrder;
    }

    /** The time that this schedule covers. */
    public TimeWindow horizon() {
        return horizon;
    }

    // ---- bookings -------------------------------------------------------------------------------------------------

    /**
     * Books a selection for a new job. O(selection x depth).
     *
     * @throws IllegalStateException where the job exists already or something is not free; nothing changes then
     */
    public void commit(JobId job, BookingKind kind, TimeWindow window, Selection selection) {
        if (holdings.containsKey(job)) {
            throw new IllegalStateException("Job " + job + " holds resources already.");
        }
        if (!horizon.contains(window)) {
            throw new IllegalStateException("The window of job " + job + " reaches beyond the time that is planned.");
        }
        requireFree(job, window, selection);
        List<Hold> plan = HoldPlan.of(alongPaths(selection), graph, aggregates);
        var holding = new Holding(new Booking(job, kind, window));
        holdings.put(job, holding);
        ledger.add(holding, plan);
        placed(selection, holding);
    }

    /**
     * The same selection, with every vertex below the parent on its path: a vertex with several parents is booked there,
     * whichever way the match took to it.
     */
    private Selection alongPaths(Selection selection) {
        boolean along = true;
        for (int i = 0; i < selection.size(); i++) {
            along &= selection.inEdge(i) == inEdge(selection.vertex(i));
        }
        if (along) {
            return selection;
        }
        marks.clear();
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (selection.exclusive(i)) {
                marks.mark(v, inEdge(v), selection.amount(i), true, null);
                for (int u = aggregates.parent(v); u >= 0 && !marks.contains(u); u = aggregates.parent(u)) {
                    marks.mark(u, inEdge(u), graph.size(u), false, null);
                }
            }
        }
        return marks.select(aggregates.root());
    }

    private void placed(Selection selection, Holding holding) {
        for (int i = 0; i < selection.size(); i++) {
            if (selection.inEdge(i) >= 0) {
                Hold hold = holding.at(selection.vertex(i));
                boolean whole = hold == null ? selection.exclusive(i) : hold.whole;
                childOrder.placed(selection.inEdge(i), holding.booking().window(), whole);
            }
        }
    }

    /** The part of a selection that the job does not hold yet, with the ancestors that lead there. */
    private Selection withoutHeld(Holding holding, Selection selection) {
        marks.clear();
        int fresh = 0;
        int exclusive = 0;
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            exclusive += selection.exclusive(i) ? 1 : 0;
            if (selection.exclusive(i) && !ledger.has(holding, v)) {
                fresh++;
                marks.mark(v, inEdge(v), selection.amount(i), true, selection.label(i));
            }
        }
        if (fresh == exclusive) {
            return selection;
        }
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            marks.mark(v, inEdge(v), graph.size(v), false, null);
        }
        return marks.select(aggregates.root());
    }

    /** Books more for a job that exists, in its window. Throws as {@link #commit} does. */
    public void extend(JobId job, Selection selection) {
        Holding holding = require(job);
        requireFree(job, holding.booking().window(), selection);
        Selection fresh = withoutHeld(holding, alongPaths(selection));
        ledger.add(holding, HoldPlan.of(fresh, graph, aggregates));
        placed(fresh, holding);
    }

    /** Frees everything that the job holds and forgets it. */
    public void cancel(JobId job) {
        ledger.removeAll(require(job));
        holdings.remove(job);
    }

    /**
     * Frees a part of what a job holds: each vertex with everything below it. A vertex of which the job holds nothing is
     * passed over. The job itself stays, even where nothing is left of its resources.
     *
     * @return whether the job still holds anything
     */
    public boolean release(JobId job, int[] tops) {
        Holding holding = require(job);
        for (int top : tops) {
            ledger.releaseSubtree(holding, top);
        }
        return !holding.isEmpty();
    }

    /** Frees single vertices of a job; what it holds below them stays. Returns whether it still holds anything. */
    public boolean releaseVertices(JobId job, int[] vertices) {
        Holding holding = require(job);
        for (int v : vertices) {
            ledger.releaseVertex(holding, v);
        }
        return !holding.isEmpty();
    }

    /** A reservation becomes an allocation. */
    public void start(JobId job) {
        require(job).become(BookingKind.ALLOCATION);
    }

    /** The booking of a job, if it has one. */
    public Optional<Booking> booking(JobId job) {
        return Optional.ofNullable(holdings.get(job)).map(Holding::booking);
    }

    /** All bookings in the order of the job ids. */
    public List<Booking> bookings() {
        return holdings.values().stream().map(Holding::booking).toList();
    }

    /** Everything that a job holds, implied descendants and shared ancestors included, in the graph's order. */
    public Selection selection(JobId job) {
        marks.clear();
        for (Hold hold : require(job).holds()) {
            long amount = hold.amount > 0 ? hold.amount : graph.size(hold.vertex);
            marks.mark(hold.vertex, inEdge(hold.vertex), amount, hold.amount > 0, null);
            if (hold.whole) {
                markBelow(hold.vertex);
            }
        }
        return marks.select(aggregates.root());
    }

    private void markBelow(int v) {
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant() && aggregates.parent(child) == v) {
                marks.mark(child, e, graph.size(child), true, null);
                markBelow(child);
            }
        }
    }

    /** The edge that the vertex's path goes through, or -1 for the root. */
    int inEdge(int v) {
        for (int e = graph.firstIn(v); e >= 0; e = graph.nextIn(e)) {
            if (graph.subsystem(e) == aggregates.dominant()) {
                return e;
            }
        }
        return -1;
    }

    private void requireFree(JobId job, TimeWindow window, Selection selection) {
        int v = firstConflict(Optional.of(job), window, selection);
        if (v >= 0) {
            throw new IllegalStateException(graph.path(v) + " is not free for job " + job + ".");
        }
    }

    /** Whether a new job could book the selection. O(selection). */
    public boolean isFree(TimeWindow window, Selection selection) {
        return firstConflict(Optional.empty(), window, selection) < 0;
    }

    private int firstConflict(Optional<JobId> job, TimeWindow window, Selection selection) {
        for (int i = 0; i < selection.size(); i++) {
            int v = selection.vertex(i);
            if (job.isPresent() && holds(job.get(), v)) {
                continue;
            }
            boolean free = selection.exclusive(i)
                    ? freeDuring(v, window) >= selection.amount(i) && aggregates.untouched(v, window) && !shared.get(v)
                    : freeDuring(v, window) > 0;
            if (!free) {
                return v;
            }
        }
        return -1;
    }

    /** Whether a job has the vertex itself. O(depth). */
    boolean holds(JobId job, int v) {
        Holding holding = holdings.get(job);
        return holding != null && ledger.has(holding, v);
    }

    /** Whether a job has the vertex itself or something below it. O(depth). */
    boolean hasWithin(JobId job, int v) {
        return require(job).at(v) != null || holds(job, v);
    }

    Holding require(JobId job) {
        Holding holding = holdings.get(job);
        if (holding == null) {
            throw new IllegalStateException("Job " + job + " holds nothing here.");
        }
        return holding;
    }

    // ---- questions ------------------------------------------------------------------------------------------------

    /** How much of the vertex itself nobody takes throughout the window; says nothing of an ancestor that is held. */
    public long freeDuring(int v, TimeWindow window) {
        return ledger.freeDuring(v, window);
    }

    /** Whether a job with an allocation (not a reservation) has the vertex itself, whatever its window says. */
    public boolean holdsAllocation(int v) {
        Occupancy occupancy = ledger.occupancy(v);
        if (occupancy == null) {
            return false;
        }
        for (JobId job : occupancy.jobs()) {
            if (require(job).booking().kind() == BookingKind.ALLOCATION) {
                return true;
            }
        }
        return false;
    }

    /** Jobs that have the vertex itself, or an ancestor whole. O(depth). */
    public List<JobId> holders(int v) {
        var jobs = new LinkedHashSet<JobId>();
        for (int u = v; u >= 0; u = aggregates.parent(u)) {
            Occupancy occupancy = ledger.occupancy(u);
            if (occupancy == null) {
                continue;
            }
            for (JobId job : occupancy.jobs()) {
                Hold hold = require(job).at(u);
                if (u == v || (hold != null && hold.whole)) {
                    jobs.add(job);
                }
            }
        }
        return List.copyOf(jobs);
    }

    /** The job that has the vertex (or an ancestor whole) at an instant. O(depth). */
    public Optional<JobId> holderAt(int v, long sec) {
        return holders(v).stream()
                .filter(job -> require(job).booking().window().contains(sec))
                .findFirst();
    }

    /** What a job has below a vertex, by position in the types that the vertex counts. O(depth + types). */
    public long[] heldBelow(JobId job, int v) {
        Holding holding = holdings.get(job);
        return holding == null ? new long[aggregates.trackedTypes(v).length] : ledger.heldBelow(holding, v);
    }

    /** Whether one job has the vertex and everything below it at an instant. O(depth x jobs there). */
    boolean isCovered(int v, long sec) {
        return holders(v).stream()
                .map(this::require)
                .anyMatch(holding -> holding.booking().window().contains(sec) && ledger.covers(holding, v));
    }

    /** Jobs that have something in the vertex's subtree, or the vertex itself, or an ancestor whole. O(jobs). */
    public Set<JobId> jobsWithin(int v) {
        var jobs = new LinkedHashSet<JobId>(holders(v));
        for (var entry : holdings.entrySet()) {
            if (entry.getValue().at(v) != null) {
                jobs.add(entry.getKey());
            }
        }
        return jobs;
    }

    /** Whether any job has something in the vertex's subtree, or the vertex itself, or an ancestor whole. O(depth). */
    public boolean isUsed(int v) {
        return !aggregates.untouched(v) || !holders(v).isEmpty();
    }

    /** Free amount of a type in the whole graph at an instant. O(log) for types that the root tracks, else O(V). */
    public long free(String type, long sec) {
        return new Amounts(this).free(type, sec);
    }

    /** Sum of the sizes of a type in the whole graph. O(1) for types that the root tracks, else O(V). */
    public long total(String type) {
        return new Amounts(this).total(type);
    }

    // ---- the graph itself -----------------------------------------------------------------------------------------

    /**
     * Attaches a subgraph; what exists already stays as it is. O(n + m) for the graph, O(n + p) for the aggregates.
     *
     * @throws GraphException where the subgraph does not fit; nothing changes then
     */
    public Attachment attach(Subgraph subgraph) throws GraphException {
        return edits.attach(subgraph);
    }

    /**
     * Detaches subtrees.
     *
     * @throws IllegalStateException where a job holds something there; it names the jobs, and nothing changes
     */
    public void detach(int[] tops) {
        edits.detach(tops);
    }

    /** These vertices belong to somebody else as well: what is below them may be used, they are never exclusive here. */
    public void markShared(int[] vertices) {
        for (int v : vertices) {
            shared.set(v);
        }
    }

    /** Whether the vertex was marked as belonging to somebody else as well. */
    public boolean isShared(int v) {
        return shared.get(v);
    }

    /** The vertex is wholly this schedule's from now on. */
    public void markOwned(int v) {
        shared.clear(v);
    }

    /** The vertex's own status. */
    public Status status(int v) {
        return down.get(v) ? Status.DOWN : Status.UP;
    }

    /** Sets the vertex's own status. Running jobs are not touched. */
    public void setStatus(int v, Status status) {
        down.set(v, status == Status.DOWN);
    }

    /** Whether the vertex and all its ancestors are up. O(depth). */
    public boolean isUp(int v) {
        for (int u = v; u >= 0; u = aggregates.parent(u)) {
            if (down.get(u)) {
                return false;
            }
        }
        return true;
    }

    // ---- tests ----------------------------------------------------------------------------------------------------

    /** Occupancies and aggregates written since the start. */
    public long touched() {
        return ledger.touched() + aggregates.touched();
    }

    /** Throws where holds, occupancies, aggregates and the graph disagree. O(V + holds): for tests. */
    public void checkInvariants() {
        graph.checkInvariants();
        aggregates.checkInvariants();
        new ScheduleCheck(this, ledger, holdings.values()).run();
    }

    @Nullable Occupancy occupancy(int v) {
        return ledger.occupancy(v);
    }

    /** The vertex came or went: its status is what it came with, and it is not shared. */
    void renewed(int v, Status status) {
        down.set(v, status == Status.DOWN);
        shared.clear(v);
    }
}
