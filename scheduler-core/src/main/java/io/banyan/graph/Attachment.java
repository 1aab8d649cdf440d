package io.banyan.graph;

/**
 * The result of an attach.
 *
 * @param vertices index of each vertex, in the subgraph's order
 * @param added indices of the new vertices, parents before children
 * @param reused indices of the vertices that existed already and stay as they are, in the subgraph's order
 * @param edges number of new edges
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: a report of an attach, read once.
public record Attachment(int[] vertices, int[] added, int[] reused, int edges) {}
