package io.banyan.bench.replay;

import static io.banyan.bench.report.MarkdownTable.number;

import io.banyan.bench.command.Benchmark;
import io.banyan.bench.report.MachineDescription;
import io.banyan.bench.report.MarkdownTable;
import io.banyan.bench.statistics.ValueSummary;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.ResourceType;
import io.banyan.sim.generate.Generator;
import io.banyan.sim.trace.Counted;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.trace.TraceException;
import io.banyan.sim.trace.TraceFile;
import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.Machines;
import io.banyan.sim.workload.Replay;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.SlotJobspecs;
import io.banyan.sim.workload.WorkloadOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench/replay}: a trace through the queue, again and again. Its output is Markdown. */
@Command(
        name = "bench/replay",
        description = "Replay a trace through the queue repeatedly in one process, by queue policy.",
        showDefaultValues = true)
public final class Rounds implements Callable<Integer> {
    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "trace in the Standard Workload Format, or output of sacct (default: the jobs of --generate)")
    private @Nullable Path file;

    @Option(
            names = "--generate",
            paramLabel = "MODEL",
            description = "model from which the jobs are drawn",
            defaultValue = "lublin:jobs=10000,nodes=256,seed=1")
    private String model = "";

    @Option(
            names = "--policies",
            paramLabel = "P",
            split = ",",
            description = "queue policies",
            defaultValue = "easy,conservative")
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

    @Option(
            names = "--at-most",
            paramLabel = "P=S",
            split = ",",
            description = "exit status 1 if the median of this policy exceeds this number of seconds")
    private Map<String, Double> atMost = new LinkedHashMap<>();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private Rounds() {}

    /** Runs it. */
    public static void main(String[] args) {
        Benchmark.main(new Rounds(), args);
    }

    @Override
    public Integer call() throws IOException {
        Benchmark.atLeast(1, spec, "--rounds", rounds);
        Benchmark.atLeast(0, spec, "--warm-up", warmUp);
        atMost.keySet().stream()
                .filter(policy -> !policies.contains(policy))
                .findFirst()
                .ifPresent(policy -> {
                    throw wrong("--at-most names '" + policy + "', which is not among --policies.");
                });
        Trace trace = trace();
        System.out.printf(
                "%s%n%n%,d jobs of %s on %,d nodes, from the first submission to the last end in virtual time; median of %d rounds after %d of "
                        + "warm-up. The first is in a process in which nothing, or another policy, ran before.%n%n",
                MachineDescription.here(),
                trace.workload().jobs().size(),
                file == null ? model : file.getFileName(),
                trace.nodes(),
                rounds,
                warmUp);
        var table = new MarkdownTable(
                "policy", "the first, s", "best, s", "median, s", "worst, s", "jobs a second", "mean bounded slowdown");
        int status = 0;
        for (String policy : policies) {
            if (row(table, trace, policy) > atMost.getOrDefault(policy, Double.MAX_VALUE)) {
                System.err.printf("bench/replay: %s took more than %s s.%n", policy, atMost.get(policy));
                status = 1;
            }
        }
        System.out.print(table);
        return status;
    }

    private ParameterException wrong(String sentence) {
        return new ParameterException(spec.commandLine(), sentence);
    }

    private Trace trace() throws IOException {
        if (file == null) {
            try {
                Generator generator = Generator.parse(model);
                return generator.trace(generator.seed());
            } catch (IllegalArgumentException e) {
                throw wrong("--generate: " + e.getMessage());
            }
        }
        try (InputStream in = Files.newInputStream(file)) {
            return TraceFile.read(in, file.toString(), Counted.PROCESSORS);
        } catch (TraceException e) {
            throw wrong(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw wrong("--trace " + file + " cannot be read.");
        }
    }

    /** Returns the median. */
    private double row(MarkdownTable table, Trace trace, String policy) {
        InstanceConfig config = config(policy);
        var seconds = new double[rounds];
        double first = 0;
        Optional<WorkloadOutcome> outcome = Optional.empty();
        for (int i = -warmUp; i < rounds; i++) {
            if (Ansi.AUTO.enabled()) {
                System.err.printf("\r\u001B[K%s, round %d of %d\r", policy, i + warmUp + 1, warmUp + rounds);
            }
            long begin = System.nanoTime();
            outcome = Optional.of(replay(config, trace));
            double took = (System.nanoTime() - begin) / 1e9;
            first = i == -warmUp ? took : first;
            if (i >= 0) {
                seconds[i] = took;
            }
        }
        ValueSummary summary = ValueSummary.of(seconds);
        double slowdown = outcome.orElseThrow().runs().stream()
                .mapToDouble(JobRun::boundedSlowdown)
                .average()
                .orElse(0);
        table.row(
                policy,
                number(first),
                number(summary.min()),
                number(summary.median()),
                number(summary.max()),
                number(trace.workload().jobs().size() / summary.median()),
                number(slowdown));
        return summary.median();
    }

    private InstanceConfig config(String policy) {
        try {
            return InstanceConfig.root("simulated")
                    .queueing(QueuePolicy.parse(policy))
                    .matching(MatchPolicy.parse("first"), PruneFilters.parse("ALL:core"));
        } catch (IllegalArgumentException e) {
            throw wrong("--policies: " + e.getMessage());
        }
    }

    private static WorkloadOutcome replay(InstanceConfig config, Trace trace) {
        var jobspecs = new SlotJobspecs(new ResourceType("core"), Queues.of(QueuePolicy.EASY));
        var machine = Machines.cluster(trace.nodes(), trace.coresPerNode());
        return new Replay(config, machine, jobspecs, ReplayWatcher.NOBODY).run(trace.workload());
    }
}
