package io.banyan.graph;

import java.util.Arrays;

/**
 * Finds the vertex of a path in one subsystem: open addressing over ints, 5 to 8 bytes a vertex. No path is stored; the
 * hash of a vertex's path and its characters are derived from the names on the way to the root, in O(length of the path).
 */
final class PathIndex {
    private static final int EMPTY = -1;

    private final PathNames names;
    private final int subsystem;
    private int[] slots = filled(16);
    private int count;

    PathIndex(PathNames names, int subsystem) {
        this.names = names;
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
        for (int i = home(path.hashCode()); slots[i] != EMPTY; i = after(i)) {
            if (names.hasPath(slots[i], subsystem, path)) {
                return slots[i];
            }
        }
        return -1;
    }

    /** The vertex that has the same path as this one and stands in the index already, or -1. */
    int findSame(int v) {
        for (int i = home(names.hash(v, subsystem)); slots[i] != EMPTY; i = after(i)) {
            if (names.samePath(slots[i], v, subsystem)) {
                return slots[i];
            }
        }
        return -1;
    }

    long bytes() {
        return slots.length * 4L;
    }

    /** Makes room for so many more vertices, at three quarters full. */
    void reserve(int more) {
        long needed = ((long) count + more) * 4 / 3 + 1;
        if (needed > slots.length) {
            rehash((int) Math.min(Integer.MAX_VALUE - 8, needed));
        }
    }

    void add(int v) {
        if ((count + 1) * 4L > slots.length * 3L) {
            rehash((int) Math.min(Integer.MAX_VALUE - 8, slots.length * 3L / 2));
        }
        put(v);
        count++;
    }

    private void rehash(int capacity) {
        int[] old = slots;
        slots = filled(capacity);
        for (int v : old) {
            if (v != EMPTY) {
                put(v);
            }
        }
    }

    private void put(int v) {
        int i = home(names.hash(v, subsystem));
        while (slots[i] != EMPTY) {
            i = after(i);
        }
        slots[i] = v;
    }

    /** Takes a vertex out while its way to the root is still linked, and moves those behind it up. */
    void remove(int v) {
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
        count--;
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
