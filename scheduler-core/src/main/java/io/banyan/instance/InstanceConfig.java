package io.banyan.instance;

import io.banyan.match.Counting;
import io.banyan.match.MatchPolicy;
import io.banyan.match.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import io.banyan.schedule.JobId;
import java.util.Objects;
import java.util.Optional;

/**
 * What an instance is told when it is made.
 *
 * @param address where its clients find it; passed on to its parent
 * @param parentJob the parent's job that it is; empty for the root of a tree
 * @param grow whom it asks for what it has not
 * @param match how it finds what it has
 * @param durable whether what it decides outlives its process
 */
public record InstanceConfig(
        String name,
        String address,
        Optional<JobId> parentJob,
        Grow grow,
        Match match,
        InstanceLimits limits,
        boolean durable) {

    /**
     * Whom an instance asks when it is to grow.
     *
     * @param provider the name of its external provider, where it has one
     */
    public record Grow(GrowOrder order, Optional<String> provider) {

        /** The parent, and no provider. */
        public static final Grow DEFAULT = new Grow(GrowOrder.PARENT_FIRST, Optional.empty());

        /** Checks the provider's name. */
        public Grow {
            Objects.requireNonNull(order, "order");
            provider.ifPresent(it -> Checks.name(it, "a provider's name"));
        }
    }

    /**
     * How an instance finds resources in its graph.
     *
     * @param filters which types are counted on which vertices
     * @param policy which of the candidates are taken
     * @param traverser what several slots on one level mean
     * @param subsystems the subsystem that matches walk, and those from whose pools they draw
     * @param visits how much a match looks at
     */
    public record Match(
            PruneFilters filters,
            MatchPolicy policy,
            TraverserKind traverser,
            MatchSubsystems subsystems,
            Counting visits) {

        /** As Fluxion does unless it is told otherwise. */
        public static final Match DEFAULT = new Match(
                PruneFilters.DEFAULT,
                MatchPolicy.FIRST,
                TraverserKind.SIMPLE,
                MatchSubsystems.CONTAINMENT,
                Counting.FEW);

        /** Checks that all is there. */
        public Match {
            Objects.requireNonNull(filters, "filters");
            Objects.requireNonNull(policy, "policy");
            Objects.requireNonNull(traverser, "traverser");
            Objects.requireNonNull(subsystems, "subsystems");
            Objects.requireNonNull(visits, "visits");
        }
    }

    /** Checks the name. */
    public InstanceConfig {
        Checks.name(name, "an instance's name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(parentJob, "parentJob");
        Objects.requireNonNull(grow, "grow");
        Objects.requireNonNull(match, "match");
        Objects.requireNonNull(limits, "limits");
    }

    /** The root of a tree, with defaults for all else. */
    public static InstanceConfig root(String name) {
        return new InstanceConfig(
                name, "", Optional.empty(), Grow.DEFAULT, Match.DEFAULT, InstanceLimits.DEFAULT, false);
    }

    /** A child, with defaults for all else. */
    public static InstanceConfig child(String name, JobId parentJob) {
        return new InstanceConfig(
                name, "", Optional.of(parentJob), Grow.DEFAULT, Match.DEFAULT, InstanceLimits.DEFAULT, false);
    }

    /** The same with an order and a provider. */
    public InstanceConfig asking(GrowOrder order, Optional<String> provider) {
        return new InstanceConfig(name, address, parentJob, new Grow(order, provider), match, limits, durable);
    }

    /** The same, finding resources in another way. */
    public InstanceConfig matching(Match newMatch) {
        return new InstanceConfig(name, address, parentJob, grow, newMatch, limits, durable);
    }

    /** The same with another match policy and other pruning filters. */
    public InstanceConfig matching(MatchPolicy policy, PruneFilters filters) {
        return matching(new Match(filters, policy, match.traverser, match.subsystems, match.visits));
    }

    /** The same, walking the graph in another way. */
    public InstanceConfig walking(TraverserKind traverser, MatchSubsystems subsystems) {
        return matching(new Match(match.filters, match.policy, traverser, subsystems, match.visits));
    }

    /** The same at another address. */
    public InstanceConfig at(String newAddress) {
        return new InstanceConfig(name, newAddress, parentJob, grow, match, limits, durable);
    }

    /** The same within other limits. */
    public InstanceConfig within(InstanceLimits newLimits) {
        return new InstanceConfig(name, address, parentJob, grow, match, newLimits, durable);
    }

    /** The same with decisions that outlive its process. */
    public InstanceConfig durably(boolean newDurable) {
        return new InstanceConfig(name, address, parentJob, grow, match, limits, newDurable);
    }
}
