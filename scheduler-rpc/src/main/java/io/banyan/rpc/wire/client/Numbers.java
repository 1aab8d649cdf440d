package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.GraphStatistics;
import io.banyan.instance.message.client.MatchTimes;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.instance.message.value.JobState;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.schedule.Footprint;
import io.banyan.v1.JobCount;
import io.banyan.v1.RankCount;
import io.banyan.v1.StatReply;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An instance in numbers. */
final class Numbers {
    private Numbers() {}

    static StatReply write(Statistics statistics) {
        var message = StatReply.newBuilder()
                .setPath(statistics.path())
                .setName(statistics.name())
                .setVertices(statistics.vertices())
                .setEdges(statistics.edges())
                .addAllAmounts(RecordMessages.writeAmounts(statistics.amounts()))
                .setMatches(statistics.matches())
                .setMatched(statistics.matched())
                .setGrown(statistics.grown())
                .setRefused(statistics.refused())
                .setPendingGrows(statistics.pendingGrows())
                .setPendingReturns(statistics.pendingReturns())
                .setPendingClearings(statistics.pendingClearings())
                .addAllUnreleased(Grants.writeUnreleased(statistics.unreleased()))
                .setTouched(statistics.touched())
                .setMatchMinNanos(statistics.matchTimes().minNanos())
                .setMatchMaxNanos(statistics.matchTimes().maxNanos())
                .setMatchSumNanos(statistics.matchTimes().sumNanos())
                .setMemoryBytes(statistics.memoryBytes());
        statistics
                .jobs()
                .forEach((state, count) -> message.addJobs(
                        JobCount.newBuilder().setState(Enums.write(state)).setCount(count)));
        statistics.graph().ifPresent(graph -> message.setGraph(write(graph)));
        return message.build();
    }

    static Statistics read(StatReply stat) throws WireException {
        Map<JobState, Long> jobs = new EnumMap<>(JobState.class);
        for (JobCount count : stat.getJobsList()) {
            jobs.put(Enums.read(count.getState()), count.getCount());
        }
        return new Statistics(
                stat.getPath(),
                stat.getName(),
                stat.getVertices(),
                stat.getEdges(),
                RecordMessages.readAmounts(stat.getAmountsList()),
                jobs,
                stat.getMatches(),
                stat.getMatched(),
                stat.getGrown(),
                stat.getRefused(),
                stat.getPendingGrows(),
                stat.getPendingReturns(),
                stat.getPendingClearings(),
                Grants.readUnreleased(stat.getUnreleasedList()),
                stat.getTouched(),
                new MatchTimes(stat.getMatchMinNanos(), stat.getMatchMaxNanos(), stat.getMatchSumNanos()),
                stat.getMemoryBytes(),
                stat.hasGraph() ? Optional.of(read(stat.getGraph(), stat.getVertices())) : Optional.empty());
    }

    private static io.banyan.v1.GraphStatistics write(GraphStatistics graph) {
        var message = io.banyan.v1.GraphStatistics.newBuilder()
                .setGraphBytes(graph.footprint().graph())
                .setAggregatesBytes(graph.footprint().aggregates())
                .setScheduleBytes(graph.footprint().schedule());
        graph.ranks()
                .forEach((vertices, ranks) -> message.addRanks(
                        RankCount.newBuilder().setVertices(vertices).setRanks(ranks.toString())));
        for (SupplyAmount supply : graph.supplies()) {
            message.addSupplies(io.banyan.v1.SupplyAmount.newBuilder()
                    .setPath(supply.path())
                    .setType(supply.type())
                    .setTotal(supply.total())
                    .setDrawn(supply.drawn())
                    .setLeft(supply.left()));
        }
        return message.build();
    }

    private static GraphStatistics read(io.banyan.v1.GraphStatistics graph, long vertices) {
        Map<Integer, IdSet> ranks = new TreeMap<>();
        graph.getRanksList().forEach(count -> ranks.put(count.getVertices(), IdSet.parse(count.getRanks())));
        var footprint = new Footprint(
                graph.getGraphBytes(), graph.getAggregatesBytes(), graph.getScheduleBytes(), Math.toIntExact(vertices));
        List<SupplyAmount> supplies = new ArrayList<>(graph.getSuppliesCount());
        for (io.banyan.v1.SupplyAmount supply : graph.getSuppliesList()) {
            supplies.add(new SupplyAmount(
                    supply.getPath(), supply.getType(), supply.getTotal(), supply.getDrawn(), supply.getLeft()));
        }
        return new GraphStatistics(ranks, footprint, supplies);
    }
}
