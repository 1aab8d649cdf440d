package io.banyan.alike;

import io.banyan.graph.ResourceGraph;

/** An order of parcels; where it has no preference they follow each other as in a depth-first walk. */
public enum Order {
    /** The order in which a depth-first walk meets the parcels. */
    PLACE(0),
    /** Lowest logical id first. */
    NUMBER_UP(1),
    /** Highest logical id first. */
    NUMBER_DOWN(-1),
    /** Lowest {@link #nodeWeight} first. */
    NODE_UP(1),
    /** Highest {@link #nodeWeight} first. */
    NODE_DOWN(-1);

    private final int direction;

    Order(int direction) {
        this.direction = direction;
    }

    /** Compares by preference alone. */
    int compare(ResourceGraph graph, int a, int b) {
        return switch (this) {
            case PLACE -> 0;
            case NUMBER_UP, NUMBER_DOWN -> direction * Long.compare(graph.number(a), graph.number(b));
            case NODE_UP, NODE_DOWN -> direction * Long.compare(nodeWeight(graph, a), nodeWeight(graph, b));
        };
    }

    /** Returns the amount that a node adds to the score of everything in it under a node-centric policy. */
    public static long nodeWeight(ResourceGraph graph, int node) {
        return (graph.number(node) + 2) * 10_000 + Math.abs(graph.uniqId(node) % 10_000 - 1);
    }
}
