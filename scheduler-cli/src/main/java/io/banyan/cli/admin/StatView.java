package io.banyan.cli.admin;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.instance.message.client.GraphStatistics;
import io.banyan.instance.message.client.MatchTimes;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.client.SupplyAmount;
import io.banyan.instance.message.value.Unreleased;
import java.util.List;
import java.util.Map;

/** Shows an instance in numbers to people. */
public final class StatView {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long BYTES_PER_MIB = 1 << 20;
    private static final int MOST_SUPPLIES = 50;

    private StatView() {}

    public static String text(Statistics statistics) {
        StringBuilder text = new StringBuilder("instance ")
                .append(statistics.path())
                .append(' ')
                .append(statistics.name())
                .append('\n')
                .append(amounts(statistics))
                .append('\n')
                .append(numbers(statistics));
        statistics.graph().ifPresent(graph -> appendSupplies(text, graph.supplies()));
        appendUnreleased(text, statistics.unreleased());
        return text.toString();
    }

    private static Table amounts(Statistics statistics) {
        Table amounts = new Table().left("type").right("free").right("total");
        statistics.amounts().forEach((type, amount) -> amounts.row(type, amount.free(), amount.total()));
        return amounts;
    }

    private static Table numbers(Statistics statistics) {
        Table numbers = new Table().left("what").right("number");
        numbers.row("vertices", statistics.vertices()).row("edges", statistics.edges());
        statistics.graph().ifPresent(graph -> addRanks(numbers, graph));
        for (Map.Entry<?, Long> state : statistics.jobs().entrySet()) {
            numbers.row("jobs " + JobView.lower((Enum<?>) state.getKey()), state.getValue());
        }
        numbers.row("matches", statistics.matches()).row("matches that found resources", statistics.matched());
        numbers.row("successful grows", statistics.grown());
        numbers.row("failed grows", statistics.refused());
        numbers.row("waiting grows", statistics.pendingGrows());
        numbers.row("shrinks waiting for a parent or a provider", statistics.pendingReturns());
        numbers.row("shrinks and reclaims waiting for jobs or children", statistics.pendingClearings());
        MatchTimes times = statistics.matchTimes();
        numbers.row("fastest match, us", times.minNanos() / NANOS_PER_MICRO);
        numbers.row("slowest match, us", times.maxNanos() / NANOS_PER_MICRO);
        numbers.row("average match, us", times.sumNanos() / Math.max(1, statistics.matches()) / NANOS_PER_MICRO);
        statistics.graph().ifPresent(graph -> addMemory(numbers, graph));
        numbers.row("memory, MiB", statistics.memoryBytes() / BYTES_PER_MIB);
        return numbers;
    }

    private static void addRanks(Table numbers, GraphStatistics graph) {
        graph.ranks().forEach((count, ranks) -> numbers.row("vertices of each of the ranks " + ranks, count));
    }

    private static void addMemory(Table numbers, GraphStatistics graph) {
        numbers.row("memory of the graph, bytes", graph.footprint().graph());
        numbers.row("memory of the aggregates, bytes", graph.footprint().aggregates());
        numbers.row("memory of the schedule, bytes", graph.footprint().schedule());
        numbers.row("memory of a vertex, bytes", graph.footprint().perVertex());
    }

    private static void appendSupplies(StringBuilder text, List<SupplyAmount> supplies) {
        if (supplies.isEmpty()) {
            return;
        }
        Table table = new Table()
                .left("supply")
                .left("type")
                .right("drawn")
                .right("left")
                .right("total");
        for (SupplyAmount supply : supplies.subList(0, Math.min(MOST_SUPPLIES, supplies.size()))) {
            table.row(supply.path(), supply.type(), supply.drawn(), supply.left(), supply.total());
        }
        text.append('\n').append(table);
        int more = supplies.size() - MOST_SUPPLIES;
        text.append(more > 0 ? "and " + more + " more supplies, which -o json lists\n" : "");
    }

    private static void appendUnreleased(StringBuilder text, List<Unreleased> unreleased) {
        if (!unreleased.isEmpty()) {
            text.append('\n');
            unreleased.forEach(one -> text.append(one.sentence()).append('\n'));
        }
    }
}
