package io.banyan.graph;

import java.util.Arrays;

/**
 * Which indices are in use. Vertices and edges share them: the edge that a vertex's containment path goes through has
 * the vertex's own index, and only other edges take one for themselves. Released indices are reused, last released
 * first.
 */
final class Slots {
    private int bound;
    private int[] released = {};
    private int count;

    /** One more than the greatest index that was ever in use. */
    int bound() {
        return bound;
    }

    /** How many of the indices below the bound are not in use. */
    int released() {
        return count;
    }

    int take() {
        return count > 0 ? released[--count] : bound++;
    }

    /** Takes so many indices that follow each other, none of them reused, and returns the first. */
    int takeRange(int size) {
        int first = bound;
        bound += size;
        return first;
    }

    void release(int index) {
        if (count == released.length) {
            released = Arrays.copyOf(released, Math.max(16, count * 2));
        }
        released[count++] = index;
    }

    long bytes() {
        return 4L * released.length;
    }
}
