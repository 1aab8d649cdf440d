package io.banyan.graph;

import java.util.Arrays;

/**
 * Edges and their adjacency. The edge that a vertex's containment path goes through has the index of the vertex, so
 * that it needs no target, no subsystem and no list of in-edges: 16 bytes a vertex hold the hierarchy. Other edges are
 * {@link FurtherEdges} under indices of their own. Out-edges form one doubly linked list a vertex, in the order of
 * insertion, so that linking and unlinking cost O(1) wherever the edge stands.
 */
final class EdgeTable {
    private static final int NONE = -1;

    /** By edge: its source; none for a root, and for an unused index. */
    private int[] source = {};

    private int[] nextOut = {};
    /** By edge: the one before it; of the first one, the last. */
    private int[] prevOut = {};
    /** By vertex: its first out-edge. By further edge: its number among them. */
    private int[] firstOut = {};

    private final FurtherEdges further = new FurtherEdges();
    private final EdgeOrder order = new EdgeOrder();

    private int[] countBySubsystem = new int[1];
    private int count;
    private long writes;

    int count() {
        return count;
    }

    int count(int s) {
        return s < countBySubsystem.length ? countBySubsystem[s] : 0;
    }

    /** Whether every edge is one that a containment path goes through. */
    boolean isTree() {
        return further.isEmpty();
    }

    /** Ends of edges that were written: two for each link and each unlink. */
    long writes() {
        return writes;
    }

    boolean contains(int e) {
        return e >= 0 && e < source.length && source[e] != NONE;
    }

    /** Whether the index is that of an edge that no containment path goes through. */
    boolean isFurther(int e) {
        return further.contains(e);
    }

    /** Makes room for the indices below the capacity. */
    void reserve(int capacity) {
        int had = source.length;
        source = Arrays.copyOf(source, capacity);
        nextOut = Arrays.copyOf(nextOut, capacity);
        prevOut = Arrays.copyOf(prevOut, capacity);
        firstOut = Arrays.copyOf(firstOut, capacity);
        Arrays.fill(source, had, capacity, NONE);
        Arrays.fill(firstOut, had, capacity, NONE);
        further.reserve(capacity);
    }

    /** Adds the edge that the containment path of a vertex goes through, as the last of its source. */
    void linkPath(int u, int v) {
        if (source[v] != NONE) {
            throw new IllegalStateException("Vertex " + v + " has a containment path already.");
        }
        source[v] = u;
        appendOut(v, u);
        counted(Subsystems.CONTAINMENT, 1);
    }

    /**
     * Adds any other edge, as the last of its source, under an index that no vertex has.
     *
     * @param first whether it becomes the first of the target's further in-edges, which makes it the one that the path
     *     goes through
     */
    void linkFurther(int e, int u, int v, int s, boolean first) {
        source[e] = u;
        firstOut[e] = further.add(e, v, s, first);
        appendOut(e, u);
        counted(s, 1);
    }

    private void counted(int s, int change) {
        if (s >= countBySubsystem.length) {
            countBySubsystem = Arrays.copyOf(countBySubsystem, s + 1);
        }
        countBySubsystem[s] += change;
        count += change;
        writes += 2L * Math.abs(change);
    }

    private void appendOut(int e, int u) {
        int head = firstOut[u];
        nextOut[e] = NONE;
        order.added(e, head == NONE ? NONE : prevOut[head]);
        if (head == NONE) {
            firstOut[u] = e;
            prevOut[e] = e;
        } else {
            int last = prevOut[head];
            nextOut[last] = e;
            prevOut[e] = last;
            prevOut[head] = e;
        }
    }

    /**
     * Adds the edges that the containment paths of many vertices go through: of the first {@code width} from the first
     * parent, and so on, behind the edges that the parents have. All vertices follow each other, as do all parents, and
     * no vertex or edge ever had a greater index.
     */
    void linkPaths(int firstParent, int parents, int first, int width) {
        int size = parents * width;
        for (int v = first; v < first + size; v++) {
            nextOut[v] = v + 1;
            prevOut[v] = v - 1;
        }
        for (int j = 0; j < parents; j++) {
            int u = firstParent + j;
            int begin = first + j * width;
            int end = begin + width;
            Arrays.fill(source, begin, end, u);
            nextOut[end - 1] = NONE;
            int head = firstOut[u];
            if (head == NONE) {
                firstOut[u] = begin;
                prevOut[begin] = end - 1;
            } else {
                prevOut[begin] = prevOut[head];
                nextOut[prevOut[head]] = begin;
                prevOut[head] = end - 1;
            }
        }
        order.addedLast(first, size);
        counted(Subsystems.CONTAINMENT, size);
    }

    /** Removes an edge and says whether its index is free now. */
    boolean unlink(int e) {
        boolean isFurther = further.contains(e);
        int s = subsystem(e);
        int u = source[e];
        int head = firstOut[u];
        int next = nextOut[e];
        int prev = prevOut[e];
        if (e == head) {
            firstOut[u] = next;
        } else {
            nextOut[prev] = next;
        }
        if (next != NONE) {
            prevOut[next] = prev;
        } else if (e != head) {
            prevOut[head] = prev;
        }
        source[e] = NONE;
        if (isFurther) {
            further.remove(firstOut[e]);
            firstOut[e] = NONE;
        }
        counted(s, -1);
        return isFurther;
    }

    int source(int e) {
        return source[e];
    }

    int target(int e) {
        return further.contains(e) ? further.target(firstOut[e]) : e;
    }

    int subsystem(int e) {
        return further.contains(e) ? further.subsystem(firstOut[e]) : Subsystems.CONTAINMENT;
    }

    int firstOut(int v) {
        return firstOut[v];
    }

    int nextOut(int e) {
        return nextOut[e];
    }

    /** Whether an edge comes before another one out of the same vertex. */
    boolean precedes(int e, int other) {
        return order.precedes(e, other);
    }

    int firstIn(int v) {
        return source[v] != NONE ? v : further.firstIn(v);
    }

    int nextIn(int e) {
        return further.contains(e) ? further.nextIn(firstOut[e]) : further.firstIn(e);
    }

    /** The vertex above on a vertex's containment path, -1 for none. */
    int containmentParent(int v) {
        return source[v];
    }

    /** Returns the memory of the columns in bytes. O(1). */
    long bytes() {
        return source.length * 16L + countBySubsystem.length * 4L + further.bytes() + order.bytes();
    }

    /** Throws unless the lists of a vertex are linked both ways. O(degree): for tests. */
    void checkInvariants(int v) {
        int last = NONE;
        for (int e = firstOut[v]; e >= 0; e = nextOut[e]) {
            require(source[e] == v && (last == NONE || (prevOut[e] == last && order.precedes(last, e))), v);
            last = e;
        }
        require(firstOut[v] == NONE || prevOut[firstOut[v]] == last, v);
        for (int e = firstIn(v); e >= 0; e = nextIn(e)) {
            require(target(e) == v && source[e] != NONE, v);
        }
        further.checkInvariants(v);
    }

    private static void require(boolean condition, int v) {
        if (!condition) {
            throw new IllegalStateException("The edges of vertex " + v + " are linked wrongly.");
        }
    }
}
