package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.ConstraintTarget;

/** A vertex of a graph as a constraint sees it. */
record Constrained(ResourceGraph graph, int vertex) implements ConstraintTarget {

    @Override
    public String name() {
        return graph.name(vertex);
    }

    @Override
    public int rank() {
        return graph.rank(vertex);
    }

    @Override
    public boolean hasProperty(String property) {
        return graph.properties(vertex).containsKey(property);
    }
}
