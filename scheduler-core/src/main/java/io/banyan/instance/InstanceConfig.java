package io.banyan.instance;

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
 * @param order whom it asks when it is to grow
 * @param provider the name of its external provider, where it has one
 * @param traverser what several slots on one level mean
 * @param subsystems the subsystem that matches walk, and those from whose pools they draw
 * @param durable whether its journal outlives its process: then a root that stops keeps its jobs and what its provider brought
 */
public record InstanceConfig(
        String name,
        String address,
        Optional<JobId> parentJob,
        GrowOrder order,
        Optional<String> provider,
        PruneFilters filters,
        MatchPolicy policy,
        TraverserKind traverser,
        MatchSubsystems subsystems,
        boolean durable,
        InstanceLimits limits) {
    /** Checks the names. */
    public InstanceConfig {
        Checks.name(name, "an instance's name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(parentJob, "parentJob");
        Objects.requireNonNull(order, "order");
        provider.ifPresent(it -> Checks.name(it, "a provider's name"));
        Objects.requireNonNull(filters, "filters");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(traverser, "traverser");
        Objects.requireNonNull(subsystems, "subsystems");
        Objects.requireNonNull(limits, "limits");
    }

    /** The root of a tree, with defaults for all else. */
    public static InstanceConfig root(String name) {
        return new InstanceConfig(
                name,
                "",
                Optional.empty(),
                GrowOrder.PARENT_FIRST,
                Optional.empty(),
                PruneFilters.DEFAULT,
                MatchPolicy.FIRST,
                TraverserKind.SIMPLE,
                MatchSubsystems.CONTAINMENT,
                false,
                InstanceLimits.DEFAULT);
    }

    /** A child, with defaults for all else. */
    public static InstanceConfig child(String name, JobId parentJob) {
        InstanceConfig root = root(name);
        return new InstanceConfig(
                name,
                root.address,
                Optional.of(parentJob),
                root.order,
                root.provider,
                root.filters,
                root.policy,
                root.traverser,
                root.subsystems,
                root.durable,
                root.limits);
    }

    /** The same with an order and a provider. */
    public InstanceConfig asking(GrowOrder newOrder, Optional<String> newProvider) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                newOrder,
                newProvider,
                filters,
                policy,
                traverser,
                subsystems,
                durable,
                limits);
    }

    /** The same with another match policy and other pruning filters. */
    public InstanceConfig matching(MatchPolicy newPolicy, PruneFilters newFilters) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                order,
                provider,
                newFilters,
                newPolicy,
                traverser,
                subsystems,
                durable,
                limits);
    }

    /** The same, walking the graph in another way. */
    public InstanceConfig walking(TraverserKind newTraverser, MatchSubsystems newSubsystems) {
        return new InstanceConfig(
                name,
                address,
                parentJob,
                order,
                provider,
                filters,
                policy,
                newTraverser,
                newSubsystems,
                durable,
                limits);
    }

    /** The same at another address. */
    public InstanceConfig at(String newAddress) {
        return new InstanceConfig(
                name, newAddress, parentJob, order, provider, filters, policy, traverser, subsystems, durable, limits);
    }

    /** The same within other limits. */
    public InstanceConfig within(InstanceLimits newLimits) {
        return new InstanceConfig(
                name, address, parentJob, order, provider, filters, policy, traverser, subsystems, durable, newLimits);
    }
}
