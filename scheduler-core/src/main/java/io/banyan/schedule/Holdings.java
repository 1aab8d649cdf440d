package io.banyan.schedule;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import io.banyan.resource.JobId;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The record of the holds of every job, and the queries on it: the jobs on a vertex, their times, and the remaining
 * amounts. {@link Schedule} alone changes it. For the thread that owns the schedule.
 */
public final class Holdings {

    private final Schedule schedule;
    private final Aggregates aggregates;
    private final Occupancies occupancies;
    private final Ledger ledger;
    private final Selections selections;
    private final FreeCounts freeCounts;
    private final HoldingTable byJob = new HoldingTable();
    private final Overruns overruns = new Overruns();
    private final BookingInstants instants = new BookingInstants();

    Holdings(Schedule schedule, Occupancies occupancies, Ledger ledger, Selections selections, FreeCounts freeCounts) {
        this.schedule = schedule;
        this.aggregates = schedule.aggregates();
        this.occupancies = occupancies;
        this.ledger = ledger;
        this.selections = selections;
        this.freeCounts = freeCounts;
    }

    // ---- jobs -----------------------------------------------------------------------------------------------------

    void put(Holding holding) {
        byJob.put(holding);
        overruns.add(holding);
        instants.add(holding);
    }

    void remove(JobId job) {
        Holding holding = require(job);
        overruns.remove(holding);
        instants.remove(holding);
        byJob.remove(job);
    }

    void start(JobId job) {
        Holding holding = require(job);
        if (holding.booking().kind() == BookingKind.ALLOCATION) {
            return;
        }
        holding.become(BookingKind.ALLOCATION);
        overruns.add(holding);
        for (Hold hold : holding.holds()) {
            if (hold.amount > 0) {
                occupancies.start(hold.vertex);
            }
            freeCounts.come(holding.booking(), hold.vertex, hold.amount);
        }
    }

    Holding require(JobId job) {
        Holding holding = byJob.find(job);
        if (holding == null) {
            throw new IllegalStateException("Job " + job + " holds nothing here.");
        }
        return holding;
    }

    /**
     * Throws where the order of the allocations' ends, or the table of starts and ends, disagrees with the holdings.
     * For tests.
     */
    void checkInvariants() {
        overruns.checkInvariants(byJob.all());
        instants.checkInvariants(byJob.all());
    }

    /** Returns the number of bytes that the holdings take, and the tables in which they are found. O(holds). */
    long bytes() {
        long held = byJob.all().stream().mapToLong(Holding::bytes).sum();
        return held + byJob.bytes() + overruns.bytes() + instants.bytes();
    }

    /** The holdings in the order of the job ids. */
    List<Holding> all() {
        return byJob.all();
    }

    /** The booking of a job, if it has one. */
    public Optional<Booking> booking(JobId job) {
        return Optional.ofNullable(byJob.find(job)).map(Holding::booking);
    }

    /** All bookings in the order of the job ids. */
    public List<Booking> bookings() {
        return byJob.all().stream().map(Holding::booking).toList();
    }

    /** Everything that a job holds, implied descendants and shared ancestors included, in the graph's order. */
    public Selection selection(JobId job) {
        return selections.of(require(job));
    }

    /** Whether a job that is booked holds nothing any more. */
    public boolean isEmpty(JobId job) {
        return require(job).isEmpty();
    }

    /** Whether a job has the vertex itself. O(depth). */
    public boolean holds(JobId job, int v) {
        Holding holding = byJob.find(job);
        return holding != null && ledger.has(holding, v);
    }

    /** Whether a job has the vertex itself or something below it. O(depth). */
    public boolean hasWithin(JobId job, int v) {
        return require(job).at(v) != null || holds(job, v);
    }

    /**
     * Whether a job has some of a selection: one of its vertices for itself, or something below one that the selection
     * has for itself. O(the selection x depth).
     */
    public boolean hasOf(JobId job, Selection selection) {
        return IntStream.range(0, selection.size())
                .anyMatch(i -> holds(job, selection.vertex(i))
                        || (selection.exclusive(i) && hasWithin(job, selection.vertex(i))));
    }

