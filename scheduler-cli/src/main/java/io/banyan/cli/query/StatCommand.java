package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Answer;
import io.banyan.instance.Instance;
import io.banyan.instance.Request;
import io.banyan.instance.Statistics;
import io.banyan.rset.IdSet;
import io.banyan.schedule.Footprint;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code stat}: what the graph and the session's matches amount to, of which Fluxion's knows nothing. Of a graph in this
 * process also what each rank has, and the memory by what it is for.
 */
record StatCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("stat", "s", "", "print sizes, times of matches and memory");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        Statistics statistics =
                session.ask(new Request.Stat(), Answer.Stat.class).statistics();
        print("Num. of Vertices: " + statistics.vertices());
        print("Num. of Edges: " + statistics.edges());
        session.backend()
                .local()
                .flatMap(Instance::graph)
                .ifPresent(graph -> ranks(graph)
                        .forEach((count, ranks) ->
                                print("Num. of Vertices by Rank: [" + ranks + "] " + count + " each")));
        print("Num. of Jobs Matched: " + statistics.matched());
        print("Num. of Jobs Not Matched: " + (statistics.matches() - statistics.matched()));
        MatchSeries series = session.matched();
        print("Match Time (Matched): " + text(series.succeeded()));
        print("Match Time (Not Matched): " + text(series.failed()));
        print("Visits: " + series.preorder() + " preorder, " + series.postorder() + " postorder");
        session.backend().local().flatMap(Instance::footprint).ifPresent(this::print);
        print("Heap Used: " + statistics.memoryBytes() + " bytes");
    }

    private void print(Footprint footprint) {
        print("Memory of Graph: " + footprint.graph() + " bytes");
        print("Memory of Aggregates: " + footprint.aggregates() + " bytes");
        print("Memory of Schedule: " + footprint.schedule() + " bytes");
        print("Memory per Vertex: " + footprint.perVertex() + " bytes");
    }

    /** By number of vertices that a rank has: the ranks that have so many. O(V x depth). */
    private static Map<Integer, IdSet> ranks(ResourceGraph graph) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int v = 0; v < graph.vertexBound(); v++) {
            int rank = graph.contains(v) ? rank(graph, v) : -1;
            if (rank >= 0) {
                counts.merge(rank, 1, Integer::sum);
            }
        }
        Map<Integer, IdSet.Builder> byCount = new TreeMap<>();
        counts.forEach((rank, count) ->
                byCount.computeIfAbsent(count, ignored -> IdSet.builder()).add(rank));
        Map<Integer, IdSet> ranks = new TreeMap<>();
        byCount.forEach((count, builder) -> ranks.put(count, builder.build()));
        return ranks;
    }

    /** The vertex's own rank or that of the nearest vertex above that has one. */
    private static int rank(ResourceGraph graph, int v) {
        int u = v;
        while (graph.rank(u) < 0 && graph.parent(u) >= 0) {
            u = graph.parent(u);
        }
        return graph.rank(u);
    }

    private static String text(MatchSeries.Series seconds) {
        return String.format(
                Locale.ROOT,
                "min %f, max %f, avg %f, variance %e Secs",
                seconds.min(),
                seconds.max(),
                seconds.mean(),
                seconds.variance());
    }

    private void print(String line) {
        session.console().println("INFO: " + line);
    }
}
