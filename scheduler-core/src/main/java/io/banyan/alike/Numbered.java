package io.banyan.alike;

import io.banyan.graph.ResourceGraph;

/** The parcels of one signature below a wide vertex by logical id. Good until something changes. */
public final class Numbered {

    /** No logical id is as low. */
    public static final long NONE = Long.MIN_VALUE;

    private final ResourceGraph graph;
    private final SortedVertices ascending;

    Numbered(ResourceGraph graph, SortedVertices ascending) {
        this.graph = graph;
        this.ascending = ascending;
    }

    /** The greatest logical id that is not more than this, or {@link #NONE}. O(log parcels). */
    public long floor(long number) {
        int last = ascending.last(v -> graph.number(v) <= number);
        return last < 0 ? NONE : graph.number(last);
    }

    /** How many parcels have logical ids from the first to the last one, inclusive. O(log parcels). */
    public int count(long first, long last) {
        return ascending.count(v -> graph.number(v) <= last) - ascending.count(v -> graph.number(v) < first);
    }

    /**
     * The parcels from a logical id on, lowest first; those of one logical id as a depth-first walk meets them. O(log
     * parcels).
     */
    public NodeRow from(long number) {
        return new NodeRow(ascending.walkBehind(v -> graph.number(v) < number));
    }
}
