package io.banyan.schedule;

/**
 * The memory of a schedule with its graph, in bytes: arrays are counted, and the few objects beside them are estimated.
 * The working memory of matches is excluded.
 *
 * @param graph base data: vertices, edges and the indexes of paths and ranks
 * @param aggregates the counts of the pruning filters, with the planners of used subtrees
 * @param schedule the holds and draws, the free amounts, and the order in which children are explored
 * @param vertices the number of vertices of the graph
 */
public record Footprint(long graph, long aggregates, long schedule, int vertices) {
    /** All of it. */
    public long total() {
        return graph + aggregates + schedule;
    }

    /** The part of one vertex, rounded; zero for an empty graph. */
    public long perVertex() {
        return vertices == 0 ? 0 : Math.round((double) total() / vertices);
    }
}
