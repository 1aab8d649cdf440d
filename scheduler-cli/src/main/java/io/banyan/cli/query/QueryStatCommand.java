package io.banyan.cli.query;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.GraphStatistics;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.schedule.Footprint;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * {@code stat}: statistics of the graph and of the session's matches. In addition to Fluxion's: the vertices of each
 * rank, the memory by purpose, and the remaining supplies of other subsystems.
 */
record QueryStatCommand(QuerySession session) implements SessionCommand {
    @Override
    public Syntax syntax() {
        return new Syntax("stat", "s", "", "print sizes, times of matches and memory");
    }

    @Override
    public void run(List<String> words) throws QueryFailure {
        new Arguments(syntax(), words).count(0, 0);
        Statistics statistics =
                session.ask(new Request.Stat(true), Answer.Stat.class).statistics();
        Optional<GraphStatistics> counted = statistics.graph();
        print("Num. of Vertices: " + statistics.vertices());
        print("Num. of Edges: " + statistics.edges());
        counted.ifPresent(graph -> graph.ranks()
                .forEach((count, ranks) -> print("Num. of Vertices by Rank: [" + ranks + "] " + count + " each")));
        print("Num. of Jobs Matched: " + statistics.matched());
        print("Num. of Jobs Not Matched: " + (statistics.matches() - statistics.matched()));
        MatchSeries series = session.matched();
        print("Match Time (Matched): " + text(series.succeeded()));
        print("Match Time (Not Matched): " + text(series.failed()));
        print("Visits: " + series.preorder() + " preorder, " + series.postorder() + " postorder");
        counted.map(GraphStatistics::footprint).ifPresent(this::print);
        print("Heap Used: " + statistics.memoryBytes() + " bytes");
        counted.ifPresent(graph -> graph.supplies().forEach(this::print));
    }

    private void print(SupplyAmount supply) {
        print("Supply of " + supply.type() + ": " + supply.path() + " " + supply.drawn() + " drawn, " + supply.left()
                + " left of " + supply.total());
    }

    private void print(Footprint footprint) {
        print("Memory of Graph: " + footprint.graph() + " bytes");
        print("Memory of Aggregates: " + footprint.aggregates() + " bytes");
        print("Memory of Schedule: " + footprint.schedule() + " bytes");
        print("Memory per Vertex: " + footprint.perVertex() + " bytes");
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
