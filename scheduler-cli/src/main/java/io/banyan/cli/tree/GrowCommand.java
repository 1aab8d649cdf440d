package io.banyan.cli.tree;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.Formats;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Table;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobspecArgument;
import io.banyan.cli.request.RequestOptions;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.JgfWriter;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.mapping.PartitionRule;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.timing.LevelTiming;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan grow}: more resources for an instance or for one of its jobs, from wherever there are some. */
@Command(
        name = "grow",
        description =
                "Get more resources: from the instance's own graph, its parent, or its providers, in " + "this order.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan grow jobspecs/hello.yaml",
            "banyan grow -N 2 -t 1h",
            "banyan grow --job 17 -n 4 -c 2",
            "banyan grow --job 17 -N 1 --near node5"
        })
public final class GrowCommand implements Callable<Integer> {
    private static final double NANOS_PER_MILLI = 1e6;

    /** Where the time went at one level. */
    private record Timing(String level, double matchMillis, double communicationMillis, double addUpdateMillis) {
        static Timing of(LevelTiming timing) {
            return new Timing(
                    timing.level(),
                    timing.matchNanos() / NANOS_PER_MILLI,
                    timing.communicationNanos() / NANOS_PER_MILLI,
                    timing.addUpdateNanos() / NANOS_PER_MILLI);
        }
    }

    /** The result of the grow. */
    private record Grown(
            String outcome,
            String request,
            String from,
            String provider,
            @Nullable Long job,
            boolean held,
            int vertices,
            int edges,
            List<String> nodes,
            List<Timing> timings,
            Object resources) {}

    @Mixin
    private final Asked asked;

    @Option(
            names = "--job",
            paramLabel = "JOBID",
            description = "Job that gets the resources (default: they stay free in the instance).")
    private @Nullable Long job;

    @Option(
            names = "--near",
            paramLabel = "NODE",
            description = "With --job, on a graph with a topology: take nodes next to this node of the job, or next to "
                    + "its other nodes, or any free ones.")
    private @Nullable String near;

    @Option(names = "--contiguous", description = "With --near: only nodes next to those of the job.")
    private boolean isContiguous;

    @Option(
            names = "--elsewhere",
            description = "With --near: ask the parent and the providers if no node is free in the instance.")
    private boolean isElsewhere;

    @Option(
            names = "--request",
            paramLabel = "ID",
            description =
                    "Id of this request. Repeated requests with the same id have one effect (default: a new " + "id).")
    private @Nullable String requestId;

    @Mixin
    private final JobspecArgument jobspec;

    private final Terminal terminal;

    public GrowCommand(Terminal terminal) {
        this.terminal = terminal;
        this.jobspec = new JobspecArgument(terminal);
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        Jobspec wanted = near(RequiredQueue.applied(jobspec.read(), jobspec.options(), asked));
        if (jobspec.options().isDryRun()) {
            return RequestOptions.print(wanted, terminal);
        }
        Request.Grow request = CheckedValues.value(() -> new Request.Grow(
                requestId == null ? UUID.randomUUID().toString() : requestId,
                Optional.ofNullable(job).map(JobId::new),
                wanted,
                asked.target().timeout().toMillis()));
        return asked.print(asked.ask(client -> client.grow(request)), GrowCommand::view, growth -> text(view(growth)));
    }

    private Jobspec near(Jobspec wanted) {
        if (near == null) {
            if (isContiguous || isElsewhere) {
                throw CommandFailure.wrongUse((isContiguous ? "--contiguous" : "--elsewhere") + " requires --near");
            }
            return wanted;
        }
        if (job == null) {
            throw CommandFailure.wrongUse("--near requires --job, whose node it names");
        }
        if (isContiguous && isElsewhere) {
            throw CommandFailure.wrongUse(
                    "--contiguous takes only nodes next to those of the job and cannot be used with --elsewhere");
        }
        if (wanted.attributes().extensions().policy().isPresent()) {
            throw CommandFailure.wrongUse("--policy cannot be used with --near, which chooses the nodes");
        }
        PartitionRule rule = isContiguous ? PartitionRule.LEAK : PartitionRule.LEAK_SCATTERED;
        return wanted.near(near, rule.word(), isElsewhere);
    }

    private static Grown view(Growth growth) {
        Answer.Grown grown = growth.grown();
        Subgraph subgraph = grown.grant().subgraph();
        return new Grown(
                "grown",
                grown.grant().requestId(),
                grown.grant().source().level(),
                grown.grant().source().provider().orElse(""),
                grown.job().map(JobId::value).orElse(null),
                grown.held(),
                subgraph.vertices().size(),
                subgraph.edges().size(),
                subgraph.vertices().stream()
                        .filter(vertex -> vertex.type().name().equals("node"))
                        .map(SubgraphVertex::name)
                        .toList(),
                growth.timings().stream().map(Timing::of).toList(),
                Formats.embedded(JgfWriter.write(subgraph)));
    }

    private String text(Grown grown) {
        StringBuilder text = new StringBuilder("grown by %d vertices and %d edges, found at %s"
                .formatted(grown.vertices(), grown.edges(), grown.from()));
        if (!grown.provider().isEmpty()) {
            text.append(" by its provider ").append(grown.provider());
        }
        text.append(grown.job() == null ? "" : ", for job " + grown.job());
        text.append(near == null ? "" : ", on " + String.join(", ", grown.nodes()));
        text.append(grown.held() ? "" : "; the resources were free in the instance");
        text.append(grown.held() ? "\nrequest " + grown.request() : "").append('\n');
        Table table = new Table()
                .left("level")
                .right("match ms")
                .right("communication ms")
                .right("add+update ms");
        for (Timing timing : grown.timings()) {
            table.row(
                    timing.level(),
                    millis(timing.matchMillis()),
                    millis(timing.communicationMillis()),
                    millis(timing.addUpdateMillis()));
        }
        return text.append(table).toString();
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, "%.3f", millis);
    }
}
