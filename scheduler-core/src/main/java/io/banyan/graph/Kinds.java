package io.banyan.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What many vertices have in common: type, basename, unit and size, numbered as they are first seen and never forgotten.
 * All calls O(1).
 */
final class Kinds {
    /** About what an entry of the map takes, with its key and value. */
    private static final long BYTES_PER_ENTRY = 96;

    private record Kind(int type, int basename, int unit, long size) {}

    private final Map<Kind, Integer> ids = new HashMap<>();
    private char[] types = new char[16];
    private int[] basenames = new int[16];
    private int[] units = new int[16];
    private long[] sizes = new long[16];

    int intern(int type, int basename, int unit, long size) {
        int id = ids.size();
        Integer known = ids.putIfAbsent(new Kind(type, basename, unit, size), id);
        if (known != null) {
            return known;
        }
        if (id == types.length) {
            types = Arrays.copyOf(types, id * 2);
            basenames = Arrays.copyOf(basenames, id * 2);
            units = Arrays.copyOf(units, id * 2);
            sizes = Arrays.copyOf(sizes, id * 2);
        }
        types[id] = (char) type;
        basenames[id] = basename;
        units[id] = unit;
        sizes[id] = size;
        return id;
    }

    int type(int id) {
        return types[id];
    }

    int basename(int id) {
        return basenames[id];
    }

    int unit(int id) {
        return units[id];
    }

    long size(int id) {
        return sizes[id];
    }

    long bytes() {
        return 18L * types.length + ids.size() * BYTES_PER_ENTRY;
    }
}
