package io.banyan.sim.world;

import io.banyan.graph.Subgraph;
import io.banyan.instance.InstanceConfig;
import java.util.function.UnaryOperator;

/**
 * What a tree stands on.
 *
 * @param graph that of the root
 * @param configuring what becomes of a plain configuration, of each instance by its name; the same every time
 */
public record Site(Subgraph graph, UnaryOperator<InstanceConfig> configuring) {}
