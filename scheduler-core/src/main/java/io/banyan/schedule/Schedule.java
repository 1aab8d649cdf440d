package io.banyan.schedule;

import io.banyan.alike.NodeClasses;
import io.banyan.graph.AttachPlan;
import io.banyan.graph.Attachment;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Status;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The record of the resources of a graph that each job holds, and of the times: the extended data of RFC 4 and the only
 * place that changes it. {@link #holdings()} answers queries on it.
 *
 * <p>A booking is made whole or not at all, and released exactly. A subtree that is granted whole is written once, at
 * its top; its descendants are implied. Aggregates follow each change at the changed vertices and their ancestors only.
 * All changes of the graph itself go through here too, so that nothing held is ever detached. Not thread-safe.
 */
public final class Schedule {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final FreeCounts freeCounts;
    private final Occupancies occupancies;
    private final Ledger ledger;
    private final Selections selections;
    private final Holdings holdings;
    private final ChildOrder childOrder;
    private final Parcelling parcelling;
    private final Supplies supplies;
    private final GraphEdits edits;
    private TimeWindow horizon;
    private final VertexStatuses statuses;
    private final SharedVertices shared;
    private final BookingChanges bookings;
    private final NodePromises promises;

    /** A schedule with nothing held and every vertex up. O(V). */
    public Schedule(ResourceGraph graph, PruneFilters filters, TimeWindow horizon) {
        this(graph, filters, horizon, MatchSubsystems.CONTAINMENT);
    }

    /** Creates a schedule with a dominant subsystem other than containment, or with auxiliary ones. */
    public Schedule(ResourceGraph graph, PruneFilters filters, TimeWindow horizon, MatchSubsystems subsystems) {
        this.graph = graph;
        this.horizon = horizon;
        this.aggregates = new Aggregates(graph, filters, subsystems.dominant());
        this.statuses = new VertexStatuses(graph, aggregates);
        this.shared = new SharedVertices(aggregates);
        this.freeCounts = new FreeCounts(this);
        this.childOrder = new ChildOrder(graph, aggregates);
        this.parcelling = new Parcelling(this, childOrder);
        graph.onPropertyChange(parcelling::changedByNature);
        this.occupancies = new Occupancies(graph, parcelling::booked);
        this.ledger = new Ledger(graph, aggregates, occupancies, freeCounts);
        this.selections = new Selections(graph, aggregates, ledger);
        this.holdings = new Holdings(this, occupancies, ledger, selections, freeCounts);
        this.supplies = new Supplies(graph, ledger, subsystems);
        this.bookings = new BookingChanges(this, ledger, selections, parcelling);
        this.edits = new GraphEdits(this, subsystems.dominant(), ledger, freeCounts, childOrder);
        this.promises = new NodePromises(this);
    }

    /** The graph; to be changed through this schedule only. */
    public ResourceGraph graph() {
        return graph;
    }

    /** Returns the remaining amounts below each vertex; for reading. */
    public Aggregates aggregates() {
        return aggregates;
    }

    /** Returns the holds of all jobs; for reading. */
    public Holdings holdings() {
        return holdings;
    }

    /** Returns the supplies of the auxiliary subsystems; for reading. */
    public Supplies supplies() {
        return supplies;
    }

    /** The nodes that are booked by their number. */
    public NodePromises promises() {
        return promises;
    }

    /** Which vertices are up; for reading. */
    public VertexStatuses statuses() {
        return statuses;
    }

    /** The order in which children are explored by policies that stop early. */
    public ChildOrder childOrder() {
        return childOrder;
    }

    /**
     * Returns the effect of all placements so far on the {@link #childOrder()}, by the path of the child: with it,
     * another schedule of the same graph and bookings explores in the same order. O(V).
     */
    public SortedMap<String, Long> placements() {
        return childOrder.known();
    }

    /**
     * Takes over the result of {@link #placements} of another schedule; ignores paths that do not exist here. O(paths x
     * log children).
     */
    public void placed(Map<String, Long> placements) {
        placements.forEach((path, weight) -> {
            int v = graph.find(path);
            if (v >= 0 && aggregates.parent(v) >= 0) {
                parcelling.weigh(v, weight);
            }
        });
    }

    /** Returns the parcels by their present free amounts; for reading. */
    public NodeClasses parcels() {
        return parcelling.present();
    }

    /** The parcels by all that is booked of them, now or later; for reading. */
    public NodeClasses parcelsAsBooked() {
        return parcelling.booked();
    }

    /** Returns the parcels of the empty system with all vertices up; for reading. */
    public NodeClasses parcelsOfEmptySystem() {
        return parcelling.ofEmptySystem();
    }

    /** The latest start that an allocation ever had: before that, allocated amounts depend on time. */
    public long latestStartSec() {
        return parcelling.latestStartSec();
    }

    /** The time that this schedule covers. */
    public TimeWindow horizon() {
        return horizon;
    }

    /** The schedule covers more time from now on; nothing where it covers that already. O(1). */
    public void prolong(long endSec) {
        if (endSec > horizon.endSec()) {
            horizon = new TimeWindow(horizon.startSec(), endSec);
        }
    }

    // ---- bookings -------------------------------------------------------------------------------------------------

    /**
     * The time at which {@link #commit} and {@link #extend} place jobs until this is called again; the start of the
     * horizon until it is called first. It decides only in which {@linkplain ChildOrder order} later explorations go.
     * O(1).
     */
    public void at(long nowSec) {
        parcelling.at(nowSec);
        promises.at(nowSec);
    }

    /**
     * Books a selection for a new job. Explorations that stop early then come to what it was placed on in another
     * {@linkplain ChildOrder order}. O(selection x depth).
     *
     * @throws IllegalStateException where the job exists already or something is not free; nothing changes then
     */
    public void commit(JobId job, BookingKind kind, TimeWindow window, Selection selection) {
        parcelling.placed(selection, bookings.book(job, kind, window, selection));
    }

    /**
     * Books a selection for a question, or restores one that was removed for a question: as {@link #commit}, but
     * without an effect on the order of placements. An assumption that is then {@linkplain #cancel cancelled} leaves no
     * trace. Costs and throws as {@link #commit}.
     */
    public void assume(JobId job, BookingKind kind, TimeWindow window, Selection selection) {
        bookings.book(job, kind, window, selection);
    }

    /**
     * Books a selection for an advance reservation: as {@link #commit}, but without an effect on the order of
     * placements. So later explorations, and the expected starts of waiting jobs, are the same as without it, as long
     * as they do not need its resources. Costs and throws as {@link #commit}.
     */
    public void reserve(JobId job, TimeWindow window, Selection selection) {
        bookings.book(job, BookingKind.RESERVATION, window, selection);
    }

    /**
     * A selection as it is booked: where a vertex has several parents, below the one on its path, whichever way the
     * match took to it. O(selection), and O(depth) for each vertex where it differs.
     */
    public Selection asBooked(Selection selection) {
        return selections.alongPaths(selection);
    }

    /** Books more for a job that exists, in its window. Costs and throws as {@link #commit}. */
    public void extend(JobId job, Selection selection) {
        bookings.extend(job, selection);
    }

    /** Frees everything that the job holds and forgets it. O(holds x log p), for p changes at a vertex. */
    public void cancel(JobId job) {
        bookings.cancel(job);
    }

    /**
     * Frees a part of a job's holds: each vertex with everything below it. A vertex of which the job holds nothing is
     * passed over. The job itself stays, even where nothing is left of its resources. O(freed vertices + depth); a
     * whole hold above it is pushed down first, O(its subtree).
     *
     * @return whether the job still holds anything
     */
    public boolean release(JobId job, int[] tops) {
        return bookings.release(job, tops);
    }

    /**
     * Frees an amount of each of these single vertices of a job; its holds below them stay. A vertex that is not
     * divisible, or of which the job has no more than this amount, is freed completely. Costs as {@link #release}.
     *
     * @return whether the job still holds anything
     */
    public boolean releaseAmounts(JobId job, int[] vertices, long[] amounts) {
        return bookings.releaseAmounts(job, vertices, amounts);
    }

    /** A reservation becomes an allocation. */
    public void start(JobId job) {
        bookings.start(job);
    }

    // ---- the graph itself -----------------------------------------------------------------------------------------

    /** Why the graph cannot be changed by this schedule, in a sentence; empty where it can. */
    public Optional<String> obstacleToChanges() {
        return edits.obstacle();
    }

    /**
     * Attaches a subgraph; existing vertices stay as they are. O(n + m) for the graph, O(n + p) for the aggregates.
     *
     * @throws GraphException where the subgraph does not fit, a vertex that exists would come into containment, or
     *     there is an obstacle to changes; nothing changes then
     */
    public Attachment attach(Subgraph subgraph) throws GraphException {
        return edits.attach(edits.plan(subgraph));
    }

    /**
     * How {@link #attach(Subgraph)} would attach the subgraph; changes nothing. O(n + m).
     *
     * @throws GraphException as that does
     */
    public AttachPlan plan(Subgraph subgraph) throws GraphException {
        return edits.plan(subgraph);
    }

    /** Attaches a subgraph as it was planned; undefined where the graph has changed since then. Costs as the other. */
    public Attachment attach(AttachPlan plan) {
        return edits.attach(plan);
    }

    /**
     * Detaches subtrees. O(removed vertices + depth), and the jobs where the tops are in use.
     *
     * @throws IllegalStateException where a job holds something there (it names the jobs), or there is an obstacle to
     *     changes; nothing changes then
     */
    public void detach(int[] tops) {
        edits.detach(tops);
    }

    /**
     * Marks vertices that have another owner too: the vertices below them may be used, but they are never exclusive
     * here.
     */
    public void markShared(int[] vertices) {
        for (int v : vertices) {
            freeCounts.change(v, () -> shared.add(v));
            parcelling.changedByNature(v);
        }
    }

    /** Whether the vertex was marked as having another owner. */
    public boolean isShared(int v) {
        return shared.contains(v);
    }

    /**
     * Whether something below the vertex was so marked, so that the vertex cannot be given with all that is below it.
     */
    public boolean hasSharedBelow(int v) {
        return shared.areBelow(v);
    }

    /** Sets the vertex's own status. Running jobs are not touched. */
    public void setStatus(int v, Status status) {
        if (statuses.isOwnUp(v) == (status == Status.UP)) {
            statuses.set(v, status);
        } else {
            freeCounts.change(v, () -> statuses.set(v, status));
            parcelling.changedStatus(v);
        }
    }

    /** How much memory all this takes. O(V + holds). */
    public Footprint footprint() {
        long held = holdings.bytes();
        long marks = statuses.bytes() + shared.bytes();
        return new Footprint(
                graph.bytes(),
                aggregates.bytes(),
                occupancies.bytes()
                        + held
                        + childOrder.bytes()
                        + marks
                        + freeCounts.bytes()
                        + supplies.bytes()
                        + parcelling.bytes(),
                graph.vertexCount());
    }

    // ---- tests ----------------------------------------------------------------------------------------------------

    /** Occupancies and aggregates written since the start. */
    public long touched() {
        return occupancies.touched() + aggregates.touched();
    }

    /**
     * Returns the number that {@link #touched} returns, for the counts of free amounts, which exist from their first
     * query on.
     */
    long freeCountsTouched() {
        return freeCounts.touched();
    }

    /**
     * Throws where holds, occupancies, aggregates and the graph disagree. O(jobs x V + instants x V x types): for
     * tests.
     */
    public void checkInvariants() {
        graph.checkInvariants();
        aggregates.checkInvariants();
        childOrder.checkInvariants();
        freeCounts.checkInvariants();
        supplies.checkInvariants(holdings.all());
        holdings.checkInvariants();
        shared.checkInvariants(graph.vertexBound());
        parcelling.checkInvariants();
        new ScheduleCheck(this, occupancies, holdings.all()).run();
    }

    /** The edge that the vertex's path goes through, or -1 for the root. */
    int inEdge(int v) {
        return selections.inEdge(v);
    }

    /** The vertices came, parents before children, and are counted. */
    void attached(int[] contained) {
        parcelling.attached(contained);
    }

    /** The vertex is about to go, with all below it. */
    void detaching(int top) {
        parcelling.detaching(top);
        shared.detaching(top);
    }

    /** Handles a new or removed vertex: it has its initial status, and it is not shared. */
    void renewed(int v, Status status) {
        statuses.set(v, status);
        shared.renewed(v);
    }
}
