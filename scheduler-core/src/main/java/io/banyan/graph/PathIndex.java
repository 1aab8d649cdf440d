package io.banyan.graph;

import java.util.Arrays;

/**
 * Finds the vertex of a path in one subsystem: open addressing over ints, 5 to 8 bytes a vertex. No path is stored; the
 * hash of a vertex's path and its characters are derived from the names on the way to the root, in O(length of the
 * path). The first query builds the index, O(V), and later changes update it. A program that loads a graph only to
 * match never needs it.
 */
final class PathIndex {
    private static final int EMPTY = -1;
    private static final int[] NOT_MADE = {};

    private final GraphStore store;
    private final int subsystem;
    private int[] slots = NOT_MADE;
    private int count;
    /** How many vertices are expected when the index is made. */
    private int expected;

    PathIndex(GraphStore store, int subsystem) {
        this.store = store;
        this.subsystem = subsystem;
    }

    private static int[] filled(int capacity) {
        var slots = new int[capacity];
        Arrays.fill(slots, EMPTY);
        return slots;
    }

    int size() {
        return count;
    }

    /** The vertex with this path, or -1. */
    int find(String path) {
        if (!isMade()) {
            return EMPTY;
        }
        for (int i = home(path.hashCode()); slots[i] != EMPTY; i = after(i)) {
            if (store.names.hasPath(slots[i], subsystem, path)) {
                return slots[i];
            }
        }
        return -1;
    }

    /** The vertex that has the same path as this one and stands in the index already, or -1. */
    int findSame(int v) {
        if (!isMade()) {
            return EMPTY;
        }
        PathNames names = store.names;
        for (int i = home(names.hash(v, subsystem)); slots[i] != EMPTY; i = after(i)) {
            if (names.samePath(slots[i], v, subsystem)) {
                return slots[i];
            }
        }
        return -1;
    }

    /** Whether it can be asked: not where there is nothing to find. Makes it where there is. */
    private boolean isMade() {
        if (count > 0) {
            make();
        }
        return slots.length > 0;
    }

    /** Makes the index if it is not made: before vertices are linked that it is not to know yet. */
    void make() {
        if (slots.length > 0) {
            return;
        }
        slots = filled((int) Math.min(Integer.MAX_VALUE - 8, Math.max(count, expected) * 4L / 3 + 16));
        var hashes = new PathHashes(store, subsystem);
        for (int v = 0; v < store.bound(); v++) {
            if (store.vertices.contains(v) && store.isMember(v, subsystem)) {
                put(v, hashes.of(v));
            }
        }
    }

    /** Makes the index of all vertices, none of which it knows yet, and says whether their paths differ. O(V). */
    boolean addAll() {
        slots = filled((int) Math.min(Integer.MAX_VALUE - 8, store.bound() * 4L / 3 + 16));
        var hashes = new PathHashes(store, subsystem);
        for (int v = 0; v < store.bound(); v++) {
            if (findSame(v) >= 0) {
                return false;
            }
            count++;
            put(v, hashes.of(v));
        }
        return true;
    }

    long bytes() {
        return slots.length * 4L;
    }

    /** Makes room for so many more vertices, at three quarters full. */
    void reserve(int more) {
        if (slots.length == 0) {
            expected = count + more;
            return;
        }
        long needed = ((long) count + more) * 4 / 3 + 1;
        if (needed > slots.length) {
            rehash((int) Math.min(Integer.MAX_VALUE - 8, needed));
        }
    }

    void add(int v) {
        if (countOneMore()) {
            put(v, store.names.hash(v, subsystem));
        }
    }

    /** Adds a vertex where the hash of its path is known. */
    void add(int v, int hash) {
        if (countOneMore()) {
            put(v, hash);
        }
    }

    /** Whether the index is made, so that the vertex is to be put into it. */
    private boolean countOneMore() {
        count++;
        if (slots.length > 0 && count * 4L > slots.length * 3L) {
            rehash((int) Math.min(Integer.MAX_VALUE - 8, slots.length * 3L / 2));
        }
        return slots.length > 0;
    }

    /** Vertices come whose paths are known to be new, and whose indices follow each other. */
    void addRange(int first, int size) {
        if (slots.length == 0) {
            count += size;
            return;
        }
        reserve(size);
        for (int v = first; v < first + size; v++) {
            add(v);
        }
    }

    private void rehash(int capacity) {
        int[] old = slots;
        slots = filled(capacity);
        for (int v : old) {
            if (v != EMPTY) {
                put(v, store.names.hash(v, subsystem));
            }
        }
    }

    private void put(int v, int hash) {
        int i = home(hash);
        while (slots[i] != EMPTY) {
            i = after(i);
        }
        slots[i] = v;
    }

    /** Takes a vertex out while its way to the root is still linked, and moves those behind it up. */
    void remove(int v) {
        count--;
        if (slots.length == 0) {
            return;
        }
        PathNames names = store.names;
        int hole = home(names.hash(v, subsystem));
        while (slots[hole] != v) {
            if (slots[hole] == EMPTY) {
                throw new IllegalStateException("Vertex " + v + " is not in the path index.");
            }
            hole = after(hole);
        }
        for (int i = after(hole); slots[i] != EMPTY; i = after(i)) {
            int home = home(names.hash(slots[i], subsystem));
            if (distance(home, i) >= distance(hole, i)) {
                slots[hole] = slots[i];
                hole = i;
            }
        }
        slots[hole] = EMPTY;
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + slots.length;
    }

    private int after(int i) {
        return i + 1 == slots.length ? 0 : i + 1;
    }

    /** Spreads the string hash over all bits (a finaliser of the murmur kind) and scales it to the table's length. */
    private int home(int hash) {
        int h = hash * 0x9E3779B1;
        h = (h ^ (h >>> 16)) * 0x85EBCA6B;
        h = (h ^ (h >>> 13)) * 0xC2B2AE35;
        h ^= h >>> 16;
        return (int) (((h & 0xFFFFFFFFL) * slots.length) >>> 32);
    }
}
