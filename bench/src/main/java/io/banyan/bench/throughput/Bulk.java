package io.banyan.bench.throughput;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.bench.report.MachineDescription;
import io.banyan.cli.bulk.BulkJob;
import io.banyan.cli.bulk.BulkSubmission;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bench/bulk}: acknowledged submissions a second of many different commands, as
 * {@code banyan submit --each-line} sends them.
 */
@Command(
        name = "bench/bulk",
        description = "Submit jobs of a core with different commands to a daemon as 'banyan submit --each-line' does;"
                + " then check that each job has completed once and that all resources are free.",
        showDefaultValues = true)
public final class Bulk implements Callable<Integer> {
    private static final int CORES = 32;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final double MICROS = 1e6;

    @Option(names = "--jobs", paramLabel = "N", description = "number of jobs of a round", defaultValue = "20000")
    private int jobs;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "number of rounds with the same daemon",
            defaultValue = "5")
    private int rounds;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "number of nodes of the system, each with " + CORES + " cores",
            defaultValue = "200")
    private int nodes;

    @Option(
            names = "--at-least",
            paramLabel = "N",
            description = "exit status 1 if the median round has fewer submissions per second",
            defaultValue = "0")
    private double atLeast;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Bulk() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Bulk(), args);
    }

    /**
     * A round.
     *
     * @param perSecond submissions, from the first call to the last answer
     * @param micros of the daemon's processor time for a submission, in that time
     */
    private record Round(double perSecond, double micros) {}

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--jobs", jobs);
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        Benchmark.atLeast(1, spec, "--nodes", nodes);
        List<Round> done = new ArrayList<>();
        try (var scratch = ScratchDirectory.create("bulk");
                KillableDaemon daemon = start(scratch);
                BanyanClient client = BanyanClient.ofStateDirectory(daemon.state(), DEADLINE)) {
            long begin = System.currentTimeMillis();
            var ends = new JobEnds(client);
            for (int round = 1; round <= rounds; round++) {
                done.add(submit(client, daemon, (round - 1) * jobs));
                ends.await(DEADLINE.multipliedBy(rounds));
                ends.check(round * jobs, Optional.empty(), begin);
            }
        }
        return report(done);
    }

    private int report(List<Round> done) {
        System.out.printf(
                "%s%n%nRounds of %,d jobs with different commands; journal durable%n%n",
                MachineDescription.here(), jobs);
        System.out.printf("%5s  %13s  %28s%n", "round", "submissions/s", "daemon's µs a submission");
        for (int i = 0; i < done.size(); i++) {
            System.out.printf(
                    "%5d  %,13.0f  %,28.0f%n",
                    i + 1, done.get(i).perSecond(), done.get(i).micros());
        }
        double median = done.stream().mapToDouble(Round::perSecond).sorted().toArray()[(done.size() - 1) / 2];
        System.out.printf("%nMedian: %,.0f submissions/s%n", median);
        if (median < atLeast) {
            System.err.printf("bench/bulk: %.0f submissions a second are below %.0f.%n", median, atLeast);
            return 1;
        }
        return 0;
    }

    private KillableDaemon start(ScratchDirectory scratch) throws Exception {
        return KillableDaemon.start(
                Path.of("banyan").toAbsolutePath(),
                new StateDirectory(scratch.path().resolve("state")),
                "-Xms512m -Xmx2g",
                List.of(
                        "--graph=" + new BenchCluster(nodes, CORES, 0).write(scratch.path()),
                        "--execution=mock",
                        "--queue-policy=easy"));
    }

    private Round submit(BanyanClient client, KillableDaemon daemon, int first) throws JobspecException {
        List<BulkJob> all = new ArrayList<>();
        for (int i = first; i < first + jobs; i++) {
            all.add(job(i));
        }
        Duration before = daemon.processorTime();
        long begin = System.nanoTime();
        BulkSubmission.Result result = new BulkSubmission(all).send(client);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double micros = daemon.processorTime().minus(before).toNanos() / 1e9 * MICROS / jobs;
        if (result.stop().isPresent() || new HashSet<>(result.ids()).size() != jobs) {
            throw new IllegalStateException("Not all are submitted: " + result.stop());
        }
        return new Round(jobs / seconds, micros);
    }

    private static BulkJob job(int number) throws JobspecException {
        return new BulkJob(
                "line " + number,
                new JobRequest.Submit(
                        JobspecReader.read("""
                {"version": 1,
                 "resources": [{"type": "slot", "count": 1, "label": "default", "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["app", "%d"], "slot": "default", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": 60, "exec": {"test": {"run_duration": "0.1s"}}}}}
                """.formatted(number), "job " + number), "", Submission.USUAL_URGENCY));
    }
}
