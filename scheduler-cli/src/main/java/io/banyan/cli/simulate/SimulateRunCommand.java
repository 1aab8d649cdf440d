package io.banyan.cli.simulate;

import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.daemon.DaemonKeys;
import io.banyan.rpc.daemon.DaemonSettings;
import io.banyan.sim.metric.MeanEstimate;
import io.banyan.sim.metric.Metric;
import io.banyan.sim.metric.OutcomeSummary;
import io.banyan.sim.report.EventLog;
import io.banyan.sim.report.HtmlReport;
import io.banyan.sim.report.PolicyResult;
import io.banyan.sim.report.RunRecorder;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.workload.JobPlacement;
import io.banyan.sim.workload.JobRun;
import io.banyan.sim.workload.Machines;
import io.banyan.sim.workload.Replay;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.SlotJobspecs;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate run}: a workload under several queue policies. */
@Command(
        name = "run",
        description = "Replay a job trace, or jobs generated from a model, in virtual time under one or more "
                + "queue policies, with the code of the daemon, and compare wait times.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SimulateRunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final SheetOutput output;

    @Mixin
    private final TraceOptions jobs = new TraceOptions();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description = "Resource graph in any format (default: as many nodes as the trace names, or as its jobs "
                    + "need).")
    private @Nullable Path graph;

    @Option(
            names = "--unit",
            paramLabel = "TYPE",
            description = "Resource type that represents a processor of the trace (default ${DEFAULT-VALUE}).")
    private String unit = "core";

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "Queue policies: fcfs, easy, conservative, hybrid. Each may be followed by "
                    + ":queue-depth=N, hybrid also by :reservation-depth=N (default ${DEFAULT-VALUE}).",
            defaultValue = "fcfs,easy,conservative")
    private List<String> policies = List.of();

    @Option(
            names = "--queues",
            paramLabel = "FILE",
            description = "Daemon configuration with queues, limits and weights. --policy applies to queues "
                    + "without a policy. Jobs whose trace names no queue use the first one.")
    private @Nullable Path queueFile;

    @Option(names = "--match-policy", paramLabel = "POLICY", description = "Match policy (default ${DEFAULT-VALUE}).")
    private String matchPolicy = "first";

    @Option(
            names = "--by",
            paramLabel = "WHAT",
            split = ",",
            description = "Also print percentiles for each class of jobs: ${COMPLETION-CANDIDATES}.")
    private List<Grouping> groupings = List.of();

    @Option(
            names = "--events",
            paramLabel = "FILE",
            description = "Write all events to this CSV file; with several seeds, those of the first.")
    private @Nullable Path events;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a page with plots, index.html, to this directory, created if missing.")
    private @Nullable Path report;

    SimulateRunCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    @Override
    public Integer call() {
        requireApart();
        CheckedValues.requireDistinct("--policy", policies);
        Queues configured = configured();
        List<Queues> queues = policies.stream()
                .map(it -> CheckedValues.value(() -> configured.worked(QueuePolicy.parse(it))))
                .toList();
        queues.forEach(SimulateRunCommand::requireNoDeadlines);
        if (report != null) {
            make(report);
            OutputFile.checked(page(report));
        }
        List<Trace> traces = jobs.traces();
        ResourceGraph machine = machine(traces.getFirst());
        long processors = processors(machine);
        List<RunResult.Line> lines = new ArrayList<>();
        List<PolicyResult> results = new ArrayList<>();
        try (Writer log = log();
                var progress = ProgressLine.of(terminal)) {
            for (int i = 0; i < queues.size(); i++) {
                long begin = System.nanoTime();
                PolicyResult result = result(i, queues.get(i), traces, processors, log, progress);
                results.add(result);
                lines.add(line(result, (System.nanoTime() - begin) / 1e9));
            }
        } catch (IOException | UncheckedIOException e) {
            throw CommandFailure.no("cannot write the events: " + e.getMessage());
        }
        var first = traces.getFirst().workload();
        var shown = new RunResult(
                jobs.name(),
                first.jobs().size(),
                processors,
                traces.stream().map(trace -> trace.workload().name()).toList(),
                remarks(first, results),
                lines);
        if (report != null) {
            OutputFile.write(page(report), HtmlReport.page(subject(shown, machine), results));
        }
        output.print(shown, it -> it.text(groupings), RunResult::rows);
        return ExitStatus.DONE;
    }

    private void requireApart() {
        Map<String, @Nullable Path> read = new LinkedHashMap<>();
        read.put("--trace", jobs.trace());
        read.put("--graph", graph);
        read.put("--queues", queueFile);
        Map<String, @Nullable Path> written = new LinkedHashMap<>();
        written.put("--events", events);
        written.put("--export", jobs.export());
        written.put("--report", report == null ? null : page(report));
        OutputFile.requireApart(read, written);
    }

    private static Path page(Path directory) {
        return directory.resolve("index.html");
    }

    /** Returns the remarks about the first workload, and about its outcome. */
    private static List<String> remarks(Workload first, List<PolicyResult> results) {
        List<String> remarks = new ArrayList<>(first.remarks());
        for (PolicyResult result : results) {
            OutcomeSummary summary = result.summaries().getFirst();
            int left = first.jobs().size() - summary.jobs() - summary.refused();
            long firstSec =
                    first.jobs().stream().mapToLong(TraceJob::submitSec).min().orElse(0);
            if (left > 0 || firstSec + summary.makespanSec() >= Replay.HORIZON_SEC) {
                remarks.add("under " + result.policy() + ", jobs that ran after " + Replay.HORIZON_SEC
                        + " s were truncated, and " + left + (left == 1 ? " job" : " jobs")
                        + " never ran: this is the maximum simulated time");
            }
        }
        return remarks;
    }

    private static void requireNoDeadlines(Queues queues) {
        boolean isAny = queues.usual().booksAtSubmission()
                || queues.named().stream()
                        .flatMap(queue -> queue.policy().stream())
                        .anyMatch(QueuePolicy::booksAtSubmission);
        if (isAny) {
            throw CommandFailure.wrongUse("the jobs of a trace have no deadlines, which the queue policy deadline "
                    + "requires; use 'banyan simulate deadlines'");
        }
    }

    private Queues configured() {
        if (queueFile == null) {
            return Queues.of(QueuePolicy.EASY);
        }
        try {
            return DaemonSettings.queues(ConfigFile.read(DaemonKeys.ALL, queueFile));
        } catch (ConfigException e) {
            throw CommandFailure.wrongUse(String.join("\n", e.sentences()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(queueFile + ": " + e.getMessage());
        }
    }

    private static RunResult.Line line(PolicyResult result, double tookSec) {
        Map<String, MeanEstimate> estimates = new LinkedHashMap<>();
        for (Metric metric : Metric.values()) {
            estimates.put(metric.label(), result.estimate(metric));
        }
        return new RunResult.Line(result.policy(), estimates, result.summaries(), tookSec);
    }

    private static HtmlReport.Subject subject(RunResult shown, ResourceGraph machine) {
        return new HtmlReport.Subject(
                shown.trace(),
                shown.jobs(),
                shown.workloads().size(),
                shown.processors(),
                JobPlacement.all(machine),
                shown.remarks());
    }

    private ResourceGraph machine(Trace trace) {
        return graph == null ? Machines.cluster(trace.nodes(), trace.coresPerNode()) : GraphInput.load(graph, "");
    }

    private long processors(ResourceGraph machine) {
        int type = machine.types().id(type());
        int count = type < 0 ? 0 : machine.verticesOfType(type).length;
        if (count == 0) {
            throw CommandFailure.wrongUse("the graph has no resource of type " + unit + ", given by --unit");
        }
        return count;
    }

    private ResourceType type() {
        return CheckedValues.value(() -> new ResourceType(unit));
    }

    private PolicyResult result(
            int number, Queues queues, List<Trace> traces, long processors, Writer log, ProgressLine progress) {
        InstanceConfig config = InstanceConfig.root("simulated")
                .queueing(queues)
                .matching(CheckedValues.value(() -> MatchPolicy.parse(matchPolicy)), PruneFilters.parse("ALL:" + unit));
        String name = policies.get(number);
        var recorder = new RunRecorder();
        List<OutcomeSummary> summaries = new ArrayList<>();
        for (int i = 0; i < traces.size(); i++) {
            Trace trace = traces.get(i);
            long all = (long) policies.size() * traces.size();
            ReplayWatcher watcher = telling(progress, name, (long) number * traces.size() + i, all, trace);
            if (i == 0 && report != null) {
                watcher = ReplayWatcher.both(watcher, recorder);
            }
            if (i == 0 && events != null) {
                watcher = ReplayWatcher.both(watcher, new EventLog(name, log));
            }
            var replay = new Replay(config, machine(trace), new SlotJobspecs(type(), queues), watcher);
            summaries.add(OutcomeSummary.of(replay.run(trace.workload()), processors));
        }
        return new PolicyResult(name, summaries, recorder.all());
    }

    /** Says how many of all jobs under all policies are over. */
    private static ReplayWatcher telling(ProgressLine progress, String policy, long before, long all, Trace trace) {
        long jobs = trace.workload().jobs().size();
        return new ReplayWatcher() {
            private long over;

            @Override
            public void ended(JobRun run) {
                over++;
                progress.show(() -> ProgressLine.bar(before * jobs + over, all * jobs) + "  " + policy);
            }
        };
    }

    private Writer log() throws IOException {
        if (events == null) {
            return Writer.nullWriter();
        }
        Writer writer = Files.newBufferedWriter(OutputFile.checked(events));
        writer.write(EventLog.HEADING);
        return writer;
    }

    private static void make(Path directory) {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw CommandFailure.wrongUse("--report requires a directory, but " + directory + " is a file");
        }
        OutputFile.make(directory);
    }
}
