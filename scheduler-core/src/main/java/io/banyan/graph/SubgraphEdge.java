package io.banyan.graph;

import io.banyan.resource.Subsystem;

/**
 * An edge of a {@link Subgraph}, from parent to child.
 *
 * @param source position of the parent in the subgraph's vertices
 * @param target position of the child in the subgraph's vertices
 * @param subsystem the hierarchy that the edge belongs to
 */
public record SubgraphEdge(int source, int target, Subsystem subsystem) {
    /** An edge of the containment hierarchy. */
    public static SubgraphEdge containment(int source, int target) {
        return new SubgraphEdge(source, target, Subsystem.CONTAINMENT);
    }
}
