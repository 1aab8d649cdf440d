package io.banyan.bench.scaling;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.graphs.BenchSystem;
import io.banyan.bench.graphs.Fill;
import io.banyan.bench.graphs.SystemShape;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.policy.MatchPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/scaling}: one match in a small system and in a large one. Its output is Markdown. */
@Command(
        name = "bench/scaling",
        description = "Measure one match in a small and in a large system, by shape, use and policy.",
        showDefaultValues = true)
public final class Scaling implements Callable<Integer> {
    @Option(names = "--small", paramLabel = "N", description = "nodes of the small system", defaultValue = "1000")
    private int small;

    @Option(names = "--large", paramLabel = "N", description = "nodes of the large system", defaultValue = "100000")
    private int large;

    @Option(
            names = "--policies",
            paramLabel = "P",
            split = ",",
            description = "match policies",
            defaultValue = "first,firstnodex,low,high,lonode,lonodex,hinode,locality")
    private List<String> policies = List.of();

    @Option(names = "--shapes", paramLabel = "S", split = ",", description = "of: ${COMPLETION-CANDIDATES}")
    private List<SystemShape> shapes = List.of(SystemShape.values());

    @Option(names = "--fills", paramLabel = "F", split = ",", description = "of: ${COMPLETION-CANDIDATES}")
    private List<Fill> fills = List.of(Fill.values());

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Scaling() {}

    /** Runs it. */
    public static void main(String[] args) {
        Benchmark.main(new Scaling(), args);
    }

    @Override
    public Integer call() throws JobspecException {
        Benchmark.atLeast(2, spec, "--small", small);
        Benchmark.atLeast(small, spec, "--large", large);
        policies.forEach(MatchPolicy::parse);
        System.out.printf(
                "%s%n%nOne match, warm, the jobspec parsed before, nothing booked: processor time of its thread in microseconds at "
                        + "%,d and %,d nodes of 13 vertices, visited vertices as the matcher counts them, and bytes "
                        + "allocated at the large size.%n%n",
                MachineDescription.here(), small, large);
        for (SystemShape shape : shapes) {
            var table = new MarkdownTable(
                    shape.label(),
                    "answer",
                    "us, small",
                    "us, large",
                    "large / small",
                    "visits, small",
                    "visits, large",
                    "bytes");
            for (Fill fill : fills) {
                measure(shape, fill).forEach(row -> row.addTo(table));
            }
            System.out.println(table);
        }
        return 0;
    }

    private List<Row> measure(SystemShape shape, Fill fill) throws JobspecException {
        // The first measurement includes the compiler's work. Therefore the small system runs first, and only its
        // second measurement at the end counts.
        BenchSystem smallSystem = BenchSystem.of(shape, small, fill);
        costs(smallSystem, shape, fill, small);
        List<MatchCost> atLarge = costs(BenchSystem.of(shape, large, fill), shape, fill, large);
        List<MatchCost> atSmall = costs(smallSystem, shape, fill, small);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < policies.size(); i++) {
            rows.add(new Row(fill.label() + ", " + policies.get(i), atSmall.get(i), atLarge.get(i)));
        }
        return rows;
    }

    private List<MatchCost> costs(BenchSystem system, SystemShape shape, Fill fill, int nodes) throws JobspecException {
        List<MatchCost> costs = new ArrayList<>();
        for (String policy : policies) {
            if (Ansi.AUTO.enabled()) {
                System.err.printf("\r\u001B[K%s, %s, %s, %,d nodes\r", shape.label(), fill.label(), policy, nodes);
            }
            costs.add(MatchCost.of(system, MatchPolicy.parse(policy)));
        }
        return costs;
    }

    private record Row(String name, MatchCost small, MatchCost large) {
        void addTo(MarkdownTable table) {
            table.row(
                    name,
                    large.found() ? "yes" : "no",
                    number(small.micros()),
                    number(large.micros()),
                    number(large.micros() / small.micros()),
                    "%,d".formatted(small.visits()),
                    "%,d".formatted(large.visits()),
                    "%,d".formatted(large.bytes()));
        }
    }
}
