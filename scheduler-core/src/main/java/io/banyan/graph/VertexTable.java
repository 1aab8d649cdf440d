package io.banyan.graph;

import io.banyan.resource.Divisible;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The columns of base data by vertex index: 39 bytes a vertex. What few vertices have (a name that is not basename and
 * number, a path whose last part is not the name, properties) is kept sparsely beside them. Indices of freed vertices
 * are reused, last freed first.
 */
final class VertexTable {
    static final int MAX_VERTICES = 20_000_000;

    /** The greatest size of a vertex, such that no sum over a whole graph overflows. */
    static final long MAX_SIZE = Long.MAX_VALUE / MAX_VERTICES;

    /** A byte of flags, a char, three ints and three longs. */
    private static final int BYTES_PER_VERTEX = 1 + 2 + 3 * 4 + 3 * 8;

    /** About what an entry of a map of strings takes, with its key and value. */
    private static final long BYTES_PER_ENTRY = 160;

    private static final byte LIVE = 1;
    private static final byte NAMED = 2;
    private static final byte SEGMENTED = 4;
    private static final byte DOWN = 8;
    private static final byte HAS_PROPERTIES = 16;
    private static final byte DIVISIBLE = 32;

    private byte[] flags = {};
    private char[] type = {};
    private int[] basename = {};
    private int[] unit = {};
    private long[] number = {};
    private long[] uniqId = {};
    private int[] rank = {};
    private long[] size = {};

    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, String> segments = new HashMap<>();
    private final Map<Integer, SortedMap<String, String>> properties = new HashMap<>();

    private int bound;
    private int count;
    private int free = -1;
    private int divisible;
    private long writes;

    /** One more than the greatest index in use. */
    int bound() {
        return bound;
    }

    int count() {
        return count;
    }

    long writes() {
        return writes;
    }

    boolean contains(int v) {
        return v >= 0 && v < bound && (flags[v] & LIVE) != 0;
    }

    /** Makes room for exactly so many more vertices if there is none: loaders know how many will come. */
    void reserve(int more) {
        long needed = (long) count + more;
        if (needed > MAX_VERTICES) {
            throw new IllegalStateException("A graph can have at most " + MAX_VERTICES + " vertices.");
        }
        if (needed > flags.length) {
            resize((int) Math.min(MAX_VERTICES, Math.max(needed, flags.length + (flags.length >> 3))));
        }
    }

    private void resize(int capacity) {
        flags = Arrays.copyOf(flags, capacity);
        type = Arrays.copyOf(type, capacity);
        basename = Arrays.copyOf(basename, capacity);
        unit = Arrays.copyOf(unit, capacity);
        number = Arrays.copyOf(number, capacity);
        uniqId = Arrays.copyOf(uniqId, capacity);
        rank = Arrays.copyOf(rank, capacity);
        size = Arrays.copyOf(size, capacity);
    }

    int capacity() {
        return flags.length;
    }

    /** What the columns take, and about what the sparse maps beside them do. O(vertices with properties). */
    long bytes() {
        long sparse = (names.size() + segments.size()) * BYTES_PER_ENTRY;
        for (SortedMap<String, String> own : properties.values()) {
            sparse += BYTES_PER_ENTRY * (1L + own.size());
        }
        return (long) flags.length * BYTES_PER_VERTEX + sparse;
    }

    int add(int typeId, int basenameId, long newNumber, long newUniqId) {
        reserve(1);
        int v = free;
        if (v < 0) {
            v = bound++;
        } else {
            free = rank[v];
        }
        count++;
        writes++;
        flags[v] = LIVE;
        type[v] = (char) typeId;
        basename[v] = basenameId;
        number[v] = newNumber;
        uniqId[v] = newUniqId;
        return v;
    }

    void setQuantity(int v, int newRank, long newSize, int unitId) {
        rank[v] = newRank;
        size[v] = newSize;
        unit[v] = unitId;
    }

    void free(int v) {
        names.remove(v);
        segments.remove(v);
        properties.remove(v);
        divisible -= (flags[v] & DIVISIBLE) != 0 ? 1 : 0;
        flags[v] = 0;
        rank[v] = free;
        free = v;
        count--;
        writes++;
    }

    int type(int v) {
        return type[v];
    }

    int basename(int v) {
        return basename[v];
    }

    long number(int v) {
        return number[v];
    }

    long uniqId(int v) {
        return uniqId[v];
    }

    int rank(int v) {
        return rank[v];
    }

    long size(int v) {
        return size[v];
    }

    int unit(int v) {
        return unit[v];
    }

    boolean isDown(int v) {
        return (flags[v] & DOWN) != 0;
    }

    void setDown(int v) {
        flags[v] |= DOWN;
    }

    /** Whether the vertex's name is another than basename and number. */
    boolean isNamed(int v) {
        return (flags[v] & NAMED) != 0;
    }

    String givenName(int v) {
        return given(names, v);
    }

    void setName(int v, String name) {
        names.put(v, name);
        flags[v] |= NAMED;
    }

    /** Whether the last part of the vertex's paths is another than basename and number. */
    boolean isSegmented(int v) {
        return (flags[v] & SEGMENTED) != 0;
    }

    String givenSegment(int v) {
        return given(segments, v);
    }

    void setSegment(int v, String segment) {
        segments.put(v, segment);
        flags[v] |= SEGMENTED;
    }

    private static String given(Map<Integer, String> strings, int v) {
        String string = strings.get(v);
        if (string == null) {
            throw new IllegalStateException("Vertex " + v + " is marked as having a name of its own but has none.");
        }
        return string;
    }

    Map<String, String> properties(int v) {
        if ((flags[v] & HAS_PROPERTIES) == 0) {
            return Map.of();
        }
        return Collections.unmodifiableMap(properties.getOrDefault(v, Collections.emptySortedMap()));
    }

    /** The least part of the vertex that is given out, 0 where it is given whole only. */
    long granule(int v) {
        if ((flags[v] & DIVISIBLE) == 0) {
            return 0;
        }
        return Divisible.granule(properties(v).getOrDefault(Divisible.PROPERTY, ""));
    }

    /** How many vertices are marked as divisible. */
    int divisible() {
        return divisible;
    }

    /** Throws an {@link IllegalArgumentException} where a pool is marked as divisible into what is no number. */
    void putProperty(int v, String key, String value) {
        if (key.equals(Divisible.PROPERTY)) {
            Divisible.granule(value);
            divisible += (flags[v] & DIVISIBLE) == 0 ? 1 : 0;
            flags[v] |= DIVISIBLE;
        }
        properties.computeIfAbsent(v, ignored -> new TreeMap<>()).put(key, value);
        flags[v] |= HAS_PROPERTIES;
        writes++;
    }

    void removeProperty(int v, String key) {
        SortedMap<String, String> own = properties.get(v);
        if (own == null || own.remove(key) == null) {
            return;
        }
        writes++;
        if (key.equals(Divisible.PROPERTY)) {
            divisible--;
            flags[v] &= ~DIVISIBLE;
        }
        if (own.isEmpty()) {
            properties.remove(v);
            flags[v] &= ~HAS_PROPERTIES;
        }
    }
}
