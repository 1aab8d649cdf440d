package io.banyan.graph.io;

import io.banyan.graph.Subgraph;

/** The resources of a job in a document. */
public sealed interface Given {
    /**
     * A subgraph.
     *
     * @param shorthand whether an exclusive vertex stands for everything below it as well
     */
    record Vertices(Subgraph subgraph, boolean shorthand) implements Given {}

    /** Resources by rank. */
    record Ranks(RExecution execution) implements Given {}
}
