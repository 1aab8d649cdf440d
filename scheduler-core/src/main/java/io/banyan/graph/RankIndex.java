package io.banyan.graph;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * For each rank the vertices at which it begins: those that carry it while their parent does not, in the order in which
 * they came. Usually one node a rank. O(1) a call, but for reading them.
 */
final class RankIndex {
    /** By rank: an immutable set of one, or a set that is kept up. */
    private final Map<Integer, Set<Integer>> tops = new HashMap<>();

    void add(int rank, int v) {
        Set<Integer> had = tops.putIfAbsent(rank, Set.of(v));
        if (had == null) {
            return;
        }
        Set<Integer> all = had.size() > 1 ? had : new LinkedHashSet<>(had);
        all.add(v);
        tops.put(rank, all);
    }

    void remove(int rank, int v) {
        Set<Integer> had = tops.getOrDefault(rank, Set.of());
        if (!had.contains(v)) {
            return;
        }
        if (had.size() == 1) {
            tops.remove(rank);
        } else if (had.size() == 2) {
            had.remove(v);
            tops.put(rank, Set.copyOf(had));
        } else {
            had.remove(v);
        }
    }

    int[] get(int rank) {
        return tops.getOrDefault(rank, Set.of()).stream()
                .mapToInt(Integer::intValue)
                .toArray();
    }

    int size() {
        return tops.size();
    }

    /** About what the map takes: an entry, its key and a set of one for each rank. O(1). */
    long bytes() {
        return tops.size() * 88L;
    }
}
