package io.banyan.cli.options;

import io.banyan.cli.output.CheckedValues;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an instance matches, by its own names and by resource-query's. */
public final class MatchOptions {
    @Option(
            names = {"-P", "--policy", "--match-policy"},
            paramLabel = "POLICY",
            description = "Match policy, which selects among suitable resources (default ${DEFAULT-VALUE}).")
    private String policy = "first";

    @Option(
            names = {"-p", "--prune", "--prune-filters"},
            paramLabel = "FILTERS",
            description = "Pruning filters: which types are counted at which vertices (default ${DEFAULT-VALUE}).")
    private String filters = PruneFilters.DEFAULT.toString();

    @Option(
            names = {"-T", "--traverser", "--traverser-policy"},
            paramLabel = "NAME",
            description = "Meaning of several slots at one level: simple (only one is allowed, default) or "
                    + "flexible (alternatives).")
    private String traverser = "simple";

    @Option(
            names = {"-S", "--subsystems", "--match-subsystems"},
            paramLabel = "NAME",
            description = "Subsystem to traverse, and subsystems whose pools are used: CA, PA, C+PA, C+IBA, ALL "
                    + "and the other names of resource-query, or containment+NAME (default ${DEFAULT-VALUE}; a "
                    + "daemon traverses containment).")
    private String subsystems = "CA";

    @Option(
            names = "--visits",
            paramLabel = "NAME",
            description =
                    "Number of vertices that a match visits: few, the minimum (default without -e), or fluxion, the same number as Fluxion, so that visit counts are comparable (default with -e). The results are equal; reasons for a failure can be counted differently.")
    private @Nullable String visits;

    /**
     * The values of the options; wrong use where one is wrong.
     *
     * @param counting how much a match looks at where no option says it
     */
    public InstanceConfig.Match match(MatchExtent counting) {
        return CheckedValues.value(() -> new InstanceConfig.Match(
                filters.isBlank() ? new PruneFilters(List.of()) : PruneFilters.parse(filters),
                MatchPolicy.parse(policy),
                TraverserKind.parse(traverser),
                MatchSubsystems.parse(subsystems),
                visits == null ? counting : MatchExtent.parse(visits)));
    }
}
