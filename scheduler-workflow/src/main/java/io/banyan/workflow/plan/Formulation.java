package io.banyan.workflow.plan;

import java.util.SortedMap;
import java.util.TreeMap;

/** The two ways to state where the resources of a block may lie. */
public enum Formulation {
    /** The resources lie on any nodes, as in the paper. */
    CORES,
    /** The resources lie on a number of nodes with the same amounts on each; the default. */
    NODES;

    /** Returns the needs of a block of {@code nodes} nodes with the amounts {@code each} on each of them. */
    public BlockNeeds needs(int nodes, SortedMap<String, Integer> each, long memoryMib) {
        var onNodes = new BlockNeeds.OnNodes(nodes, each, memoryMib);
        return switch (this) {
            case NODES -> onNodes;
            case CORES -> new BlockNeeds.Anywhere(new TreeMap<>(onNodes.totals()));
        };
    }
}