    /**
     * Whether the holds of two jobs may exclude each other at one time: one of them has a vertex exclusively that the
     * other holds, or below which the other holds resources. Vertices of which both have a part do not exclude each
     * other. With several subsystems they may, because draws from elsewhere are in no held vertex. O(their holds x
     * depth).
     */
    public boolean exclude(JobId one, JobId other) {
        return schedule.graph().subsystems().size() > 1
                || hasWithinOwn(one, selection(other))
                || hasWithinOwn(other, selection(one));
    }

    private boolean hasWithinOwn(JobId job, Selection held) {
        return IntStream.range(0, held.size()).anyMatch(i -> held.exclusive(i) && hasWithin(job, held.vertex(i)));
    }

    /**
     * Returns the vertices that a job holds, or below which it holds resources, without those below whole holds. O(the
     * answer).
     */
    public int[] vertices(JobId job) {
        return require(job).holds().stream().mapToInt(hold -> hold.vertex).toArray();
    }

    /**
     * Whether a job starts or ends at an instant, by its window, that has a vertex of one of these types. O(jobs that
     * do x types); O(jobs) where it is asked for the first time.
     */
    public boolean changesAt(long sec, BitSet types) {
        return instants.anyAt(sec, byJob.all(), holding -> hasAnyOf(holding, types));
    }

    private boolean hasAnyOf(Holding holding, BitSet types) {
        int root = aggregates.root();
        Hold top = root < 0 ? null : holding.at(root);
        if (top == null) {
            return false;
        }
        boolean found = top.amount > 0 && types.get(schedule.graph().typeId(root));
        for (int t = types.nextSetBit(0); t >= 0 && t < top.below.length && !found; t = types.nextSetBit(t + 1)) {
            found = top.below[t] > 0;
        }
        return found;
    }

    /**
     * Returns the amounts that a job has below a vertex, by position in the types that the vertex counts. O(depth +
     * types).
     */
    public long[] heldBelow(JobId job, int v) {
        Holding holding = byJob.find(job);
        return holding == null ? new long[aggregates.trackedTypes(v).length] : ledger.heldBelow(holding, v);
    }

    // ---- vertices -------------------------------------------------------------------------------------------------

    /** Returns the amount of the vertex itself that is free throughout the window; ignores holds of ancestors. */
    public long freeDuring(int v, TimeWindow window) {
        return occupancies.freeDuring(v, window);
    }

    /**
     * Returns the amount of {@link #freeDuring} without the holds of overdue jobs: of a divisible pool the rest can be
     * used, of any other vertex nothing.
     */
    public long freeNow(int v, TimeWindow window) {
        Occupancy occupancy = occupancy(v);
        if (occupancy == null || !holdsAllocation(v)) {
            return freeDuring(v, window);
        }
        return schedule.graph().granule(v) == 0
                ? 0
                : Math.max(0, freeDuring(v, window) - occupancy.overdueAt(window.startSec(), this::isAllocation));
    }

    private boolean isAllocation(JobId job) {
        return require(job).booking().kind() == BookingKind.ALLOCATION;
    }

    @Nullable Occupancy occupancy(int v) {
        return occupancies.at(v);
    }

    /** Whether a job with an allocation (not a reservation) has the vertex itself, whatever its window says. */
    public boolean holdsAllocation(int v) {
        Occupancy occupancy = occupancy(v);
        return occupancy != null && occupancy.allocations() > 0;
    }

    /** Whether a job that has only reserved it has the vertex itself. */
    boolean holdsReservation(int v) {
        Occupancy occupancy = occupancy(v);
        return occupancy != null && occupancy.allocations() < occupancy.size();
    }

    /** Returns the result of {@link Occupancies#spans}. */
    long spans(int v) {
        return occupancies.spans(v);
    }

    /**
     * How much of the vertex itself is allocated, whatever the windows say; of one that is not divisible, all or
     * nothing.
     */
    long allocated(int v) {
        if (!holdsAllocation(v)) {
            return 0;
        }
        Occupancy occupancy = occupancies.at(v);
        return schedule.graph().granule(v) == 0 || occupancy == null
                ? schedule.graph().size(v)
                : occupancy.overdueAt(Long.MAX_VALUE, this::isAllocation);
    }

