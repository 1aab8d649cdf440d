package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.rset.IdSet;
import io.banyan.schedule.Footprint;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code stat}: what the session's graph and matches amount to. Fluxion's knows nothing of the matches that were made. */
record StatCommand(Session session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("stat", "s", "", "print sizes, times of matches and memory");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        Statistics statistics = session.statistics();
        print("Num. of Vertices: " + session.graph().vertexCount());
        print("Num. of Edges: " + session.graph().edgeCount());
        ranks().forEach((count, ranks) -> print("Num. of Vertices by Rank: [" + ranks + "] " + count + " each"));
        print("Num. of Jobs Matched: " + statistics.succeeded().count());
        print("Num. of Jobs Not Matched: " + statistics.failed().count());
        print("Match Time (Matched): " + text(statistics.succeeded()));
        print("Match Time (Not Matched): " + text(statistics.failed()));
        print("Visits: " + statistics.preorder() + " preorder, " + statistics.postorder() + " postorder");
        Footprint footprint = session.schedule().footprint();
        print("Memory of Graph: " + footprint.graph() + " bytes");
        print("Memory of Aggregates: " + footprint.aggregates() + " bytes");
        print("Memory of Schedule: " + footprint.schedule() + " bytes");
        print("Memory per Vertex: " + footprint.perVertex() + " bytes");
        Runtime runtime = Runtime.getRuntime();
        print("Heap Used: " + (runtime.totalMemory() - runtime.freeMemory()) + " bytes");
    }

    /** By number of vertices that a rank has: the ranks that have so many. O(V). */
    private Map<Integer, IdSet> ranks() {
        ResourceGraph graph = session.graph();
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

    private static String text(Statistics.Series seconds) {
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
