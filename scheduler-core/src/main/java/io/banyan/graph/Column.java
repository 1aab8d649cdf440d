package io.banyan.graph;

import java.util.Arrays;

/**
 * Whole numbers by index in as few bytes as they need: where most have their default, the others in an open-addressing
 * table of 12 bytes a place; else 4 bytes each, and 8 where one does not fit. Reading is O(1), writing amortised O(1).
 */
final class Column {
    private static final int[] NO_INTS = {};
    private static final long[] NO_LONGS = {};
    private static final int EMPTY = -1;
    /** A table of more than one index in so many would not be smaller than an array. */
    private static final int SPARSE = 8;

    private final boolean ownIndex;
    private final long constant;

    private int capacity;
    private boolean sparse;
    private int[] keys = NO_INTS;
    private long[] values = NO_LONGS;
    private int count;
    private int[] ints = NO_INTS;
    private long[] longs = NO_LONGS;

    private Column(boolean ownIndex, long constant, boolean sparse) {
        this.ownIndex = ownIndex;
        this.constant = constant;
        this.sparse = sparse;
    }

    /** A column in which most indices have one number. */
    static Column mostly(long constant) {
        return new Column(false, constant, true);
    }

    /** A column in which most indices have themselves as number. */
    static Column mostlyOwnIndex() {
        return new Column(true, 0, true);
    }

    /** A column in which numbers differ. */
    static Column dense() {
        return new Column(false, 0, false);
    }

    long get(int i) {
        if (ints.length > 0) {
            return ints[i];
        }
        if (longs.length > 0) {
            return longs[i];
        }
        int at = count == 0 ? -1 : place(i);
        return at < 0 || keys[at] == EMPTY ? byDefault(i) : values[at];
    }

    private long byDefault(int i) {
        return ownIndex ? i : constant;
    }

    /** Sets the number of an index below the capacity. */
    void set(int i, long value) {
        if (sparse) {
            setSparse(i, value);
        } else if (longs.length > 0) {
            longs[i] = value;
        } else if (value == (int) value) {
            ints[i] = (int) value;
        } else {
            widen();
            longs[i] = value;
        }
    }

    /** Sets the numbers of indices that follow each other: each is the one before and a step. */
    void setSeries(int first, int size, long value, long step) {
        long last = value + (size - 1) * step;
        if (ints.length > 0 && value == (int) value && last == (int) last) {
            int number = (int) value;
            for (int i = first; i < first + size; i++) {
                ints[i] = number;
                number += (int) step;
            }
            return;
        }
        for (int i = 0; i < size; i++) {
            set(first + i, value + i * step);
        }
    }

    private void setSparse(int i, long value) {
        int at = keys.length == 0 ? -1 : place(i);
        if (at >= 0 && keys[at] == i) {
            values[at] = value;
            return;
        }
        if (value == byDefault(i)) {
            return;
        }
        if ((count + 1) * SPARSE > capacity) {
            spread();
            set(i, value);
            return;
        }
        if ((count + 1) * 4L > keys.length * 3L) {
            rehash(Math.max(16, keys.length * 2));
        }
        at = place(i);
        keys[at] = i;
        values[at] = value;
        count++;
    }

    /** Where an index stands in the table, or would stand. */
    private int place(int i) {
        int at = (int) ((((i * 0x9E3779B1L) & 0xFFFFFFFFL) * keys.length) >>> 32);
        while (keys[at] != EMPTY && keys[at] != i) {
            at = at + 1 == keys.length ? 0 : at + 1;
        }
        return at;
    }

    private void rehash(int length) {
        int[] oldKeys = keys;
        long[] oldValues = values;
        keys = new int[length];
        values = new long[length];
        Arrays.fill(keys, EMPTY);
        for (int k = 0; k < oldKeys.length; k++) {
            if (oldKeys[k] != EMPTY) {
                int at = place(oldKeys[k]);
                keys[at] = oldKeys[k];
                values[at] = oldValues[k];
            }
        }
    }

    /** Goes from the table to an array. O(capacity), once. */
    private void spread() {
        int[] oldKeys = keys;
        long[] oldValues = values;
        sparse = false;
        count = 0;
        keys = NO_INTS;
        values = NO_LONGS;
        ints = new int[capacity];
        fillDefaults(0);
        for (int k = 0; k < oldKeys.length; k++) {
            if (oldKeys[k] != EMPTY) {
                set(oldKeys[k], oldValues[k]);
            }
        }
    }

    private void fillDefaults(int from) {
        for (int i = from; i < ints.length; i++) {
            ints[i] = (int) byDefault(i);
        }
        for (int i = from; i < longs.length; i++) {
            longs[i] = byDefault(i);
        }
    }

    private void widen() {
        longs = new long[capacity];
        for (int i = 0; i < ints.length; i++) {
            longs[i] = ints[i];
        }
        ints = NO_INTS;
    }

    /** Makes room for the indices below the new capacity. */
    void reserve(int newCapacity) {
        int had = capacity;
        capacity = newCapacity;
        if (sparse) {
            return;
        }
        if (longs.length > 0) {
            longs = Arrays.copyOf(longs, newCapacity);
        } else {
            ints = Arrays.copyOf(ints, newCapacity);
        }
        fillDefaults(had);
    }

    long bytes() {
        return 4L * keys.length + 8L * values.length + 4L * ints.length + 8L * longs.length;
    }
}
