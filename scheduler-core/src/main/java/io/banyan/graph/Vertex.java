package io.banyan.graph;

/**
 * A vertex as JGraphT algorithms see it: nothing but its dense index. Equal where the indices are equal; an index may
 * be reused after the vertex was detached, so a handle must not outlive the next change of the graph.
 */
public record Vertex(int index) {}
