package io.banyan.rpc.provider;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks whether the resources that a provider supplied satisfy the request. A grow results in a grant or in a refusal.
 */
final class Fulfilment {
    private static final TimeWindow ALWAYS = new TimeWindow(0, 1L << 40);
    /** The resource type of the vertex above a provider's resources, which the provider does not bring. */
    private static final String PROVIDER = "provider";

    private Fulfilment() {}

    /**
     * Describes the missing resources; empty if none is missing, or if only the instance can decide. Costs a match in
     * the resources that were brought.
     *
     * @throws GraphException if the brought resources are no graph
     */
    static Optional<String> lacks(Subgraph brought, Jobspec jobspec) throws GraphException {
        if (asksForAProvider(jobspec.resources())) {
            return Optional.empty();
        }
        var schedule = new Schedule(ResourceGraph.of(brought), PruneFilters.DEFAULT, ALWAYS);
        try {
            return missing(
                    new Matcher(schedule, MatchPolicy.parse("first")).match(jobspec, MatchOperation.ALLOCATE, 0));
        } catch (JobspecException onlyTheInstanceCanTell) {
            return Optional.empty();
        }
    }

    private static boolean asksForAProvider(List<Resource> resources) {
        return resources.stream()
                .anyMatch(resource -> resource.type().name().equals(PROVIDER) || asksForAProvider(resource.with()));
    }

    private static Optional<String> missing(MatchResult result) {
        return switch (result) {
            case MatchResult.Allocated allocated -> Optional.empty();
            case MatchResult.Busy busy -> Optional.of(text(busy.reasons()));
            case MatchResult.Unsatisfiable never -> Optional.of(text(never.reasons()));
            case MatchResult.Reserved reserved -> Optional.empty();
            case MatchResult.Matched matched -> Optional.empty();
            case MatchResult.Satisfiable satisfiable -> Optional.empty();
        };
    }

    private static String text(List<Reason> reasons) {
        return reasons.stream().map(Reason::toString).collect(Collectors.joining("; "));
    }
}
