package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.Aggregates;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The invariants of a schedule, checked the slow way: every hold has its occupancy, no vertex is taken beyond its size or
 * below somebody's whole hold, and what each interior vertex has left equals its total less the holds below it, at every
 * change point of every job.
 */
final class ScheduleCheck {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Aggregates aggregates;
    private final Ledger ledger;
    private final Collection<Holding> holdings;

    ScheduleCheck(Schedule schedule, Ledger ledger, Collection<Holding> holdings) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.aggregates = schedule.aggregates();
        this.ledger = ledger;
        this.holdings = holdings;
    }

    void run() {
        Map<Integer, Integer> spans = new HashMap<>();
        for (Holding holding : holdings) {
            for (Hold hold : holding.holds()) {
                checkHold(holding, hold);
                if (hold.amount > 0) {
                    spans.merge(hold.vertex, 1, Integer::sum);
                }
            }
        }
        for (int v = 0; v < graph.vertexBound(); v++) {
            Occupancy occupancy = ledger.occupancy(v);
            int expected = spans.getOrDefault(v, 0);
            if ((occupancy == null ? 0 : occupancy.jobs().size()) != expected) {
                throw new IllegalStateException("Vertex " + v + " has another number of spans than jobs that hold it.");
            }
        }
        var instants = new TreeSet<Long>();
        for (Holding holding : holdings) {
            instants.add(holding.booking().window().startSec());
        }
        for (long instant : instants) {
            checkInstant(new TimeWindow(instant, instant + 1));
        }
    }

    private void checkHold(Holding holding, Hold hold) {
        int v = hold.vertex;
        if (!graph.contains(v)) {
            throw new IllegalStateException(
                    "Job " + holding.booking().job() + " holds vertex " + v + ", which is gone.");
        }
        if (schedule.holdings().freeDuring(v, holding.booking().window()) < 0) {
            throw new IllegalStateException(graph.path(v) + " is taken beyond its size.");
        }
        int children = 0;
        for (Hold other : holding.holds()) {
            children += other != hold && aggregates.parent(other.vertex) == v ? 1 : 0;
        }
        if (children != hold.children || (hold.whole && children > 0) || (hold.amount == 0 && children == 0)) {
            throw new IllegalStateException("Job " + holding.booking().job() + " has " + children + " holds below "
                    + graph.path(v) + ", but counts " + hold.children + ".");
        }
        int parent = aggregates.parent(v);
        if (parent >= 0 && holding.at(parent) == null) {
            throw new IllegalStateException(
                    "Job " + holding.booking().job() + " holds " + graph.path(v) + " but nothing of its parent.");
        }
    }

    private void checkInstant(TimeWindow instant) {
        Map<Integer, long[]> taken = new HashMap<>();
        Map<Integer, Long> wholes = new HashMap<>();
        for (Holding holding : holdings) {
            if (holding.booking().window().overlaps(instant)) {
                for (Hold hold : holding.holds()) {
                    addUp(hold, taken);
                    if (hold.whole) {
                        wholes.put(hold.vertex, holding.booking().job().value());
                    }
                }
            }
        }
        for (var entry : taken.entrySet()) {
            checkAggregate(entry.getKey(), entry.getValue(), instant);
            for (int u = aggregates.parent(entry.getKey()); u >= 0; u = aggregates.parent(u)) {
                if (wholes.containsKey(u)) {
                    throw new IllegalStateException(graph.path(entry.getKey()) + " is held although job "
                            + wholes.get(u) + " holds the whole of " + graph.path(u) + ".");
                }
            }
        }
    }

    /** What the hold says it has at its vertex and below, added to the ancestors' sums. */
    private void addUp(Hold hold, Map<Integer, long[]> taken) {
        int types = graph.types().size();
        taken.computeIfAbsent(hold.vertex, unused -> new long[types]);
        long[] mine = hold.whole ? aggregates.sumsBelow(hold.vertex) : new long[types];
        mine[graph.typeId(hold.vertex)] += hold.amount;
        for (int u = aggregates.parent(hold.vertex); u >= 0; u = aggregates.parent(u)) {
            long[] sums = taken.computeIfAbsent(u, unused -> new long[types]);
            for (int t = 0; t < types; t++) {
                sums[t] += mine[t];
            }
        }
    }

    private void checkAggregate(int v, long[] taken, TimeWindow instant) {
        if (!aggregates.isInterior(v)) {
            return;
        }
        int[] types = aggregates.trackedTypes(v);
        for (int i = 0; i < types.length; i++) {
            long expected = aggregates.total(v, i) - taken[types[i]];
            long actual = aggregates.freeDuring(v, i, instant);
            if (actual != expected) {
                throw new IllegalStateException(graph.path(v) + " should have " + expected + " of "
                        + graph.types().name(types[i]) + " free at " + instant.startSec() + ", but says " + actual
                        + ".");
            }
        }
    }
}
