package io.banyan.bench.compare;

import io.banyan.bench.compare.BenchScenario.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The scenarios with which Fluxion was measured. The quick ones take seconds each; of those that scan the whole graph
 * there are fewer jobs, as many as show the time of one.
 */
final class Scenarios {

    private static final long HOUR = 3_600;
    private static final int REPEATS = 30;

    private static final int MOST_CORES = 20_000;
    /** The match policies; those with the most recorded figures come first. */
    private static final List<String> POLICIES =
            List.of("first", "firstnodex", "low", "high", "locality", "lonode", "hinode", "lonodex");

    private final ScenarioJobspecs jobspecs;
    private final Extent extent;
    private final List<BenchScenario> all = new ArrayList<>();

    private Scenarios(ScenarioJobspecs jobspecs, Extent extent) {
        this.jobspecs = jobspecs;
        this.extent = extent;
    }

    /** How much is measured. */
    enum Extent {
        /** The small graphs only. */
        QUICK,
        /** All graphs; where Fluxion scans the whole graph, as many jobs as show the time of one. */
        USUAL,
        /** All graphs, and everywhere as many jobs as the system takes; with a peer that scans, that takes hours. */
        FULL
    }

    /** All of one extent. */
    static List<BenchScenario> of(ScenarioJobspecs jobspecs, Extent extent) throws IOException {
        boolean quick = extent == Extent.QUICK;
        var scenarios = new Scenarios(jobspecs, extent);
        scenarios.paper();
        scenarios.scale(new BenchCluster(1_000, 32, 4), 1_000, new double[] {1_800, 1_800, 70, 30, 17}, 1.0);
        if (!quick) {
            scenarios.scale(new BenchCluster(10_000, 64, 4), 10_000, new double[] {1_427, 1_177, 1.5, 1.8, 1.9}, 10.0);
        }
        scenarios.reservations(quick ? 104 : 504, quick ? 0 : 65.6, quick ? 0 : 13.7);
        return scenarios.all;
    }

    /** One match at a time on the paper's cluster, each given back before the next. */
    private void paper() throws IOException {
        paper("64 nodes", jobspecs.paper(64), 3.83, 4.46, 4.66, 4.18, 5.45);
        paper("8 nodes", jobspecs.paper(8), 0.51, 0.50, 2.73, 2.48, 1.96);
        paper("1 node", jobspecs.paper(1), 0.17, 0.17, 2.06, 1.80, 2.96);
        paper("1 core", jobspecs.cores(1, 0), 0.09, 0.13, 4.52, 4.66, 5.14);
    }

    private void paper(String name, String jobspec, double... recorded) {
        List<String> commands = IntStream.rangeClosed(1, REPEATS)
                .boxed()
                .flatMap(job -> Stream.of(allocate(jobspec), "cancel " + job))
                .toList();
        for (int i = 0; i < recorded.length; i++) {
            add(name, BenchCluster.PAPER, POLICIES.get(i), List.of(), commands, Metric.ELAPSED, recorded[i]);
        }
    }

    /** The recorded figures are jobs a second, by policy, as far as there are any. */
    private void scale(BenchCluster cluster, int jobs, double[] recorded, double failing) throws IOException {
        String node = jobspecs.nodes(1, HOUR);
        List<String> fill = Collections.nCopies(jobs, allocate(node));
        add("load alone", cluster, "first", List.of(), List.of(), Metric.SESSION, 0);
        add("load alone, memory", cluster, "first", List.of(), List.of(), Metric.MEMORY, 0);
        add("load, then fill with whole nodes", cluster, "first", List.of(), fill, Metric.SESSION, 0);
        List<String> distinct = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            distinct.add(allocate(jobspecs.nodes(1, HOUR + i)));
        }
        add("fill, each jobspec another", cluster, "first", List.of(), distinct, Metric.RATE, 0);
        for (int i = 0; i < POLICIES.size(); i++) {
            String policy = POLICIES.get(i);
            int count = policy.startsWith("first") ? jobs : scanned(jobs);
            double known = i < recorded.length ? recorded[i] : 0;
            List<String> whole = Collections.nCopies(count, allocate(node));
            add("%,d whole nodes".formatted(count), cluster, policy, List.of(), whole, Metric.RATE, known);
        }
        cores(cluster);
        List<String> more = Collections.nCopies(200, allocate(node));
        add("no, on a full system", cluster, "first", fill, more, Metric.ELAPSED, failing);
        List<String> cancels =
                IntStream.rangeClosed(1, jobs).mapToObj(job -> "cancel " + job).toList();
        add("cancel", cluster, "first", fill, cancels, Metric.RATE, 0);
    }

    private void cores(BenchCluster cluster) throws IOException {
        String core = jobspecs.cores(1, HOUR);
        for (String policy : POLICIES) {
            int most = policy.startsWith("first") ? 1_000 : 100;
            int count = extent == Extent.FULL ? MOST_CORES : most;
            List<String> all = Collections.nCopies(count, allocate(core));
            add("%,d cores".formatted(count), cluster, policy, List.of(), all, Metric.RATE, 0);
        }
    }

    /** How many jobs show the time of one where the whole graph may be scanned for each. */
    private int scanned(int jobs) {
        return extent == Extent.FULL ? jobs : Math.min(jobs, 100);
    }

    private void reservations(int deep, double deepSeconds, double mixedSeconds) throws IOException {
        var cluster = new BenchCluster(1_000, 32, 4);
        List<String> wide = Collections.nCopies(deep, reserve(jobspecs.nodes(250, HOUR)));
        add(deep + " jobs of 250 nodes", cluster, "first", List.of(), wide, Metric.SESSION, deepSeconds);
        add(deep + " jobs of 250 nodes, memory", cluster, "first", List.of(), wide, Metric.MEMORY, 0);
        var random = new Random(1);
        var mixed = new ArrayList<String>();
        for (int i = 0; i < 600; i++) {
            mixed.add(reserve(jobspecs.nodes(1 << random.nextInt(9), 600L * (1 + random.nextInt(12)))));
        }
        add("600 mixed jobs", cluster, "first", List.of(), mixed, Metric.SESSION, mixedSeconds);
    }

    private static String allocate(String jobspec) {
        return "match allocate " + jobspec;
    }

    private static String reserve(String jobspec) {
        return "match allocate_orelse_reserve " + jobspec;
    }

    private void add(
            String name,
            BenchCluster cluster,
            String policy,
            List<String> before,
            List<String> measured,
            Metric metric,
            double recorded) {
        all.add(new BenchScenario(name, cluster, policy, before, measured, metric, recorded));
    }
}
