package io.banyan.graph;

/**
 * An edge as JGraphT algorithms see it: nothing but its dense index. Equal where the indices are equal; an index may be
 * reused after the edge was removed, so a handle must not outlive the next change of the graph.
 */
public record Relation(int index) {}
