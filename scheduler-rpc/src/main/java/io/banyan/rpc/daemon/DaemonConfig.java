package io.banyan.rpc.daemon;

import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.GrowOrder;
import io.banyan.instance.InstanceLimits;
import io.banyan.match.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import io.banyan.resource.Subsystem;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.LaunchCommand;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a daemon is told when it starts. {@link #root} and {@link #child} have the defaults for all else.
 *
 * @param state where its files are
 * @param name what it is called
 * @param listen where; port 0 for any free one
 * @param graph the file with its resources; empty for a child, which has them from its parent
 * @param format of that file; empty to tell it from how the file begins
 * @param parent whose child it is; empty for the root of a tree
 * @param policy which of the fitting resources are taken
 * @param filters which types are counted on which vertices
 * @param subsystems what is walked: containment, and what jobs draw from beside it
 * @param order whom it asks when it is to grow
 * @param provider its external provider
 * @param limits of the instance
 * @param queueCapacity how many requests of clients may wait
 * @param launcher how its children are started
 */
public record DaemonConfig(
        StateDirectory state,
        String name,
        Address listen,
        Optional<Path> graph,
        Optional<GraphFormat> format,
        Optional<Parent> parent,
        MatchPolicy policy,
        PruneFilters filters,
        MatchSubsystems subsystems,
        GrowOrder order,
        Optional<ProviderSpec> provider,
        InstanceLimits limits,
        int queueCapacity,
        LaunchCommand launcher) {
    /** Where a daemon listens if nothing else is said. */
    public static final Address LOOPBACK = new Address("127.0.0.1", 0);

    /** Checks that there is a graph or a parent, and not both. */
    public DaemonConfig {
        if (graph.isPresent() == parent.isPresent()) {
            throw new IllegalArgumentException("A daemon has either a graph of its own or a parent that gives it one.");
        }
        if (!subsystems.dominant().equals(Subsystem.CONTAINMENT)) {
            throw new IllegalArgumentException("A daemon walks containment first, not " + subsystems.dominant()
                    + "; say containment+" + subsystems.dominant() + " for drawing from it.");
        }
        if (queueCapacity < 1) {
            throw new IllegalArgumentException("The queue of requests holds at least 1, found " + queueCapacity + ".");
        }
    }

    /** The top of a tree, on the resources of a file. */
    public static DaemonConfig root(StateDirectory state, String name, Path graph) {
        return of(state, name, Optional.of(graph), Optional.empty());
    }

    /** A child of another daemon. */
    public static DaemonConfig child(StateDirectory state, String name, Parent parent) {
        return of(state, name, Optional.empty(), Optional.of(parent));
    }

    private static DaemonConfig of(StateDirectory state, String name, Optional<Path> graph, Optional<Parent> parent) {
        return new DaemonConfig(
                state,
                name,
                LOOPBACK,
                graph,
                Optional.empty(),
                parent,
                MatchPolicy.FIRST,
                PruneFilters.DEFAULT,
                MatchSubsystems.CONTAINMENT,
                GrowOrder.PARENT_FIRST,
                Optional.empty(),
                InstanceLimits.DEFAULT,
                Mailbox.DEFAULT_CAPACITY,
                LaunchCommand.ofThisProcess(System.getenv()));
    }

    /** The same, listening somewhere else. */
    public DaemonConfig listeningOn(Address newListen) {
        return new DaemonConfig(
                state,
                name,
                newListen,
                graph,
                format,
                parent,
                policy,
                filters,
                subsystems,
                order,
                provider,
                limits,
                queueCapacity,
                launcher);
    }

    /** The same, with a graph file of this format. */
    public DaemonConfig reading(GraphFormat newFormat) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                Optional.of(newFormat),
                parent,
                policy,
                filters,
                subsystems,
                order,
                provider,
                limits,
                queueCapacity,
                launcher);
    }

    /** The same, walking other subsystems beside containment. */
    public DaemonConfig walking(MatchSubsystems newSubsystems) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                format,
                parent,
                policy,
                filters,
                newSubsystems,
                order,
                provider,
                limits,
                queueCapacity,
                launcher);
    }

    /** The same with another match policy and other pruning filters. */
    public DaemonConfig matching(MatchPolicy newPolicy, PruneFilters newFilters) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                format,
                parent,
                newPolicy,
                newFilters,
                subsystems,
                order,
                provider,
                limits,
                queueCapacity,
                launcher);
    }

    /** The same with another order of sources and another provider. */
    public DaemonConfig asking(GrowOrder newOrder, Optional<ProviderSpec> newProvider) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                format,
                parent,
                policy,
                filters,
                subsystems,
                newOrder,
                newProvider,
                limits,
                queueCapacity,
                launcher);
    }

    /** The same within other limits. */
    public DaemonConfig within(InstanceLimits newLimits, int newQueueCapacity) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                format,
                parent,
                policy,
                filters,
                subsystems,
                order,
                provider,
                newLimits,
                newQueueCapacity,
                launcher);
    }

    /** The same, starting its children in another way. */
    public DaemonConfig launchingWith(LaunchCommand newLauncher) {
        return new DaemonConfig(
                state,
                name,
                listen,
                graph,
                format,
                parent,
                policy,
                filters,
                subsystems,
                order,
                provider,
                limits,
                queueCapacity,
                newLauncher);
    }
}
