package io.banyan.bench.warm;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.compare.ScenarioJobspecs;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.match.policy.MatchPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/warm}: sessions that fill a system, in a process that has run them before. Its output is Markdown. */
@Command(
        name = "bench/warm",
        description = "Measure complete sessions in a process that has run them before, by policy.",
        showDefaultValues = true)
public final class Warm implements Callable<Integer> {
    private static final long HOUR = 3_600;
    private static final BenchCluster SMALL = new BenchCluster(100, 32, 4);
    /** 710,001 vertices. */
    private static final BenchCluster LARGE = new BenchCluster(10_000, 64, 4);

    @Option(
            names = "--policies",
            paramLabel = "P",
            split = ",",
            description = "match policies",
            defaultValue = "first,firstnodex,low,high,lonode,lonodex,hinode,locality")
    private List<String> policies = List.of();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "number of measured rounds; the median is printed",
            defaultValue = "5")
    private int rounds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "number of rounds before the measured ones",
            defaultValue = "5")
    private int warmUp;

    @Option(names = "--cores", paramLabel = "N", description = "number of jobs of one core", defaultValue = "20000")
    private int cores;

    @Option(names = "--quick", description = "a small system", defaultValue = "false")
    private boolean quick;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Warm() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Warm(), args);
    }

    @Override
    public Integer call() throws IOException {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        Benchmark.atLeast(0, spec, "--warm-up", warmUp);
        Benchmark.atLeast(1, spec, "--cores", cores);
        policies.forEach(MatchPolicy::parse);
        BenchCluster cluster = quick ? SMALL : LARGE;
        try (var scratch = ScratchDirectory.create("warm")) {
            Path graph = cluster.write(scratch.path());
            var jobspecs = new ScenarioJobspecs(scratch.path());
            Path output = scratch.path().resolve("output");
            System.out.printf(
                    "%s%n%nSessions in one process, median of %d after %d rounds of warm-up, on %s: each loads the graph, reads the "
                            + "jobspec's file of every job, matches, and writes its output to a file. Jobs a second are of the session "
                            + "less one that only loads, by elapsed time and by processor time of the session's thread. The first is in a process in which nothing, or another policy, ran before.%n%n",
                    MachineDescription.here(), rounds, warmUp, cluster.label());
            fills(cluster, graph, jobspecs, output);
        }
        return 0;
    }

    private void fills(BenchCluster cluster, Path graph, ScenarioJobspecs jobspecs, Path output) throws IOException {
        List<String> same = Collections.nCopies(cluster.nodes(), allocate(jobspecs.nodes(1, HOUR)));
        List<String> distinct = new ArrayList<>();
        for (int i = 0; i < cluster.nodes(); i++) {
            distinct.add(allocate(jobspecs.nodes(1, HOUR + i)));
        }
        List<String> core = Collections.nCopies(cores, allocate(jobspecs.cores(1, HOUR)));
        var table = new MarkdownTable(
                "jobs",
                "policy",
                "the first, s",
                "session, s",
                "of processor, s",
                "jobs a second",
                "by processor",
                "placed");
        for (String policy : policies) {
            Median load = measure(new WarmSession(graph, policy, List.of(), output));
            row(table, "%,d whole nodes".formatted(same.size()), load, new WarmSession(graph, policy, same, output));
            row(table, "the same, each jobspec another", load, new WarmSession(graph, policy, distinct, output));
            row(table, "%,d cores".formatted(cores), load, new WarmSession(graph, policy, core, output));
        }
        System.out.print(table);
    }

    private void row(MarkdownTable table, String jobs, Median load, WarmSession session) throws IOException {
        if (Ansi.AUTO.enabled()) {
            System.err.printf("\r\u001B[K%s, %s\r", jobs, session.policy());
        }
        double first = session.run().elapsed();
        Median median = measure(session);
        int count = session.commands().size();
        table.row(
                jobs,
                session.policy(),
                number(first),
                number(median.elapsed),
                number(median.processor),
                number(count / (median.elapsed - load.elapsed)),
                number(count / (median.processor - load.processor)),
                "%,d".formatted(session.placed()));
    }

    private record Median(double elapsed, double processor) {}

    private Median measure(WarmSession session) throws IOException {
        for (int i = 0; i < warmUp; i++) {
            session.run();
        }
        double[] elapsed = new double[rounds];
        double[] processor = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            WarmSession.Times times = session.run();
            elapsed[i] = times.elapsed();
            processor[i] = times.processor();
        }
        return new Median(
                ValueSummary.of(elapsed).median(), ValueSummary.of(processor).median());
    }

    private static String allocate(String jobspec) {
        return "match allocate " + jobspec;
    }
}
