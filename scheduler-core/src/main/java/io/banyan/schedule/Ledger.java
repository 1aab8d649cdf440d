package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes holds into the occupancies and the aggregates, and takes them out again. Each method keeps the three in step:
 * a job's hold at a vertex, the vertex's occupancy, and the remaining amounts below the vertex.
 */
final class Ledger {

    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final FreeCounts freeCounts;
    private final Occupancies occupancies;
    private final HoldPlan plan;
    /** The amounts that are passed to the aggregates, by tracked position; read before the next call. */
    private long[] amounts = new long[8];

    Ledger(ResourceGraph graph, Aggregates aggregates, Occupancies occupancies, FreeCounts freeCounts) {
        this.graph = graph;
        this.aggregates = aggregates;
        this.occupancies = occupancies;
        this.freeCounts = freeCounts;
        this.plan = new HoldPlan(graph, aggregates);
    }

    /** Adds a selection to the job's holds; parts that it has already are merged. */
    void add(Holding holding, Selection selection) {
        plan.make(selection);
        holding.expect(plan.size());
        for (int i = plan.size() - 1; i >= 0; i--) {
            Hold present = holding.at(plan.vertex(i));
            if (present != null) {
                merge(holding, present, plan.amount(i), plan.below(i));
                continue;
            }
            Hold above = holdAbove(holding, plan.vertex(i));
            if (above == null || !above.whole) {
                create(holding, plan.hold(i), above);
            }
        }
    }

    /** Whether the job has the vertex itself, by its own hold or by a whole one above. O(depth). */
    boolean has(Holding holding, int v) {
        Hold hold = holding.at(v);
        return hold == null ? impliedBy(holding, v) : hold.amount > 0;
    }

    /**
     * Returns the amounts that the job has below the vertex, by position in the types that the vertex counts. O(depth +
     * types), plus its descendants if a hold above implies it.
     */
    long[] heldBelow(Holding holding, int v) {
        Hold hold = holding.at(v);
        long[] below = hold == null && !impliedBy(holding, v) ? Hold.NOTHING : sumsBelow(hold, v);
        return Arrays.copyOf(tracked(v, below), aggregates.trackedTypes(v).length);
    }

    private boolean impliedBy(Holding holding, int v) {
        Hold above = holdAbove(holding, v);
        return above != null && above.whole;
    }

    /**
     * Returns the amounts below a vertex that belong to a hold at or above it, by type id; a whole hold takes them from
     * the graph.
     */
    private long[] sumsBelow(@Nullable Hold hold, int v) {
        return hold == null || hold.whole ? aggregates.sumsBelow(v) : hold.below;
    }

    private void create(Holding holding, Hold hold, @Nullable Hold above) {
        TimeWindow window = holding.booking().window();
        holding.put(hold);
        if (above != null) {
            above.children++;
        }
        freeCounts.come(holding.booking(), hold.vertex, hold.amount);
        if (hold.amount > 0) {
            occupancies.occupy(hold.vertex, holding.booking(), hold.amount);
        }
        if (!hold.whole && aggregates.isInterior(hold.vertex)) {
            aggregates.take(hold.vertex, window, tracked(hold.vertex, hold.below));
        }
    }

    private void merge(Holding holding, Hold present, long amount, long[] below) {
        if (present.whole) {
            return;
        }
        TimeWindow window = holding.booking().window();
        if (amount > 0 && present.amount == 0) {
            present.amount = amount;
            occupancies.occupy(present.vertex, holding.booking(), amount);
            freeCounts.take(holding.booking(), present.vertex, amount);
        }
        aggregates.takeMore(present.vertex, window, tracked(present.vertex, below));
        present.below = sum(present.below, below, 1);
    }

    /** Takes out all of a job's holds. */
    void removeAll(Holding holding) {
        for (Hold hold : holding.holds()) {
            withdraw(holding.booking(), hold);
        }
    }

    private void withdraw(Booking booking, Hold hold) {
        freeCounts.go(booking, hold.vertex, hold.amount);
        if (hold.amount > 0) {
            occupancies.vacate(hold.vertex, booking);
        }
        if (!hold.whole && aggregates.isInterior(hold.vertex)) {
            aggregates.giveBack(hold.vertex, booking.window(), tracked(hold.vertex, hold.below));
        }
    }

    /** Releases the job's hold of one vertex, with its holds below it; ancestors without anything left follow. */
    void releaseSubtree(Holding holding, int v) {
        exposeAbove(holding, v);
        Hold hold = holding.at(v);
        if (hold == null) {
            return;
        }
        long[] freed = sum(sumsBelow(hold, v), only(v, hold.amount), 1);
        removeBelow(holding, v);
        drop(holding, hold);
        giveBackAbove(holding, v, freed);
    }

