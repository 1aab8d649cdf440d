package io.banyan.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * For each rank the vertices at which it begins: those that carry it while their parent does not. Usually one node a
 * rank. O(1) a call where that is so.
 */
final class RankIndex {
    private static final int[] NONE = {};

    private final Map<Integer, int[]> tops = new HashMap<>();

    void add(int rank, int v) {
        int[] had = tops.getOrDefault(rank, NONE);
        int[] has = Arrays.copyOf(had, had.length + 1);
        has[had.length] = v;
        tops.put(rank, has);
    }

    void remove(int rank, int v) {
        int[] left =
                Arrays.stream(tops.getOrDefault(rank, NONE)).filter(w -> w != v).toArray();
        if (left.length == 0) {
            tops.remove(rank);
        } else {
            tops.put(rank, left);
        }
    }

    int[] get(int rank) {
        return tops.getOrDefault(rank, NONE).clone();
    }

    int size() {
        return tops.size();
    }

    /** About what the map takes: an entry, its key and an array for each rank. O(1). */
    long bytes() {
        return tops.size() * 88L;
    }
}
