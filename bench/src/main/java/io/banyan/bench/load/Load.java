package io.banyan.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.bench.command.Benchmark;
import io.banyan.bench.command.ScratchDirectory;
import io.banyan.bench.report.MachineDescription;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.quickstart.Daemons;
import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.jobspec.Jobspec;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench/load}: an open-loop load on a daemon, and the latencies of its answers. Its output is Markdown. */
@Command(
        name = "bench/load",
        description = "Put an open-loop load on a daemon on this machine, and show the latencies of its answers.",
        showDefaultValues = true)
public final class Load implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final double QUICK_SECONDS = 3;
    private static final double QUICK_WARM_SECONDS = 1;
    /**
     * Minimal part of the arriving requests that must be answered during the load, so that the daemon sustains the
     * rate.
     */
    private static final double ANSWERED_PART = 0.95;

    private static final String GRAPH = "resource-graphs/l0.graphml";
    private static final String JOBSPEC = "jobspecs/hello.yaml";

    @Option(names = "--rate", paramLabel = "N", description = "requests per second", defaultValue = "200")
    private double rate;

    @Option(names = "--duration", paramLabel = "S", description = "measured time in seconds", defaultValue = "20")
    private double seconds;

    @Option(names = "--warm-up", paramLabel = "S", description = "warm-up time in seconds", defaultValue = "10")
    private double warmSeconds;

    @Option(names = "--quick", description = "measure 3 seconds after 1 second of warm-up", defaultValue = "false")
    private boolean quick;

    @Option(
            names = "--mix",
            paramLabel = "M",
            description = "weights of the kinds of requests",
            defaultValue = "match=45,cancel=45,info=10")
    private String mix = "";

    @Option(
            names = "--search",
            paramLabel = "MS",
            description = "find the highest rate at which 99 %% are answered within this number of milliseconds; 0: no"
                    + " search",
            defaultValue = "0")
    private double search;

    @Option(names = "--connect", paramLabel = "DIR", description = "state directory of a running daemon to use")
    private @Nullable Path connect;

    @Option(names = "--graph", paramLabel = "FILE", description = "graph of the started daemon", defaultValue = GRAPH)
    private Path graph = Path.of(GRAPH);

    @Option(names = "--jobspec", paramLabel = "FILE", description = "jobspec of the matches", defaultValue = JOBSPEC)
    private Path jobspec = Path.of(JOBSPEC);

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "number of connections to the daemon",
            defaultValue = "4")
    private int connections;

    @Option(
            names = "--java-options",
            paramLabel = "OPTIONS",
            description = "options for the virtual machine of the started daemon",
            defaultValue = "-Xms128m -Xmx512m")
    private String javaOptions = "";

    @Option(
            names = "--journal",
            paramLabel = "KIND",
            description = "kind of journal: durable or memory",
            defaultValue = "durable")
    private String journal = "";

    @Option(names = "--seed", paramLabel = "N", description = "seed of the arrival times", defaultValue = "1")
    private long seed;

    @Option(names = "--json", paramLabel = "FILE", description = "output file for the figures as JSON")
    private @Nullable Path json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Load() {}

    /** Runs it, from the project's root. */
    public static void main(String[] args) {
        Benchmark.main(new Load(), args);
    }

    @Override
    public Integer call() throws Exception {
        Benchmark.atLeast(1, spec, "--rate", rate);
        Benchmark.atLeast(1, spec, "--duration", seconds);
        Benchmark.atLeast(0, spec, "--warm-up", warmSeconds);
        Benchmark.atLeast(0, spec, "--search", search);
        Benchmark.atLeast(1, spec, "--connections", connections);
        if (json != null) {
            OutputFile.checked(json);
        }
        seconds = quick ? QUICK_SECONDS : seconds;
        warmSeconds = quick ? QUICK_WARM_SECONDS : warmSeconds;
        Mix parsed = Mix.parse(mix);
        Jobspec request = QuickstartScenario.read(jobspec);
        if (connect != null) {
            try (var target = new DaemonTarget(connect, connections, request)) {
                return run(target, parsed);
            }
        }
        try (var scratch = ScratchDirectory.create("load")) {
            return runDaemon(new StateDirectory(scratch.path()), parsed, request);
        }
    }

    private int runDaemon(StateDirectory state, Mix parsed, Jobspec request) throws Exception {
        Path launcher = Path.of("banyan").toAbsolutePath();
        try (var daemons = new Daemons(launcher, state, javaOptions, GRACE, () -> {})) {
            daemons.start(List.of(
                    "start",
                    "--graph",
                    graph.toString(),
                    "--state",
                    state.path().toString(),
                    "--name",
                    "load",
                    "--journal",
                    journal));
            int status;
            try (var target = new DaemonTarget(state.path(), connections, request)) {
                status = run(target, parsed);
                target.stop();
            }
            daemons.awaitEnd();
            return status;
        }
    }

    private int run(DaemonTarget target, Mix parsed) throws IOException, InterruptedException {
        MachineDescription machine = MachineDescription.here();
        System.out.printf(
                "%s%n%nOne daemon (%s), %d connections, %s of %s on %s; open loop, Poisson arrivals with seed %d, %.0f s after "
                        + "%.0f s of warm-up. The jobspec is read once by the load; the daemon reads each one that it is asked.%n%n",
                machine,
                connect == null ? javaOptions + ", journal " + journal : "started before",
                connections,
                mix,
                jobspec,
                connect == null ? graph : "its own graph",
                seed,
                seconds,
                warmSeconds);
        var load = new LoadRun(target, parsed, seed);
        load.run(rate, warmSeconds);
        if (search > 0) {
            double highest = RateSearch.highest(rate, trial -> taken(load, trial, search));
            System.out.printf(
                    "%nThe highest rate of which 99 %% were answered within %.1f ms: %,.0f a second.%n%n",
                    search, highest);
            rate = highest > 0 ? highest : rate;
        }
        LoadRun.Result result = load.run(rate, seconds);
        System.out.printf(
                "%,.0f requests a second arrived, %,.0f a second were answered, %,d were not sent; %,d jobs were left.%n%n%s",
                result.perSecond(), result.answeredPerSecond(), result.notSent(), target.live(), LoadTable.of(result));
        if (json != null) {
            write(json, machine, result);
        }
        if (!target.problem().isEmpty()) {
            System.err.println(target.problem());
        }
        return result.all().failed() == 0 ? 0 : 1;
    }

    private boolean taken(LoadRun load, double trial, double mostMillis) throws InterruptedException {
        LoadRun.Result result = load.run(trial, seconds);
        double p99 = result.all().millis(99);
        boolean taken = p99 <= mostMillis
                && result.all().failed() + result.notSent() == 0
                && result.answeredPerSecond() >= ANSWERED_PART * result.perSecond();
        System.out.printf(
                "%,.0f a second: 99 %% within %.2f ms, %,.0f answered a second%s%n",
                trial, p99, result.answeredPerSecond(), taken ? "" : ": too many");
        return taken;
    }

    private void write(Path file, MachineDescription machine, LoadRun.Result result) throws IOException {
        var mapper = new ObjectMapper();
        ObjectNode document = mapper.createObjectNode();
        document.put("machine", machine.toString());
        document.put("commit", machine.commit());
        document.put("java_options", javaOptions);
        document.put("mix", mix);
        document.put("seconds", seconds);
        document.put("warm_up_seconds", warmSeconds);
        document.put("arrived_per_second", result.perSecond());
        document.put("answered_per_second", result.answeredPerSecond());
        document.put("not_sent", result.notSent());
        for (Map.Entry<Operation, Latencies> entry : result.latencies().entrySet()) {
            ObjectNode of = document.putObject(entry.getKey().label());
            Latencies latencies = entry.getValue();
            of.put("answered", latencies.count())
                    .put("refused", latencies.refused())
                    .put("failed", latencies.failed());
            for (double percent : new double[] {50, 90, 99, 99.9, 100}) {
                of.put("ms_" + percent, latencies.millis(percent));
                of.put("ms_from_sending_" + percent, latencies.millisFromSending(percent));
            }
        }
        mapper.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), document);
    }
}
