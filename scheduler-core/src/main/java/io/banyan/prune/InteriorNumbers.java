package io.banyan.prune;

import java.util.Arrays;

/**
 * Numbers for the vertices that have others below them, from 1 on: most vertices have none, and the data of those that
 * do is kept by number. Numbers of vertices that are gone are reused. All calls O(1).
 */
final class InteriorNumbers {
    /** The reserve as a power of two, so that a first attach to a large graph does not copy everything. */
    private static final int SLACK_SHIFT = 6;

    private static final int GROWTH_SHIFT = 3;

    private int[] numberOf = {};
    private int[] released = {};
    private int releasedCount;
    private int bound = 1;

    /** The vertex's number, 0 where it has none. */
    int of(int v) {
        return v < numberOf.length ? numberOf[v] : 0;
    }

    /** One more than the greatest number. */
    int bound() {
        return bound;
    }

    /** The vertex's number, given to it now if it has none. */
    int take(int v) {
        if (numberOf[v] == 0) {
            numberOf[v] = releasedCount > 0 ? released[--releasedCount] : bound++;
        }
        return numberOf[v];
    }

    void release(int v) {
        if (releasedCount == released.length) {
            released = Arrays.copyOf(released, Math.max(16, releasedCount * 2));
        }
        released[releasedCount++] = numberOf[v];
        numberOf[v] = 0;
    }

    /** Makes room for the vertices below the bound. */
    void reserve(int vertices) {
        if (vertices > numberOf.length) {
            int slack = numberOf.length == 0 ? vertices >> SLACK_SHIFT : numberOf.length >> GROWTH_SHIFT;
            numberOf = Arrays.copyOf(numberOf, Math.max(vertices, numberOf.length) + slack + 16);
        }
    }

    /** One more than the greatest vertex that there is room for. */
    int vertices() {
        return numberOf.length;
    }

    long bytes() {
        return 4L * (numberOf.length + released.length);
    }
}