    /** Whether an allocation has overrun its time. O(1). */
    public boolean hasOverrun(long nowSec) {
        return overruns.isAny(nowSec);
    }

    /** Whether an allocation that has overrun its time has the vertex or something below it. O(such allocations). */
    public boolean isOverrun(int v, long nowSec) {
        return overruns.within(v, nowSec);
    }

    /** Jobs that have the vertex itself, or an ancestor whole. O(depth x jobs there). */
    public List<JobId> holders(int v) {
        var jobs = new LinkedHashSet<JobId>();
        for (int u = v; u >= 0; u = aggregates.parent(u)) {
            Occupancy occupancy = occupancy(u);
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

    /** Whether one job has the vertex and everything below it at an instant. O(depth x log jobs there). */
    boolean isCovered(int v, long sec) {
        int u = v;
        while (u >= 0 && !isWhole(u, sec)) {
            u = aggregates.parent(u);
        }
        return u >= 0;
    }

    /** Whether one job has a whole hold at the vertex itself at an instant. */
    private boolean isWhole(int v, long sec) {
        Occupancy occupancy = occupancy(v);
        return occupancy != null
                && occupancy.anyAt(sec, job -> {
                    Hold hold = require(job).at(v);
                    return hold != null && hold.whole;
                });
    }

    /** Jobs that have something in the vertex's subtree, or the vertex itself, or an ancestor whole. O(jobs). */
    public Set<JobId> jobsWithin(int v) {
        var jobs = new LinkedHashSet<JobId>(holders(v));
        for (Holding holding : byJob.all()) {
            if (holding.at(v) != null) {
                jobs.add(holding.booking().job());
            }
        }
        return jobs;
    }

    /**
     * Whether any job has something in the vertex's subtree, or the vertex itself, or an ancestor whole. O(depth x jobs
     * there).
     */
    public boolean isUsed(int v) {
        return !aggregates.untouched(v) || !holders(v).isEmpty();
    }

    // ---- amounts --------------------------------------------------------------------------------------------------

    /** Whether a new job could book the selection. O(selection). */
    public boolean isFree(TimeWindow window, Selection selection) {
        return firstConflict(null, window, selections.alongPaths(selection)) < 0;
    }

    /**
     * Returns a vertex of a selection along paths that is not free for a job, which may have some of it; or -1. A job
     * that has a part of a divisible pool gets no other part of it, so that a path names the held part. Everything
     * below a vertex without holds is free as well, so that a whole subtree costs as much as its top.
     */
    int firstConflict(@Nullable Holding holding, TimeWindow window, Selection selection) {
        int untouchedLevel = Integer.MAX_VALUE;
        for (int i = selection.size() - 1; i >= 0; i--) {
            if (selection.level(i) > untouchedLevel) {
                continue;
            }
            untouchedLevel = Integer.MAX_VALUE;
            int v = selection.vertex(i);
            if (holding != null && ledger.has(holding, v)) {
                if (selection.exclusive(i) && schedule.graph().granule(v) > 0) {
                    return v;
                }
                continue;
            }
            long free = freeDuring(v, window);
            if (!selection.exclusive(i)) {
                if (free <= 0) {
                    return v;
                }
                continue;
            }
            if (free < selection.amount(i) || !aggregates.untouched(v, window) || schedule.isShared(v)) {
                return v;
            }
            untouchedLevel = schedule.hasSharedBelow(v) ? Integer.MAX_VALUE : selection.level(i);
        }
        return -1;
    }

    /**
     * Returns the amount of a type that a job could get now for itself: vertices that are not allocated, nor any part
     * below them, that have no ancestor that is down or kept by a job, that are up themselves, and that have no other
     * owner. O(1); O(V + holds) at the first query.
     */
    public long free(String type) {
        return freeCounts.free(schedule.graph().types().id(type));
    }

    /**
     * Returns the amount of a type, free or not, without vertices that have another owner. The cost is that of {@link
     * #free}.
     */
    public long total(String type) {
        return freeCounts.total(schedule.graph().types().id(type));
    }
}
