package io.banyan.bench.looks;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/looks}: top, jobs, nodes and queues while many short jobs pass. */
@Command(
        name = "bench/looks",
        description = "Run top, jobs, nodes and queues repeatedly while short jobs of one node run in a daemon;"
                + " fail if a command fails or its output contradicts itself.",
        showDefaultValues = true)
public final class Looks implements Callable<Integer> {
    private static final int CORES = 4;

    @Option(names = "--jobs", paramLabel = "N", description = "number of jobs", defaultValue = "100000")
    private int jobs;

    @Option(
            names = "--looks",
            paramLabel = "N",
            description = "minimum number of runs of each command while the jobs run",
            defaultValue = "1000")
    private int looks;

    @Option(names = "--nodes", paramLabel = "N", description = "number of nodes of the system", defaultValue = "200")
    private int nodes;

    @Option(names = "--run", paramLabel = "S", description = "run time of a job in seconds", defaultValue = "0.05")
    private double run;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Looks() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Looks(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--jobs", jobs);
        Benchmark.atLeast(1, spec, "--looks", looks);
        Benchmark.atLeast(1, spec, "--nodes", nodes);
        Benchmark.atLeast(0, spec, "--run", run);
        try (var scratch = ScratchDirectory.create("looks");
                KillableDaemon daemon = start(scratch);
                PassingJobs passing = PassingJobs.begin(daemon.state(), jobs, run)) {
            var lookers = new Lookers(daemon.state(), nodes);
            List<String> faults = lookers.look(looks, passing::isGoingOn);
            faults.forEach(fault -> System.err.println("bench/looks: " + fault));
            System.out.printf(
                    "%,d looks of each of top, jobs, nodes and queues while %,d of %,d jobs were submitted: %s%n",
                    lookers.looks(), passing.submitted(), jobs, faults.isEmpty() ? "no fault" : "faults");
            return faults.isEmpty() ? 0 : 1;
        }
    }

    private KillableDaemon start(ScratchDirectory scratch) throws Exception {
        return KillableDaemon.start(
                Path.of("banyan").toAbsolutePath(),
                new StateDirectory(scratch.path().resolve("state")),
                "-Xmx1g",
                List.of(
                        "--graph=" + new BenchCluster(nodes, CORES, 0).write(scratch.path()),
                        "--execution=mock",
                        "--queue-policy=easy"));
    }
}
