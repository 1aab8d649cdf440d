package io.banyan.graph.io;

import java.util.Arrays;

/**
 * Where the vertices of a document stand, by their ids, which are numbers from 0 on: open addressing. All calls O(1).
 */
final class IdPositions {
    private static final long EMPTY = -1;

    private long[] ids = filled(1_024);
    private int[] positions = new int[1_024];
    private int size;

    private static long[] filled(int length) {
        var ids = new long[length];
        Arrays.fill(ids, EMPTY);
        return ids;
    }

    int size() {
        return size;
    }

    /** Whether the id is new. */
    boolean add(long id, int position) {
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        int at = place(id);
        if (ids[at] == id) {
            return false;
        }
        ids[at] = id;
        positions[at] = position;
        size++;
        return true;
    }

    /** The position of an id, -1 where there is none. */
    int get(long id) {
        int at = place(id);
        return ids[at] == EMPTY ? -1 : positions[at];
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldPositions = positions;
        ids = filled(oldIds.length * 2);
        positions = new int[oldIds.length * 2];
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != EMPTY) {
                int at = place(oldIds[i]);
                ids[at] = oldIds[i];
                positions[at] = oldPositions[i];
            }
        }
    }

    private int place(long id) {
        int mask = ids.length - 1;
        int at = (int) ((id * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (ids[at] != EMPTY && ids[at] != id) {
            at = (at + 1) & mask;
        }
        return at;
    }
}
