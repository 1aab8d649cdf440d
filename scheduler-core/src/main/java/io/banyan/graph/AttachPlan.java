package io.banyan.graph;

import io.banyan.resource.Subsystem;

/**
 * A checked subgraph, with the action for each of its parts; valid until the next change of the graph.
 *
 * @param existing by position: the existing vertex, or -1
 * @param uses by edge: its treatment
 * @param levels by position: a number that grows from parents to children: how many parts the vertex's containment path
 *     has, and more than any such for a vertex that has none
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: passed on once.
public record AttachPlan(Subgraph subgraph, int[] existing, EdgeUse[] uses, int[] levels) {
    /** The handling of an edge of the subgraph. */
    public enum EdgeUse {
        /** An edge that exists already, or that joins two vertices that exist already. */
        SKIPPED,
        /** The child's path goes through it. */
        PRIMARY,
        /** A further edge to the child. */
        SECONDARY
    }

    int newVertices() {
        int count = 0;
        for (int v : existing) {
            count += v < 0 ? 1 : 0;
        }
        return count;
    }

    /** How many of the new edges need an index of their own. */
    int furtherEdges() {
        int count = 0;
        for (int e = 0; e < uses.length; e++) {
            boolean onPath = uses[e] == EdgeUse.PRIMARY
                    && subgraph.edges().get(e).subsystem().equals(Subsystem.CONTAINMENT);
            count += onPath || uses[e] == EdgeUse.SKIPPED ? 0 : 1;
        }
        return count;
    }

    int newEdges() {
        int count = 0;
        for (EdgeUse use : uses) {
            count += use == EdgeUse.SKIPPED ? 0 : 1;
        }
        return count;
    }
}
