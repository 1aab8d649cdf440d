package io.banyan.cli.options;

import io.banyan.cli.output.CheckedValues;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.match.Counting;
import io.banyan.match.MatchPolicy;
import io.banyan.match.TraverserKind;
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
            description = "Which of the resources that fit are taken (default ${DEFAULT-VALUE}).")
    private String policy = "first";

    @Option(
            names = {"-p", "--prune", "--prune-filters"},
            paramLabel = "FILTERS",
            description = "Which types are counted on which vertices (default ${DEFAULT-VALUE}).")
    private String filters = PruneFilters.DEFAULT.toString();

    @Option(
            names = {"-T", "--traverser", "--traverser-policy"},
            paramLabel = "NAME",
            description =
                    "What several slots on one level mean: simple (one only, the default) or flexible (alternatives).")
    private String traverser = "simple";

    @Option(
            names = {"-S", "--subsystems", "--match-subsystems"},
            paramLabel = "NAME",
            description =
                    "The subsystem that is walked, and those from whose pools is drawn: CA, PA, C+PA, C+IBA, ALL and "
                            + "resource-query's other names, or containment+NAME (default ${DEFAULT-VALUE}; a daemon walks "
                            + "containment).")
    private String subsystems = "CA";

    @Option(
            names = "--visits",
            paramLabel = "NAME",
            description =
                    "How much a match looks at: few, as little as will do (the default without -e), or fluxion, as much as "
                            + "Fluxion would, so that visits are counted in its way (the default with -e). What is found is "
                            + "the same; the reasons of a no can count otherwise.")
    private @Nullable String visits;

    /**
     * The values of the options; wrong use where one is wrong.
     *
     * @param counting how much a match looks at where no option says it
     */
    public InstanceConfig.Match match(Counting counting) {
        return CheckedValues.value(() -> new InstanceConfig.Match(
                filters.isBlank() ? new PruneFilters(List.of()) : PruneFilters.parse(filters),
                MatchPolicy.parse(policy),
                TraverserKind.parse(traverser),
                MatchSubsystems.parse(subsystems),
                visits == null ? counting : Counting.parse(visits)));
    }
}
