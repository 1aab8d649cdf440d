package io.banyan.graph;

import java.util.Arrays;

/**
 * The attributes that many vertices have in common: type, basename, unit and size, numbered as they are first seen and
 * never forgotten. All calls O(1).
 */
final class Kinds {
    private static final int EMPTY = -1;

    private char[] types = new char[16];
    private int[] basenames = new int[16];
    private int[] units = new int[16];
    private long[] sizes = new long[16];
    /** Open addressing, at most half full. */
    private int[] places = filled(32);

    private int count;

    private static int[] filled(int length) {
        var places = new int[length];
        Arrays.fill(places, EMPTY);
        return places;
    }

    int intern(int type, int basename, int unit, long size) {
        int at = place(type, basename, unit, size);
        if (places[at] != EMPTY) {
            return places[at];
        }
        if (count == types.length) {
            grow();
            at = place(type, basename, unit, size);
        }
        types[count] = (char) type;
        basenames[count] = basename;
        units[count] = unit;
        sizes[count] = size;
        places[at] = count;
        return count++;
    }

    private int place(int type, int basename, int unit, long size) {
        long hash = ((type * 31L + basename) * 31 + unit) * 31 + size;
        int at = (int) ((hash * 0x9E3779B97F4A7C15L) >>> 32) & (places.length - 1);
        while (places[at] != EMPTY && !is(places[at], type, basename, unit, size)) {
            at = (at + 1) & (places.length - 1);
        }
        return at;
    }

    private boolean is(int id, int type, int basename, int unit, long size) {
        return types[id] == type && basenames[id] == basename && units[id] == unit && sizes[id] == size;
    }

    private void grow() {
        types = Arrays.copyOf(types, count * 2);
        basenames = Arrays.copyOf(basenames, count * 2);
        units = Arrays.copyOf(units, count * 2);
        sizes = Arrays.copyOf(sizes, count * 2);
        places = filled(count * 4);
        for (int id = 0; id < count; id++) {
            places[place(types[id], basenames[id], units[id], sizes[id])] = id;
        }
    }

    /** All kinds have this unit from now on. O(kinds). */
    void setUnits(int unit) {
        Arrays.fill(units, 0, count, unit);
        Arrays.fill(places, EMPTY);
        for (int id = 0; id < count; id++) {
            places[place(types[id], basenames[id], units[id], sizes[id])] = id;
        }
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
        return 18L * types.length + 4L * places.length;
    }
}
