package io.banyan.bench.throughput;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.bench.report.MachineDescription;
import io.banyan.instance.message.client.Statistics;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.EventLoops;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code bench/throughput}: submitted jobs a second through a daemon whose decisions reach the disk, from the first
 * submission to the last completion.
 */
@Command(
        name = "bench/throughput",
        description = "Submit jobs of one node with many clients to a daemon that runs no processes;"
                + " then check that each job has completed once and that all resources are free.",
        showDefaultValues = true)
public final class Throughput implements Callable<Integer> {
    private static final int CORES = 32;
    private static final int DAY = 86_400;
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private enum Output {
        TABLE,
        JSON
    }

    @Option(names = "--jobs", paramLabel = "N", description = "number of jobs", defaultValue = "100000")
    private int jobs;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "number of clients, with one connection each",
            defaultValue = "8")
    private int clients;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            description = "number of unanswered submissions of a client at a time",
            defaultValue = "16")
    private int inFlight;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "number of nodes of the system, each with " + CORES + " cores",
            defaultValue = "1000")
    private int nodes;

    @Option(
            names = "--run",
            paramLabel = "S",
            description = "run time of a job in seconds, so short that the nodes do not limit the rate",
            defaultValue = "0.1")
    private double run;

    @Option(
            names = "--backlog",
            paramLabel = "N",
            description =
                    "an additional job has all nodes until this number of jobs wait, and is then cancelled; 0: no such"
                            + " job",
            defaultValue = "60000")
    private int backlog;

    @Option(
            names = "--limit",
            paramLabel = "S",
            description = "requested time of a job in seconds",
            defaultValue = "60")
    private int limit;

    @Option(names = "--queue-policy", paramLabel = "POLICY", description = "queue policy", defaultValue = "easy")
    private String policy = "";

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "kind of journal: durable or memory",
            defaultValue = "durable")
    private String journal = "";

    @Option(
            names = "--pending",
            paramLabel = "N",
            description = "passes with at least this number of waiting jobs are shown separately",
            defaultValue = "50000")
    private int many;

    @Option(
            names = "--at-least",
            paramLabel = "N",
            description = "exit status 1 if there are fewer jobs per second",
            defaultValue = "0")
    private double atLeast;

    @Option(
            names = "--pass-at-most",
            paramLabel = "MS",
            description =
                    "exit status 1 if 99 %% of the passes with many waiting jobs do not end within this time; 0: no"
                            + " limit",
            defaultValue = "0")
    private double passAtMost;

    @Option(
            names = "--at-most",
            paramLabel = "S",
            description = "time limit of the benchmark in seconds",
            defaultValue = "600")
    private int atMost;

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "options for the virtual machine of the daemon",
            defaultValue = "-Xms512m -Xmx2g")
    private String javaOptions = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "${COMPLETION-CANDIDATES}",
            defaultValue = "TABLE")
    private Output output = Output.TABLE;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Throughput() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Throughput(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--jobs", jobs);
        Benchmark.atLeast(1, spec, "--clients", clients);
        Benchmark.atLeast(1, spec, "--in-flight", inFlight);
        Benchmark.atLeast(1, spec, "--nodes", nodes);
        Benchmark.atLeast(1, spec, "--pending", many);
        Benchmark.atLeast(0, spec, "--backlog", backlog);
        Benchmark.atLeast(backlog, spec, "--jobs", jobs);
        Benchmark.atLeast(0, spec, "--run", run);
        Benchmark.atLeast(1, spec, "--at-most", atMost);
        Benchmark.atLeast(run + 2, spec, "--limit", limit);
        var cluster = new BenchCluster(nodes, CORES, 0);
        Figures figures;
        try (var scratch = ScratchDirectory.create("throughput");
                KillableDaemon daemon = start(scratch, cluster)) {
            figures = measure(daemon);
        }
        print(figures, cluster);
        return missed(figures) ? 1 : 0;
    }

    private KillableDaemon start(ScratchDirectory scratch, BenchCluster cluster) throws Exception {
        return KillableDaemon.start(
                Path.of("banyan").toAbsolutePath(),
                new StateDirectory(scratch.path().resolve("state")),
                javaOptions,
                List.of(
                        "--graph=" + cluster.write(scratch.path()),
                        "--journal=" + journal,
                        "--execution=mock",
                        "--queue-policy=" + policy,
                        "--metrics=127.0.0.1:0"));
    }

    private static Jobspec jobspec(int count, int seconds, double runs) throws JobspecException {
        return JobspecReader.read("""
                {"version": 9999,
                 "resources": [{"type": "slot", "count": %d, "label": "default", "with": [{"type": "node", "count": 1}]}],
                 "tasks": [{"command": ["app"], "slot": "default", "count": {"per_slot": 1}}],
                 "attributes": {"system": {"duration": %d, "exec": {"test": {"run_duration": "%s"}}}}}
                """.formatted(count, seconds, Double.toString(runs)), "the job");
    }

    private Figures measure(KillableDaemon daemon) throws Exception {
        List<BanyanClient> connected = new ArrayList<>();
        try (EventLoops loops = EventLoops.forDaemon();
                var gauges = new Gauges(daemon.output())) {
            for (int i = 0; i < clients; i++) {
                connected.add(BanyanClient.ofStateDirectory(daemon.state(), DEADLINE, loops));
            }
            var ends = new JobEnds(connected.getFirst());
            Gate gate = backlog == 0 ? Gate.NONE : Gate.close(connected.getFirst(), jobspec(nodes, DAY, DAY));
            Duration before = daemon.processorTime();
            long beginMillis = System.currentTimeMillis();
            long begin = System.nanoTime();
            try (var watch = new PendingWatch(gauges, many)) {
                Submitters.Result submissions =
                        new Submitters(connected, inFlight, jobspec(1, limit, run)).run(jobs, backlog, gate::open);
                Statistics last = ends.await(Duration.ofSeconds(atMost));
                double seconds = (System.nanoTime() - begin) / 1e9;
                double processor = daemon.processorTime().minus(before).toMillis() / 1e3;
                ends.check(jobs, gate.job(), beginMillis);
                return new Figures(
                        jobs,
                        seconds,
                        submissions,
                        last.matches(),
                        watch.most(),
                        gauges.look().passes(),
                        watch.whileMany(),
                        processor);
            }
        } finally {
            connected.forEach(BanyanClient::close);
        }
    }

    private void print(Figures figures, BenchCluster cluster) throws Exception {
        if (output == Output.JSON) {
            System.out.println(figures.json(MachineDescription.here().toString(), many));
            return;
        }
        System.out.printf(
                "%s%n%nOne daemon (%s), journal %s, policy %s, on %,d vertices with %,d nodes; %d clients with a connection each in one process on the same machine, %d submissions of "
                        + "each in flight; %,d jobs of one node that run for %s s of %d; another job has all nodes until %,d wait. Each has completed once, and all nodes are free.%n%n%s",
                MachineDescription.here(),
                javaOptions,
                journal,
                policy,
                cluster.vertices(),
                nodes,
                clients,
                inFlight,
                jobs,
                Double.toString(run),
                limit,
                backlog,
                figures.table(many));
    }

    private boolean missed(Figures figures) {
        boolean isSlow = figures.perSecond() < atLeast;
        boolean isLong = passAtMost > 0 && !(figures.passMillis() <= passAtMost);
        if (isSlow) {
            System.err.printf("bench/throughput: %.0f jobs a second are below %.0f.%n", figures.perSecond(), atLeast);
        }
        if (isLong) {
            System.err.printf(
                    "bench/throughput: of the passes while %,d jobs waited 99 %% took up to %.1f ms, and may take %.1f.%n",
                    many, figures.passMillis(), passAtMost);
        }
        return isSlow || isLong;
    }
}
