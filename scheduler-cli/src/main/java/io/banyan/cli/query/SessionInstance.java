package io.banyan.cli.query;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.instance.InstanceLimits;
import io.banyan.match.MatchPolicy;
import io.banyan.match.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a session's own instance: its graph, and how it is matched. */
final class SessionInstance {
    /** A hundred years, as resource-query has it. */
    private static final TimeWindow HORIZON = new TimeWindow(LocalBackend.NOW_SEC, 3_153_600_000L);

    private static final String SUBSYSTEMS =
            "CA, PA, C+PA, C+IBA, ALL and resource-query's other names, or containment+NAME";

    private static final String NAME = "query";

    @Option(
            names = {"-L", "--load-file"},
            paramLabel = "FILE",
            description = "The graph.")
    private @Nullable Path graphFile;

    @Option(
            names = {"-f", "--load-format"},
            paramLabel = "FORMAT",
            description = "Its format: " + GraphFormat.NAMES + " (default: by its content).")
    private String loadFormat = "";

    @Option(
            names = {"-W", "--load-allowlist"},
            split = ",",
            paramLabel = "TYPE",
            description = "The resource types to keep of an hwloc topology (default: all).")
    private List<String> allowlist = List.of();

    @Option(
            names = {"-S", "--match-subsystems"},
            paramLabel = "NAME",
            description = "The subsystem that is walked, and those from whose pools is drawn: " + SUBSYSTEMS
                    + " (default ${DEFAULT-VALUE}).")
    private String subsystems = "CA";

    @Option(
            names = {"-P", "--match-policy"},
            paramLabel = "POLICY",
            description = "Which of the resources that fit are taken (default ${DEFAULT-VALUE}).")
    private String policy = "first";

    @Option(
            names = {"-T", "--traverser-policy"},
            paramLabel = "NAME",
            description =
                    "What several slots on one level mean: simple (one only, the default) or flexible (alternatives).")
    private String traverser = "simple";

    @Option(
            names = {"-p", "--prune-filters"},
            paramLabel = "FILTERS",
            description = "Pruning filters (default ${DEFAULT-VALUE}).")
    private String pruneFilters = PruneFilters.DEFAULT.toString();

    /** Whether a graph is named. */
    boolean isNamed() {
        return graphFile != null;
    }

    /**
     * The instance.
     *
     * @throws CommandFailure where the options or the graph are wrong
     */
    Instance create() {
        MatchPolicy matchPolicy = parse("match policy", policy, MatchPolicy::parse);
        TraverserKind kind = parse("traverser", traverser, TraverserKind::parse);
        PruneFilters filters = pruneFilters.isBlank()
                ? new PruneFilters(List.of())
                : parse("pruning filters", pruneFilters, PruneFilters::parse);
        MatchSubsystems walked = parse("subsystems", subsystems, MatchSubsystems::parse);
        if (graphFile == null) {
            throw CommandFailure.wrongUse("a session needs a graph: -L FILE, or --connect for that of a daemon");
        }
        ResourceGraph graph = SessionGraph.load(graphFile, loadFormat, allowlist);
        requireSubsystems(walked, graphFile, graph);
        InstanceConfig config = InstanceConfig.root(NAME)
                .matching(matchPolicy, filters)
                .walking(kind, walked)
                .within(InstanceLimits.DEFAULT.unbounded());
        return Instance.root(config, graph, HORIZON, LocalBackend.PROBE);
    }

    private static void requireSubsystems(MatchSubsystems walked, Path file, ResourceGraph graph) {
        try {
            walked.requireIn(file.toString(), graph.subsystems());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    static <T> T parse(String what, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("wrong " + what + ": " + e.getMessage());
        }
    }
}
