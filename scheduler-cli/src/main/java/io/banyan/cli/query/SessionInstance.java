package io.banyan.cli.query;

import io.banyan.cli.options.MatchOptions;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.match.policy.MatchExtent;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.MatchSubsystems;
import io.banyan.rpc.daemon.ProcessProbe;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a session's own instance: its graph, and how it is matched. */
final class SessionInstance {
    /** A hundred years, as resource-query has it. */
    private static final TimeWindow HORIZON = new TimeWindow(LocalBackend.NOW_SEC, 3_153_600_000L);

    private static final String NAME = "query";

    @Option(
            names = {"-L", "--load-file"},
            paramLabel = "FILE",
            description = "Graph file.")
    private @Nullable Path graphFile;

    @Option(
            names = {"-f", "--load-format"},
            paramLabel = "FORMAT",
            description = "Format of the graph file: " + GraphFormat.NAMES + " (default: detected from the content).")
    private String loadFormat = "";

    @Option(
            names = {"-W", "--load-allowlist"},
            split = ",",
            paramLabel = "TYPE",
            description = "Resource types to keep from an hwloc topology (default: all).")
    private List<String> allowlist = List.of();

    @Mixin
    private final MatchOptions match = new MatchOptions();

    /** Whether a graph is named. */
    boolean isNamed() {
        return graphFile != null;
    }

    /**
     * The instance.
     *
     * @param measured whether the visits of its matches are shown, so that they are those of resource-query
     * @throws CommandFailure where the options or the graph are wrong
     */
    Instance create(boolean measured) {
        InstanceConfig.Match matching = match.match(measured ? MatchExtent.FLUXION : MatchExtent.FEW);
        if (graphFile == null) {
            throw CommandFailure.wrongUse(
                    "a session requires a graph: -L FILE, or --connect for the graph of a daemon");
        }
        ResourceGraph graph = SessionGraph.load(graphFile, loadFormat, allowlist);
        requireSubsystems(matching.subsystems(), graphFile, graph);
        InstanceConfig config = InstanceConfig.root(NAME).matching(matching).within(InstanceLimits.DEFAULT.unbounded());
        return Instance.root(config, graph, HORIZON, ProcessProbe.INSTANCE);
    }

    private static void requireSubsystems(MatchSubsystems walked, Path file, ResourceGraph graph) {
        try {
            walked.requireIn(file.toString(), graph.subsystems());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }
}
