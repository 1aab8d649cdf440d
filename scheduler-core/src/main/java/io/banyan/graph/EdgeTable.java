package io.banyan.graph;

import java.util.Arrays;

/**
 * Edges and their adjacency: doubly linked lists in int arrays, 25 bytes an edge and 16 a vertex, so that linking and
 * unlinking cost O(1) wherever the edge stands. Out-edges keep their order of insertion. Indices of removed edges are
 * reused, last removed first.
 */
final class EdgeTable {
    private int[] source = {};
    private int[] target = {};
    private int[] nextOut = {};
    private int[] prevOut = {};
    private int[] nextIn = {};
    private int[] prevIn = {};
    private byte[] subsystem = {};

    private int[] firstOut = {};
    private int[] lastOut = {};
    private int[] firstIn = {};
    private int[] lastIn = {};

    private final EdgeOrder order = new EdgeOrder();
    private int[] countBySubsystem = new int[1];
    private int bound;
    private int count;
    private int free = -1;
    private long writes;

    int bound() {
        return bound;
    }

    int count() {
        return count;
    }

    int count(int s) {
        return s < countBySubsystem.length ? countBySubsystem[s] : 0;
    }

    /** Ends of edges that were written: two for each link and each unlink. */
    long writes() {
        return writes;
    }

    boolean contains(int e) {
        return e >= 0 && e < bound && source[e] >= 0;
    }

    void reserveVertices(int capacity) {
        int had = firstOut.length;
        if (capacity > had) {
            firstOut = grown(firstOut, had, capacity);
            lastOut = grown(lastOut, had, capacity);
            firstIn = grown(firstIn, had, capacity);
            lastIn = grown(lastIn, had, capacity);
        }
    }

    private static int[] grown(int[] column, int had, int capacity) {
        int[] longer = Arrays.copyOf(column, capacity);
        Arrays.fill(longer, had, capacity, -1);
        return longer;
    }

    /** Makes room for exactly so many more edges if there is none. */
    void reserve(int more) {
        int needed = Math.addExact(count, more);
        if (needed > source.length) {
            int capacity = Math.max(needed, source.length + (source.length >> 3));
            source = Arrays.copyOf(source, capacity);
            target = Arrays.copyOf(target, capacity);
            nextOut = Arrays.copyOf(nextOut, capacity);
            prevOut = Arrays.copyOf(prevOut, capacity);
            nextIn = Arrays.copyOf(nextIn, capacity);
            prevIn = Arrays.copyOf(prevIn, capacity);
            subsystem = Arrays.copyOf(subsystem, capacity);
        }
    }

    /**
     * Adds an edge as the last of its source.
     *
     * @param first whether it becomes the first in-edge of its target, which makes it the one that the path goes through
     */
    int link(int u, int v, int s, boolean first) {
        reserve(1);
        int e = free;
        if (e < 0) {
            e = bound++;
        } else {
            free = target[e];
        }
        source[e] = u;
        target[e] = v;
        subsystem[e] = (byte) s;
        linkOut(e, u);
        if (first) {
            linkInFirst(e, v);
        } else {
            linkInLast(e, v);
        }
        count++;
        if (s >= countBySubsystem.length) {
            countBySubsystem = Arrays.copyOf(countBySubsystem, s + 1);
        }
        countBySubsystem[s]++;
        writes += 2;
        return e;
    }

    private void linkOut(int e, int u) {
        order.added(e, lastOut[u]);
        nextOut[e] = -1;
        prevOut[e] = lastOut[u];
        if (lastOut[u] < 0) {
            firstOut[u] = e;
        } else {
            nextOut[lastOut[u]] = e;
        }
        lastOut[u] = e;
    }

    private void linkInFirst(int e, int v) {
        prevIn[e] = -1;
        nextIn[e] = firstIn[v];
        if (firstIn[v] < 0) {
            lastIn[v] = e;
        } else {
            prevIn[firstIn[v]] = e;
        }
        firstIn[v] = e;
    }

    private void linkInLast(int e, int v) {
        nextIn[e] = -1;
        prevIn[e] = lastIn[v];
        if (lastIn[v] < 0) {
            firstIn[v] = e;
        } else {
            nextIn[lastIn[v]] = e;
        }
        lastIn[v] = e;
    }

    void unlink(int e) {
        int u = source[e];
        int v = target[e];
        if (prevOut[e] < 0) {
            firstOut[u] = nextOut[e];
        } else {
            nextOut[prevOut[e]] = nextOut[e];
        }
        if (nextOut[e] < 0) {
            lastOut[u] = prevOut[e];
        } else {
            prevOut[nextOut[e]] = prevOut[e];
        }
        if (prevIn[e] < 0) {
            firstIn[v] = nextIn[e];
        } else {
            nextIn[prevIn[e]] = nextIn[e];
        }
        if (nextIn[e] < 0) {
            lastIn[v] = prevIn[e];
        } else {
            prevIn[nextIn[e]] = prevIn[e];
        }
        countBySubsystem[subsystem(e)]--;
        count--;
        source[e] = -1;
        target[e] = free;
        free = e;
        writes += 2;
    }

    int source(int e) {
        return source[e];
    }

    int target(int e) {
        return target[e];
    }

    int subsystem(int e) {
        return subsystem[e] & 0xff;
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
        return firstIn[v];
    }

    int nextIn(int e) {
        return nextIn[e];
    }

    /** What the columns take. O(1). */
    long bytes() {
        return source.length * 25L + firstOut.length * 16L + countBySubsystem.length * 4L + order.bytes();
    }

    /** Throws unless the lists of a vertex are linked both ways. O(degree): for tests. */
    void checkInvariants(int v) {
        int last = -1;
        for (int e = firstOut[v]; e >= 0; e = nextOut[e]) {
            require(source[e] == v && prevOut[e] == last && (last < 0 || order.precedes(last, e)), v);
            last = e;
        }
        require(lastOut[v] == last, v);
        last = -1;
        for (int e = firstIn[v]; e >= 0; e = nextIn[e]) {
            require(target[e] == v && prevIn[e] == last, v);
            last = e;
        }
        require(lastIn[v] == last, v);
    }

    private static void require(boolean condition, int v) {
        if (!condition) {
            throw new IllegalStateException("The edges of vertex " + v + " are linked wrongly.");
        }
    }
}
