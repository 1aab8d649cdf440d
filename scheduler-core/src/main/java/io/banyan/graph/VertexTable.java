package io.banyan.graph;

import io.banyan.resource.Divisible;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of base data by vertex index: 9 bytes a vertex, and 4 more where vertices have unique ids that are not
 * their indices, or ranks of their own. Type, basename, unit and size are those of the vertex's kind; properties are
 * those of a set that vertices have in common, for at most 4 bytes more. Rare data (a name that is not basename and
 * number, a path whose last part is not the name) is kept sparsely beside them.
 */
final class VertexTable {
    static final int MAX_VERTICES = 20_000_000;

    /** The greatest size of a vertex, such that no sum over a whole graph overflows. */
    static final long MAX_SIZE = Long.MAX_VALUE / MAX_VERTICES;

    /** A byte of flags and an int. */
    private static final int BYTES_PER_VERTEX = 1 + 4;

    /** About what an entry of a map of strings takes, with its key and value. */
    private static final long BYTES_PER_ENTRY = 160;

    private static final byte LIVE = 1;
    private static final byte NAMED = 2;
    private static final byte SEGMENTED = 4;
    private static final byte DOWN = 8;
    private static final byte HAS_PROPERTIES = 16;
    private static final byte DIVISIBLE = 32;

    private final Kinds kinds = new Kinds();
    private byte[] flags = {};
    private int[] kind = {};
    private final Column number = Column.dense();
    private final Column uniqId = Column.mostlyOwnIndex();
    private final Column rank = Column.mostly(-1);

    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, String> segments = new HashMap<>();
    /**
     * The last parts of paths as documents have them, of vertices that share it with a sibling and have a segment of
     * their own.
     */
    private final Map<Integer, String> written = new HashMap<>();

    private final Column propertySet = Column.mostly(PropertySets.NONE);
    private final PropertySets propertySets = new PropertySets();

    private int count;
    private int divisible;
    private int down;
    private long writes;

    int count() {
        return count;
    }

    long writes() {
        return writes;
    }

    boolean contains(int v) {
        return v >= 0 && v < flags.length && (flags[v] & LIVE) != 0;
    }

    /** Makes room for the indices below the capacity. */
    void reserve(int capacity) {
        flags = Arrays.copyOf(flags, capacity);
        kind = Arrays.copyOf(kind, capacity);
        number.reserve(capacity);
        uniqId.reserve(capacity);
        rank.reserve(capacity);
        propertySet.reserve(capacity);
    }

    /**
     * Returns the memory of the columns, and roughly that of the sparse maps beside them, in bytes. O(different sets of
     * properties).
     */
    long bytes() {
        long sparse = (names.size() + segments.size()) * BYTES_PER_ENTRY + propertySets.bytes();
        long columns = number.bytes() + uniqId.bytes() + rank.bytes() + propertySet.bytes() + kinds.bytes();
        return (long) flags.length * BYTES_PER_VERTEX + columns + sparse;
    }

    /** The number of a kind of vertex. */
    int kind(int typeId, int basenameId, int unitId, long size) {
        return kinds.intern(typeId, basenameId, unitId, size);
    }

    /** All vertices have this unit from now on. */
    void setUnits(int unitId) {
        kinds.setUnits(unitId);
    }

    /** A vertex comes, under an index for which there is room. */
    void add(int v, int kindId, long newNumber, long newUniqId, int newRank) {
        count++;
        writes++;
        flags[v] = LIVE;
        kind[v] = kindId;
        number.set(v, newNumber);
        uniqId.set(v, newUniqId);
        rank.set(v, newRank);
    }

    /** Vertices of one kind come, under indices that follow each other and were never used; they have no ranks yet. */
    void addRange(int first, int size, int kindId, long firstUniqId) {
        Arrays.fill(flags, first, first + size, LIVE);
        Arrays.fill(kind, first, first + size, kindId);
        for (int i = 0; firstUniqId != first && i < size; i++) {
            uniqId.set(first + i, firstUniqId + i);
        }
        count += size;
        writes += size;
    }

    /** Numbers vertices that follow each other: each has the number of the one before it and a step. */
    void setNumbers(int first, int size, long firstNumber, long step) {
        number.setSeries(first, size, firstNumber, step);
    }

    void setRank(int v, int newRank) {
        rank.set(v, newRank);
    }

    void free(int v) {
        names.remove(v);
        segments.remove(v);
        written.remove(v);
        if ((flags[v] & HAS_PROPERTIES) != 0) {
            propertySets.released((int) propertySet.get(v));
            propertySet.set(v, PropertySets.NONE);
        }
        divisible -= (flags[v] & DIVISIBLE) != 0 ? 1 : 0;
        down -= (flags[v] & DOWN) != 0 ? 1 : 0;
        flags[v] = 0;
        count--;
        writes++;
    }

    int type(int v) {
        return kinds.type(kind[v]);
    }

    int basename(int v) {
        return kinds.basename(kind[v]);
    }

    long number(int v) {
        return number.get(v);
    }

    long uniqId(int v) {
        return uniqId.get(v);
    }

    int rank(int v) {
        return (int) rank.get(v);
    }

    long size(int v) {
        return kinds.size(kind[v]);
    }

    int unit(int v) {
        return kinds.unit(kind[v]);
    }

    /** How many vertices came as down. */
    int down() {
        return down;
    }

    boolean isDown(int v) {
        return (flags[v] & DOWN) != 0;
    }

    void setDown(int v) {
        down += (flags[v] & DOWN) == 0 ? 1 : 0;
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

    /** Whether a vertex has another segment than documents give it. */
    boolean hasShared() {
        return !written.isEmpty();
    }

    @Nullable String writtenSegment(int v) {
        return written.get(v);
    }

    void setWrittenSegment(int v, String segment) {
        written.put(v, segment);
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
        return propertySets.get((int) propertySet.get(v));
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
        changeProperty(v, key, value);
    }

    private void changeProperty(int v, String key, @Nullable String value) {
        int changed = propertySets.changed((int) propertySet.get(v), key, value);
        propertySet.set(v, changed);
        if (changed == PropertySets.NONE) {
            flags[v] &= ~HAS_PROPERTIES;
        } else {
            flags[v] |= HAS_PROPERTIES;
        }
        writes++;
    }

    void removeProperty(int v, String key) {
        if (!properties(v).containsKey(key)) {
            return;
        }
        if (key.equals(Divisible.PROPERTY)) {
            divisible--;
            flags[v] &= ~DIVISIBLE;
        }
        changeProperty(v, key, null);
    }
}
