package io.banyan.bench.compare;

import io.banyan.bench.compare.Scenario.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The scenarios with which Fluxion was measured. The quick ones take seconds each; of those that scan the whole graph there are
 * fewer jobs, as many as show the time of one.
 */
final class Scenarios {

    private static final long HOUR = 3_600;
    private static final int REPEATS = 30;

    private final Jobspecs jobspecs;
    private final List<Scenario> all = new ArrayList<>();

    private Scenarios(Jobspecs jobspecs) {
        this.jobspecs = jobspecs;
    }

    /** All of one size. */
    static List<Scenario> of(Jobspecs jobspecs, boolean quick) throws IOException {
        var scenarios = new Scenarios(jobspecs);
        scenarios.paper();
        scenarios.scale(new Cluster(1_000, 32, 4), 1_000, 1_800, 70, 1.0);
        if (!quick) {
            scenarios.scale(new Cluster(10_000, 64, 4), 10_000, 1_427, 1.5, 10.0);
        }
        scenarios.reservations(quick ? 104 : 504, quick ? 0 : 65.6, quick ? 0 : 13.7);
        return scenarios.all;
    }

    /** One match at a time on the paper's cluster, each given back before the next. */
    private void paper() throws IOException {
        paper("64 nodes", jobspecs.paper(64), 3.83, 4.66);
        paper("8 nodes", jobspecs.paper(8), 0.51, 2.73);
        paper("1 node", jobspecs.paper(1), 0.17, 2.06);
        paper("1 core", jobspecs.cores(1, 0), 0.09, 4.52);
    }

    private void paper(String name, String jobspec, double first, double low) {
        List<String> commands = IntStream.rangeClosed(1, REPEATS)
                .boxed()
                .flatMap(job -> Stream.of(allocate(jobspec), "cancel " + job))
                .toList();
        add(name, Cluster.PAPER, "first", List.of(), commands, Metric.ELAPSED, first);
        add(name, Cluster.PAPER, "low", List.of(), commands, Metric.ELAPSED, low);
    }

    private void scale(Cluster cluster, int jobs, double first, double low, double failing) throws IOException {
        String node = jobspecs.nodes(1, HOUR);
        String core = jobspecs.cores(1, HOUR);
        List<String> fill = Collections.nCopies(jobs, allocate(node));
        List<String> some = Collections.nCopies(Math.min(jobs, 100), allocate(node));
        add("load alone", cluster, "first", List.of(), List.of(), Metric.SESSION, 0);
        add("load alone, memory", cluster, "first", List.of(), List.of(), Metric.MEMORY, 0);
        add("fill with whole nodes", cluster, "first", List.of(), fill, Metric.RATE, first);
        add(some.size() + " whole nodes", cluster, "low", List.of(), some, Metric.RATE, low);
        add(some.size() + " whole nodes", cluster, "high", List.of(), some, Metric.RATE, 0);
        add(some.size() + " whole nodes", cluster, "locality", List.of(), some, Metric.RATE, 0);
        add("1,000 cores", cluster, "first", List.of(), Collections.nCopies(1_000, allocate(core)), Metric.RATE, 0);
        add("100 cores", cluster, "low", List.of(), Collections.nCopies(100, allocate(core)), Metric.RATE, 0);
        List<String> more = Collections.nCopies(200, allocate(node));
        add("no, on a full system", cluster, "first", fill, more, Metric.ELAPSED, failing);
        List<String> cancels =
                IntStream.rangeClosed(1, jobs).mapToObj(job -> "cancel " + job).toList();
        add("cancel", cluster, "first", fill, cancels, Metric.RATE, 0);
    }

    private void reservations(int deep, double deepSeconds, double mixedSeconds) throws IOException {
        var cluster = new Cluster(1_000, 32, 4);
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
            Cluster cluster,
            String policy,
            List<String> before,
            List<String> measured,
            Metric metric,
            double recorded) {
        all.add(new Scenario(name, cluster, policy, before, measured, metric, recorded));
    }
}
