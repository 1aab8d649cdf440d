package io.banyan.cli.simulate;

import io.banyan.cli.graph.GraphInput;
import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.ResourceType;
import io.banyan.sim.trace.Trace;
import io.banyan.sim.workload.Machines;
import io.banyan.sim.workload.Outcome;
import io.banyan.sim.workload.Replay;
import io.banyan.sim.workload.Summary;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Watcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate run}: a workload under several queue policies. */
@Command(
        name = "run",
        description =
                "Replay a trace of jobs, or such as a model draws, in virtual time, under one queue policy after the other, through the code that a "
                        + "daemon runs; and compare how long the jobs waited.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SimulateRunCommand implements Callable<Integer> {
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Terminal terminal;

    @Mixin
    private final Output output;

    @Mixin
    private final TraceOptions jobs = new TraceOptions();

    @Option(
            names = "--graph",
            paramLabel = "FILE",
            description =
                    "The machine, in any format of graphs (default: as many nodes of one core as the trace says, or its "
                            + "largest job asks for).")
    private @Nullable Path graph;

    @Option(
            names = "--unit",
            paramLabel = "TYPE",
            description = "What a processor of the trace is in the graph (default ${DEFAULT-VALUE}).")
    private String unit = "core";

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description =
                    "Queue policies: fcfs, easy, conservative, hybrid; each may be followed by :queue-depth=N, the last "
                            + "also by :reservation-depth=N (default ${DEFAULT-VALUE}).",
            defaultValue = "fcfs,easy,conservative")
    private List<String> policies = List.of();

    @Option(
            names = "--match-policy",
            paramLabel = "POLICY",
            description = "Which of the resources that fit are taken (default ${DEFAULT-VALUE}).")
    private String matchPolicy = "first";

    private long said = System.nanoTime();

    /** What came of it, for programs. */
    private record Shown(String trace, int jobs, int processors, List<String> remarks, List<Line> policies) {}

    /** What came of it under one policy. */
    private record Line(String policy, int refused, Summary summary, double tookSec) {}

    SimulateRunCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    @Override
    public Integer call() {
        List<QueuePolicy> queues = policies.stream()
                .map(it -> Checked.value(() -> QueuePolicy.parse(it)))
                .toList();
        Trace read = jobs.trace();
        int processors = processors(read);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < queues.size(); i++) {
            lines.add(line(policies.get(i), queues.get(i), read, processors));
        }
        var shown = new Shown(
                jobs.name(),
                read.workload().jobs().size(),
                processors,
                read.workload().remarks(),
                lines);
        output.print(shown, SimulateRunCommand::text);
        return ExitStatus.DONE;
    }

    private ResourceGraph machine(Trace read) {
        return graph == null ? Machines.cluster(read.nodes(), read.coresPerNode()) : GraphInput.load(graph, "");
    }

    private int processors(Trace read) {
        ResourceGraph machine = machine(read);
        int type = machine.types().id(Checked.value(() -> new ResourceType(unit)));
        int count = type < 0 ? 0 : machine.verticesOfType(type).length;
        if (count == 0) {
            throw CommandFailure.wrongUse("The graph has no resource of type " + unit + ", which --unit names.");
        }
        return count;
    }

    private Line line(String name, QueuePolicy queue, Trace read, int processors) {
        InstanceConfig config = InstanceConfig.root("simulated")
                .queueing(queue)
                .matching(Checked.value(() -> MatchPolicy.parse(matchPolicy)), PruneFilters.parse("ALL:" + unit));
        long begin = System.nanoTime();
        long[] events = new long[1];
        var counter = new Watcher() {
            @Override
            public void decided(Instance instance) {
                events[0]++;
                progress(name, events[0]);
            }
        };
        Outcome outcome = new Replay(config, machine(read), jobspecs(), counter).run(read.workload());
        double took = (System.nanoTime() - begin) / 1e9;
        return new Line(name, outcome.refused().size(), Summary.of(outcome, processors), took);
    }

    private void progress(String policy, long events) {
        long now = System.nanoTime();
        if (now - said >= PROGRESS_NANOS) {
            said = now;
            terminal.err().println(policy + ": " + events + " events so far");
            terminal.err().flush();
        }
    }

    /** Each asks for slots of one such unit each; those that are of one size share what they ask for. */
    private Function<TraceJob, Jobspec> jobspecs() {
        Map<Integer, List<Resource>> bySize = new HashMap<>();
        return job -> new Jobspec(
                1,
                bySize.computeIfAbsent(
                        job.size(),
                        size -> List.of(
                                Resource.slot("task", Count.exactly(size), Resource.of(unit, Count.exactly(1))))),
                List.of(),
                Attributes.lasting(job.limitSec()));
    }

    private static String text(Shown shown) {
        var table = new Table()
                .left("policy")
                .right("jobs")
                .right("makespan")
                .right("utilisation")
                .right("mean wait")
                .right("p95 wait")
                .right("mean response")
                .right("mean slowdown")
                .right("took");
        for (Line line : shown.policies) {
            Summary it = line.summary;
            table.row(
                    line.policy,
                    it.jobs(),
                    it.makespanSec() + " s",
                    number("%.1f %%", 100 * it.utilisation()),
                    number("%.0f s", it.waiting().mean()),
                    number("%.0f s", it.waiting().p95()),
                    number("%.0f s", it.response().mean()),
                    number("%.2f", it.slowdown().mean()),
                    number("%.2f s", line.tookSec));
        }
        List<String> lines = new ArrayList<>();
        lines.add(shown.trace + ": " + shown.jobs + " jobs on " + shown.processors + " processors");
        lines.addAll(shown.remarks);
        shown.policies.stream()
                .mapToInt(Line::refused)
                .filter(it -> it > 0)
                .findFirst()
                .ifPresent(refused -> lines.add(refused + (refused == 1 ? " job asks" : " jobs ask")
                        + " for more than there is, and never ran"));
        lines.add("");
        lines.add(table.toString().stripTrailing());
        return String.join("\n", lines);
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
