package io.banyan.graph;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The edges that no containment path goes through: those of other subsystems, and to further parents. They are numbered
 * among themselves; nothing is kept by vertex as long as there are none. In-edges form one doubly linked list a vertex.
 * All calls O(1).
 */
final class FurtherEdges {
    private static final int NONE = -1;

    /** The indices of the edges. */
    private final BitSet isFurther = new BitSet();
    /** By number: the index of the edge. */
    private int[] index = {};

    private int[] target = {};
    /** By number: the next in-edge of the same target, as a number; of a free number, the next free one. */
    private int[] next = {};
    /** By number: the one before; of the first one, the last. */
    private int[] prev = {};

    private byte[] subsystem = {};
    /** By vertex: the number of the first; empty as long as there are no further edges. */
    private int[] first = {};

    private int capacity;
    private int bound;
    private int count;
    private int free = NONE;

    boolean isEmpty() {
        return count == 0;
    }

    boolean contains(int e) {
        return count != 0 && isFurther.get(e);
    }

    void reserve(int newCapacity) {
        capacity = newCapacity;
        if (first.length > 0) {
            growFirst();
        }
    }

    private void growFirst() {
        int had = first.length;
        first = Arrays.copyOf(first, capacity);
        Arrays.fill(first, had, capacity, NONE);
    }

    /** Gives an edge its number. */
    int add(int e, int v, int s, boolean asFirst) {
        if (first.length == 0) {
            growFirst();
        }
        int k = free;
        if (k == NONE) {
            k = bound++;
            ensure(bound);
        } else {
            free = next[k];
        }
        isFurther.set(e);
        index[k] = e;
        target[k] = v;
        subsystem[k] = (byte) s;
        linkIn(k, v, asFirst);
        count++;
        return k;
    }

    private void ensure(int needed) {
        if (needed > index.length) {
            int longer = Math.max(16, index.length + (index.length >> 1));
            index = Arrays.copyOf(index, longer);
            target = Arrays.copyOf(target, longer);
            next = Arrays.copyOf(next, longer);
            prev = Arrays.copyOf(prev, longer);
            subsystem = Arrays.copyOf(subsystem, longer);
        }
    }

    private void linkIn(int k, int v, boolean asFirst) {
        int head = first[v];
        if (head == NONE) {
            next[k] = NONE;
            prev[k] = k;
            first[v] = k;
            return;
        }
        int last = prev[head];
        prev[k] = last;
        prev[head] = k;
        if (asFirst) {
            next[k] = head;
            first[v] = k;
        } else {
            next[k] = NONE;
            next[last] = k;
        }
    }

    /** Forgets the edge with this number. */
    void remove(int k) {
        int v = target[k];
        int head = first[v];
        if (k == head) {
            first[v] = next[k];
        } else {
            next[prev[k]] = next[k];
        }
        if (next[k] != NONE) {
            prev[next[k]] = prev[k];
        } else if (k != head) {
            prev[head] = prev[k];
        }
        isFurther.clear(index[k]);
        next[k] = free;
        free = k;
        count--;
    }

    int target(int k) {
        return target[k];
    }

    int subsystem(int k) {
        return subsystem[k] & 0xff;
    }

    /** The index of the first such in-edge of a vertex, or -1. */
    int firstIn(int v) {
        return count == 0 || first[v] == NONE ? NONE : index[first[v]];
    }

    /** The index of the next in-edge of the same vertex, or -1. */
    int nextIn(int k) {
        return next[k] == NONE ? NONE : index[next[k]];
    }

    long bytes() {
        return isFurther.size() / 8L + 17L * index.length + 4L * first.length;
    }

    /** Throws unless the list of a vertex is linked both ways. O(degree): for tests. */
    void checkInvariants(int v) {
        int last = NONE;
        for (int k = first.length == 0 ? NONE : first[v]; k != NONE; k = next[k]) {
            if (target[k] != v || (last != NONE && prev[k] != last)) {
                throw new IllegalStateException("The edges into vertex " + v + " are linked wrongly.");
            }
            last = k;
        }
        if (last != NONE && prev[first[v]] != last) {
            throw new IllegalStateException("The last edge into vertex " + v + " is not marked as the last one.");
        }
    }
}
