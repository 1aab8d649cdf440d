package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.prune.Aggregates;
import io.banyan.resource.Status;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The amounts of each type that a job could get now for itself: vertices without an allocated part, not below a vertex
 * that is down or that a job keeps from others (even if it was not granted to that job), and without another owner.
 *
 * <p>These amounts are shown to people. The counts of the pruning filters differ: they depend on time, ignore statuses,
 * and count a subtree that is kept without being granted as free, as in Fluxion. Every interior vertex keeps the free
 * amounts below it, so that a change touches the vertex and its ancestors: O(depth x types), whatever lies below.
 * Counting begins with the first query, which takes O(V + holds). Not thread-safe.
 */
final class FreeCounts {
    private static final long[] NOTHING = {};
    /** One more in so many there is room for when the graph grows. */
    private static final int RESERVE = 8;

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private boolean counting;
    /** By type id, free or not, without vertices that have another owner. */
    private long[] total = NOTHING;
    /** By vertex; a leaf that no job ever had has none. */
    private @Nullable Count[] counts = {};

    private long touched;

    /** The counts that are known of one vertex. */
    private static final class Count {
        /** By type id: the free amounts below it, as long as the vertex itself is free. */
        private long[] below = NOTHING;
        /** Allocations that have something of it or below it. */
        private int present;
        /** Allocations that have the vertex itself. */
        private int takers;
        /** How much of it they have together; of a divisible pool it can be a part. */
        private long taken;

        boolean isSame(Count other) {
            return present == other.present
                    && takers == other.takers
                    && taken == other.taken
                    && FreeCounts.isSame(below, other.below);
        }
    }

    FreeCounts(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
    }

    /** Free of a type, by its id. O(1) but for the first time. */
    long free(int type) {
        count();
        int root = aggregates.root();
        return root < 0 ? 0 : at(given(root), type);
    }

    /** Free or not, of a type by its id. O(1) but for the first time. */
    long total(int type) {
        count();
        return at(total, type);
    }

    // ---- changes --------------------------------------------------------------------------------------------------

    /** A job has something of the vertex or below it from now on. */
    void come(Booking booking, int v, long amount) {
        change(booking, v, 1, amount > 0 ? 1 : 0, amount);
    }

    /** A job has nothing of the vertex and below it any more. */
    void go(Booking booking, int v, long amount) {
        change(booking, v, -1, amount > 0 ? -1 : 0, -amount);
    }

    /** Records that a job with resources below the vertex takes an amount of the vertex itself, or releases it. */
    void take(Booking booking, int v, long amount) {
        change(booking, v, 0, amount > 0 ? 1 : -1, amount);
    }

    /** Records that a job releases a part of the vertex. */
    void giveBackPart(Booking booking, int v, long amount) {
        change(booking, v, 0, 0, -amount);
    }

    private void change(Booking booking, int v, int presentBy, int takersBy, long takenBy) {
        if (!counting || booking.kind() != BookingKind.ALLOCATION) {
            return;
        }
        touched++;
        Count count = count(v);
        boolean stays = count.takers > 0 || (count.present > 0 && count.present + presentBy > 0);
        if (stays && takersBy == 0 && takenBy == 0) {
            // With several jobs below, one more or less does not change the contribution of the vertex.
            count.present += presentBy;
            return;
        }
        long[] before = given(v);
        count.present += presentBy;
        count.takers += takersBy;
        count.taken += takenBy;
        passOn(v, before);
    }

    /** Applies a change of the vertex alone: of its status, or of its owner. */
    void change(int v, Runnable what) {
        if (!counting || !isCounted(v)) {
            what.run();
            return;
        }
        long[] before = given(v);
        total = plus(total, graph.typeId(v), -own(v));
        what.run();
        total = plus(total, graph.typeId(v), own(v));
        passOn(v, before);
    }

    /** Vertices that are new in the graph, parents before children. O(n log n + p), whatever else there is. */
    void attached(int[] added) {
        if (counting) {
            int[] sorted = added.clone();
            Arrays.sort(sorted);
            enter(added, v -> Arrays.binarySearch(sorted, v) >= 0);
        }
    }

    /** Handles the removal of the vertex's subtree, in which no job holds resources. O(n + p). */
    void detaching(int top) {
        if (counting && isCounted(top)) {
            spread(aggregates.parent(top), given(top), -1);
            forget(top);
        }
    }