    /** Releases the job's hold of the vertex itself; its holds below stay. */
    void releaseVertex(Holding holding, int v) {
        exposeAbove(holding, v);
        Hold hold = holding.at(v);
        if (hold == null || hold.amount == 0) {
            return;
        }
        if (hold.whole) {
            expose(holding, hold);
        }
        long[] freed = only(v, hold.amount);
        occupancies.vacate(v, holding.booking());
        freeCounts.take(holding.booking(), v, -hold.amount);
        hold.amount = 0;
        if (hold.children == 0) {
            drop(holding, hold);
        }
        giveBackAbove(holding, v, freed);
    }

    /** Releases a part of the job's hold of a divisible pool, or all of it if the amount is not less. */
    void releaseAmount(Holding holding, int v, long amount) {
        exposeAbove(holding, v);
        Hold hold = holding.at(v);
        if (hold == null || hold.amount <= amount) {
            releaseVertex(holding, v);
            return;
        }
        occupancies.reduce(v, holding.booking(), amount);
        freeCounts.giveBackPart(holding.booking(), v, amount);
        hold.amount -= amount;
        hold.whole = false;
        giveBackAbove(holding, v, only(v, amount));
    }

    private void removeBelow(Holding holding, int v) {
        Hold hold = holding.at(v);
        if (hold == null || hold.whole || hold.children == 0) {
            return;
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            Hold below = aggregates.parent(child) == v ? holding.at(child) : null;
            if (below != null) {
                removeBelow(holding, child);
                withdraw(holding.booking(), below);
                holding.remove(child);
            }
        }
        hold.children = 0;
    }

    private void drop(Holding holding, Hold hold) {
        withdraw(holding.booking(), hold);
        holding.remove(hold.vertex);
        Hold above = holdAbove(holding, hold.vertex);
        if (above != null) {
            above.children--;
        }
    }

    /** Reports the freed amounts to the ancestors; one that has nothing left, of itself or below, loses its hold. */
    private void giveBackAbove(Holding holding, int v, long[] freed) {
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            Hold hold = holding.at(u);
            if (hold == null) {
                continue;
            }
            hold.below = sum(hold.below, freed, -1);
            aggregates.giveBackPart(u, holding.booking().window(), tracked(u, freed));
            if (hold.children == 0 && hold.amount == 0) {
                drop(holding, hold);
            }
        }
    }

    /** Pushes whole holds above the vertex down to its siblings, so that the vertex has a hold of its own. */
    private void exposeAbove(Holding holding, int v) {
        int parent = aggregates.parent(v);
        if (parent < 0 || holding.at(v) != null) {
            return;
        }
        exposeAbove(holding, parent);
        Hold above = holding.at(parent);
        if (above != null && above.whole) {
            expose(holding, above);
        }
    }

    /** A whole hold becomes a plain one, with a whole hold for each child. */
    private void expose(Holding holding, Hold hold) {
        hold.whole = false;
        int v = hold.vertex;
        hold.below = aggregates.sumsBelow(v);
        if (aggregates.isInterior(v)) {
            aggregates.take(v, holding.booking().window(), tracked(v, hold.below));
        }
        for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
            int child = graph.target(e);
            if (graph.subsystem(e) == aggregates.dominant() && aggregates.parent(child) == v) {
                create(holding, new Hold(child, graph.size(child), true, Hold.NOTHING), hold);
            }
        }
    }

    /** Before something is attached below the vertex: whole holds on the way there no longer stand for everything. */
    void exposeFor(Iterable<Holding> holdings, int v) {
        for (Holding holding : holdings) {
            exposeAbove(holding, v);
            Hold hold = holding.at(v);
            if (hold != null && hold.whole) {
                expose(holding, hold);
            }
        }
    }

    /**
     * After something was attached below a former leaf: a job that holds it is now also a job with something inside.
     */
    void becameInterior(Holding holding, int v) {
        Hold hold = holding.at(v);
        if (hold != null && !hold.whole) {
            aggregates.take(v, holding.booking().window(), tracked(v, hold.below));
        }
    }

    private @Nullable Hold holdAbove(Holding holding, int v) {
        for (int u = aggregates.parent(v); u >= 0; u = aggregates.parent(u)) {
            Hold hold = holding.at(u);
            if (hold != null) {
                return hold;
            }
        }
        return null;
    }

    private long[] only(int v, long amount) {
        var sums = new long[graph.types().size()];
        sums[graph.typeId(v)] = amount;
        return sums;
    }

    /**
     * Returns amounts by type id, rearranged by position in the types that the vertex counts; the array is longer than
     * these, and only good until the next call.
     */
    private long[] tracked(int v, long[] byType) {
        int[] types = aggregates.trackedTypes(v);
        if (types.length > amounts.length) {
            amounts = new long[types.length * 2];
        }
        for (int i = 0; i < types.length; i++) {
            amounts[i] = types[i] < byType.length ? byType[types[i]] : 0;
        }
        return amounts;
    }

    private static long[] sum(long[] a, long[] b, int sign) {
        long[] all = Arrays.copyOf(a, Math.max(a.length, b.length));
        for (int i = 0; i < b.length; i++) {
            all[i] += sign * b[i];
        }
        return all;
    }
}
