package io.banyan.bench.commit;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.compare.BenchCluster;
import io.banyan.bench.daemon.KillableDaemon;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
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
 * {@code bench/commit}: allocations a second over gRPC with and without a durable journal, and the recovery of them
 * all.
 */
@Command(
        name = "bench/commit",
        description = "Allocate with many concurrent clients, with and without a durable journal; then kill the daemon"
                + " and measure the time until its successor answers. The output is Markdown.",
        showDefaultValues = true)
public final class Commit implements Callable<Integer> {
    private static final int CORES = 64;
    private static final int GPUS = 4;
    private static final int QUICK_JOBS = 300;
    private static final int QUICK_NODES = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final double MICROS = 1e6;

    @Option(names = "--clients", paramLabel = "N", description = "number of concurrent clients", defaultValue = "32")
    private int clients;

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "number of allocations, including those of the warm-up",
            defaultValue = "100000")
    private int jobs;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            description = "number of allocations that are not measured",
            defaultValue = "40000")
    private int warmUp;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "number of nodes of the system, each with " + CORES + " cores and " + GPUS + " GPUs",
            defaultValue = "10000")
    private int nodes;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "rounds with each journal, in alternation",
            defaultValue = "1")
    private int rounds;

    @Option(
            names = "--journals",
            paramLabel = "KIND",
            split = ",",
            description = "journals to measure",
            defaultValue = "memory,durable")
    private List<String> journals = List.of();

    @Option(names = "--quick", description = "a few jobs on a small system", defaultValue = "false")
    private boolean quick;

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "options for the virtual machine of the daemon",
            defaultValue = "-Xms512m -Xmx2g")
    private String javaOptions = "";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Commit() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Commit(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--clients", clients);
        Benchmark.atLeast(1, spec, "--nodes", nodes);
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        Benchmark.atLeast(0, spec, "--warm-up", warmUp);
        if (quick) {
            jobs = QUICK_JOBS;
            warmUp = QUICK_JOBS / 2;
            nodes = QUICK_NODES;
        }
        Benchmark.atLeast(warmUp + 1.0, spec, "--jobs", jobs);
        var cluster = new BenchCluster(nodes, CORES, GPUS);
        System.out.printf(
                "%s%n%nOne daemon (%s) on %,d vertices, %d clients with a connection each, in one process on the same machine; %,d jobs "
                        + "of one core, of which the first %,d are not measured.%n%n",
                MachineDescription.here(), javaOptions, cluster.vertices(), clients, jobs, warmUp);
        var table = new MarkdownTable(
                "journal",
                "allocations/s",
                "ms 50 %",
                "99 %",
                "99.9 %",
                "most",
                "µs processor, daemon",
                "clients",
                "back after s",
                "with processor s");
        for (int round = 0; round < rounds; round++) {
            for (String journal : journals) {
                measure(journal, cluster, table);
            }
        }
        System.out.print(table);
        return 0;
    }

    private void measure(String journal, BenchCluster cluster, MarkdownTable table) throws Exception {
        try (var scratch = ScratchDirectory.create("commit")) {
            var state = new StateDirectory(scratch.path().resolve("state"));
            List<String> options =
                    List.of("--graph", cluster.write(scratch.path()).toString(), "--journal", journal);
            List<String> cells = new ArrayList<>(List.of(journal));
            long held;
            try (KillableDaemon daemon = start(state, options)) {
                cells.addAll(load(daemon));
                held = jobs(daemon);
            }
            if (Files.exists(state.journal())) {
                cells.addAll(recovery(state, options, held));
            } else {
                cells.addAll(List.of("-", "-"));
            }
            table.row(cells.toArray());
        }
    }

    private KillableDaemon start(StateDirectory state, List<String> options) throws IOException, InterruptedException {
        return KillableDaemon.start(Path.of("banyan").toAbsolutePath(), state, javaOptions, options);
    }

    private List<String> load(KillableDaemon daemon) throws Exception {
        Jobspec jobspec = QuickstartScenario.read(Path.of("jobspecs/hello.yaml"));
        List<BanyanClient> connected = new ArrayList<>();
        try (EventLoops loops = EventLoops.forDaemon()) {
            for (int i = 0; i < clients; i++) {
                connected.add(BanyanClient.ofStateDirectory(daemon.state(), DEADLINE, loops));
            }
            var loop = new ClosedLoop(connected, jobspec);
            if (warmUp > 0) {
                loop.run(warmUp);
            }
            Duration daemonBefore = daemon.processorTime();
            Duration clientsBefore = here();
            ClosedLoop.Result result = loop.run(jobs - warmUp);
            double daemonMicros = micros(daemon.processorTime().minus(daemonBefore), result.jobs());
            double clientMicros = micros(here().minus(clientsBefore), result.jobs());
            return List.of(
                    "%,.0f".formatted(result.perSecond()),
                    number(result.millis(50)),
                    number(result.millis(99)),
                    number(result.millis(99.9)),
                    number(result.millis(100)),
                    number(daemonMicros),
                    number(clientMicros));
        } finally {
            connected.forEach(BanyanClient::close);
        }
    }

    private static Duration here() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static double micros(Duration all, int jobs) {
        return all.toNanos() / 1e9 * MICROS / jobs;
    }

    private static long jobs(KillableDaemon daemon) throws ClientException {
        try (BanyanClient client = BanyanClient.ofStateDirectory(daemon.state(), DEADLINE)) {
            return client.stat().jobs().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** Until a new process, from its start on, has answered how many jobs there are. */
    private List<String> recovery(StateDirectory state, List<String> options, long held) throws Exception {
        long begin = System.nanoTime();
        try (KillableDaemon daemon = start(state, options)) {
            long there = jobs(daemon);
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (there != held) {
                throw new IllegalStateException("There were " + held + " jobs, and now there are " + there + ".");
            }
            return List.of(number(seconds), number(daemon.processorTime().toMillis() / 1e3));
        }
    }
}
