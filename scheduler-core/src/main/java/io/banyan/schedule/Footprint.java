package io.banyan.schedule;

/**
 * How much memory a schedule with its graph takes, in bytes: what the arrays take is counted, what few objects beside
 * them do is estimated. Working memory of matches is not in it.
 *
 * @param graph base data: vertices, edges and the indexes of paths and ranks
 * @param aggregates what the pruning filters count, with the planners of used subtrees
 * @param schedule who holds what and draws what, what is free, and the order in which children are explored
 * @param vertices how many vertices the graph has
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
