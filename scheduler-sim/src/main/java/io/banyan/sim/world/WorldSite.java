package io.banyan.sim.world;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.planner.TimeWindow;
import java.util.function.UnaryOperator;

/**
 * The graph and the configuration of a tree.
 *
 * @param graph that of the root
 * @param configuring the configuration of each instance, by its name, from a plain one; the same every time
 */
public record WorldSite(Subgraph graph, UnaryOperator<InstanceConfig> configuring) {
    private static final TimeWindow HORIZON = new TimeWindow(0, 1_000_000);

    /** An instance that knows nothing yet: the root with its graph, or a child. */
    Instance instance(InstanceConfig config) {
        try {
            return config.parentJob().isPresent()
                    ? Instance.child(config)
                    : Instance.root(config, ResourceGraph.of(graph), HORIZON);
        } catch (GraphException e) {
            throw new IllegalStateException(e);
        }
    }
}