    private void forget(int v) {
        total = plus(total, graph.typeId(v), -own(v));
        counts[v] = null;
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            if (isDominant(e)) {
                forget(graph.target(e));
            }
        }
    }

    // ---- counting -------------------------------------------------------------------------------------------------

    private void count() {
        if (counting) {
            return;
        }
        counting = true;
        reserve();
        for (Holding holding : schedule.holdings().all()) {
            if (holding.booking().kind() == BookingKind.ALLOCATION) {
                for (Hold hold : holding.holds()) {
                    Count count = count(hold.vertex);
                    count.present++;
                    count.takers += hold.amount > 0 ? 1 : 0;
                    count.taken += hold.amount;
                }
            }
        }
        enter(aggregates.parentsFirst(), v -> true);
    }

    /** Counts vertices that were not counted; the sums of those that were come only from the tops of the new ones. */
    private void enter(int[] parentsFirst, IntPredicate isNew) {
        reserve();
        for (int i = parentsFirst.length - 1; i >= 0; i--) {
            int v = parentsFirst[i];
            total = plus(total, graph.typeId(v), own(v));
            int parent = aggregates.parent(v);
            if (parent >= 0 && isNew.test(parent)) {
                give(v, count(parent));
            }
        }
        for (int v : parentsFirst) {
            int parent = aggregates.parent(v);
            if (parent >= 0 && !isNew.test(parent)) {
                spread(parent, given(v), 1);
            }
        }
    }

    /** Adds the contribution of the vertex to the free amounts of an ancestor. */
    private void give(int v, Count above) {
        if (counts[v] == null && schedule.statuses().of(v) == Status.UP) {
            above.below = plus(above.below, graph.typeId(v), own(v));
        } else {
            above.below = sum(above.below, given(v), 1);
        }
    }

    /** Returns the amounts that the vertex contributes to the free amounts of those above it, by type id. */
    private long[] given(int v) {
        if (schedule.statuses().of(v) != Status.UP) {
            return NOTHING;
        }
        Count count = counts[v];
        if (count == null) {
            return plus(NOTHING, graph.typeId(v), own(v));
        }
        if (count.takers > 0) {
            long left = own(v) - count.taken;
            boolean divided = left > 0 && !aggregates.isInterior(v);
            return divided ? plus(NOTHING, graph.typeId(v), left) : NOTHING;
        }
        long[] given = count.below.clone();
        return count.present > 0 ? given : plus(given, graph.typeId(v), own(v));
    }

    /** Returns the count of the vertex, which is kept from now on if there was none. */
    private Count count(int v) {
        Count known = counts[v];
        if (known == null) {
            known = new Count();
            counts[v] = known;
        }
        return known;
    }

    /** The size of the vertex where it is ours alone. */
    private long own(int v) {
        return schedule.isShared(v) ? 0 : graph.size(v);
    }

    private void passOn(int v, long[] before) {
        long[] change = sum(given(v), before, -1);
        spread(aggregates.parent(v), change, 1);
    }

    private void spread(int from, long[] amounts, int sign) {
        for (int u = from; u >= 0; u = aggregates.parent(u)) {
            touched++;
            Count count = count(u);
            count.below = sum(count.below, amounts, sign);
            if (count.takers > 0 || schedule.statuses().of(u) != Status.UP) {
                return;
            }
        }
    }

    private boolean isCounted(int v) {
        return graph.contains(v) && (v == aggregates.root() || aggregates.parent(v) >= 0);
    }

    private boolean isDominant(int e) {
        return graph.subsystem(e) == aggregates.dominant() && aggregates.parent(graph.target(e)) == graph.source(e);
    }

    private void reserve() {
        int bound = graph.vertexBound();
        if (bound > counts.length) {
            counts = Arrays.copyOf(counts, bound + bound / RESERVE);
        }
    }

    private static long at(long[] amounts, int type) {
        return type >= 0 && type < amounts.length ? amounts[type] : 0;
    }

    private static long[] plus(long[] amounts, int type, long more) {
        long[] all = type < amounts.length ? amounts : Arrays.copyOf(amounts, type + 1);
        all[type] += more;
        return all;
    }

    private static long[] sum(long[] amounts, long[] more, int sign) {
        long[] all = amounts;
        if (more.length > all.length) {
            all = Arrays.copyOf(all, more.length);
        }
        for (int t = 0; t < more.length; t++) {
            all[t] += sign * more[t];
        }
        return all;
    }

    /** How much memory the counts take. */
    long bytes() {
        long bytes = 4L * counts.length + 8L * total.length;
        for (Count count : counts) {
            bytes += count == null ? 0 : 32 + 16 + 8L * count.below.length;
        }
        return bytes;
    }

    /** Number of vertices that changes of bookings have written since the start, a vertex once a change. */
    long touched() {
        return touched;
    }

    /** Throws if the counts differ from a new count. O(V + holds): for tests. */
    void checkInvariants() {
        if (!counting) {
            return;
        }
        var fresh = new FreeCounts(schedule);
        fresh.count();
        for (int v = 0; v < graph.vertexBound(); v++) {
            Count count = Objects.requireNonNullElseGet(counts[v], Count::new);
            Count expected = Objects.requireNonNullElseGet(fresh.counts[v], Count::new);
            if (isCounted(v) && !count.isSame(expected)) {
                throw new IllegalStateException("What is free below " + graph.path(v) + " should be "
                        + Arrays.toString(expected.below) + ", but is " + Arrays.toString(count.below) + " ("
                        + count.present + " of " + expected.present + " jobs).");
            }
        }
        if (!isSame(total, fresh.total)) {
            throw new IllegalStateException("There should be " + Arrays.toString(fresh.total) + " by type, but "
                    + Arrays.toString(total) + " are counted.");
        }
    }

    private static boolean isSame(long[] some, long[] other) {
        long[] difference = sum(some.clone(), other, -1);
        return Arrays.stream(difference).allMatch(amount -> amount == 0);
    }
}
