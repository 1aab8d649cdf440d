package io.banyan.instance;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.GraphStatistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.planner.TimeWindow;
import io.banyan.rset.IdSet;
import io.banyan.schedule.PoolSupply;
import io.banyan.schedule.Schedule;
import io.banyan.schedule.Supplies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts over a whole graph. O(V x depth + holds). */
final class GraphCount {
    private final Schedule schedule;
    private final ResourceGraph graph;

    GraphCount(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
    }

    GraphStatistics at(long nowSec) {
        return new GraphStatistics(ranks(), schedule.footprint(), supplies(nowSec));
    }

    /** Vertices of one rank mostly follow one another, so that each run of them is added at once. */
    private Map<Integer, IdSet> ranks() {
        Map<Integer, Integer> counts = new TreeMap<>();
        int run = 0;
        int last = -1;
        for (int v = 0; v < graph.vertexBound(); v++) {
            int rank = graph.contains(v) ? rank(v) : -1;
            if (rank != last) {
                counts.merge(last, run, Integer::sum);
                last = rank;
                run = 0;
            }
            run++;
        }
        counts.merge(last, run, Integer::sum);
        counts.remove(-1);
        Map<Integer, IdSet.Builder> byCount = new TreeMap<>();
        counts.forEach((rank, count) ->
                byCount.computeIfAbsent(count, ignored -> IdSet.builder()).add(rank));
        Map<Integer, IdSet> ranks = new TreeMap<>();
        byCount.forEach((count, builder) -> ranks.put(count, builder.build()));
        return ranks;
    }

    /** The vertex's own rank or that of the nearest vertex above that has one. */
    private int rank(int v) {
        int u = v;
        while (graph.rank(u) < 0 && graph.parent(u) >= 0) {
            u = graph.parent(u);
        }
        return graph.rank(u);
    }

    private List<SupplyAmount> supplies(long nowSec) {
        Supplies supplies = schedule.supplies();
        List<SupplyAmount> amounts = new ArrayList<>();
        for (PoolSupply supply : supplies.all()) {
            var now = new TimeWindow(nowSec, nowSec + 1);
            long overrun = supply.overrunAt(nowSec);
            amounts.add(new SupplyAmount(
                    supplies.pathOf(supply),
                    graph.types().name(supply.typeId()),
                    supply.total(),
                    supply.total() - supply.freeDuring(now) + overrun,
                    Math.max(0, schedule.statuses().left(supply, now) - overrun)));
        }
        return amounts;
    }
}
