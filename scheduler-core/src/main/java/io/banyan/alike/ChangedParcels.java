package io.banyan.alike;

import java.util.Arrays;
import java.util.BitSet;

/** The parcels and wide vertices that have changed since the last query, each once. Not thread-safe. */
final class ChangedParcels {
    private int[] vertices = new int[16];
    private int size;
    private final BitSet isIn = new BitSet();
    /** Whether more than the bookings of the vertex itself may have changed. */
    private final BitSet isChangedBelow = new BitSet();

    /** Receives a changed vertex. */
    @FunctionalInterface
    interface Receiver {
        void accept(int v, boolean isChangedBelow);
    }

    /** Adds a vertex. O(1). */
    void add(int v, boolean inMore) {
        if (inMore) {
            isChangedBelow.set(v);
        }
        if (isIn.get(v)) {
            return;
        }
        isIn.set(v);
        if (size == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * size);
        }
        vertices[size++] = v;
    }

    /** Passes on each vertex, in the order in which they were added, and removes it. O(vertices). */
    void drain(Receiver receiver) {
        for (int i = 0; i < size; i++) {
            int v = vertices[i];
            boolean inMore = isChangedBelow.get(v);
            isIn.clear(v);
            isChangedBelow.clear(v);
            receiver.accept(v, inMore);
        }
        size = 0;
    }

    void clear() {
        size = 0;
        isIn.clear();
        isChangedBelow.clear();
    }

    long bytes() {
        return 4L * vertices.length;
    }
}
