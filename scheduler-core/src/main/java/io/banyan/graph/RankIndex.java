package io.banyan.graph;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * For each rank the vertices at which it begins: those that carry it while their parent does not, in the order of their
 * indices. Usually one node a rank. Made when it is first asked, O(V), and kept up from then on, O(1) a change.
 */
final class RankIndex {
    private final GraphStore store;
    private boolean made;
    /** By rank: an immutable set of one, or a set that is kept up. */
    private final Map<Integer, Set<Integer>> tops = new HashMap<>();

    RankIndex(GraphStore store) {
        this.store = store;
    }

    /** Whether it is kept up. */
    boolean isMade() {
        return made;
    }

    /** A vertex came; its parent is known. */
    void add(int v) {
        if (made && store.beginsRank(v)) {
            put(store.vertices.rank(v), v);
        }
    }

    private void put(int rank, int v) {
        Set<Integer> had = tops.putIfAbsent(rank, Set.of(v));
        if (had == null) {
            return;
        }
        Set<Integer> all = had.size() > 1 ? had : new LinkedHashSet<>(had);
        all.add(v);
        tops.put(rank, all);
    }

    /** A vertex goes. */
    void remove(int v) {
        int rank = store.vertices.rank(v);
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
        make();
        return tops.getOrDefault(rank, Set.of()).stream()
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
    }

    int size() {
        make();
        return tops.size();
    }

    private void make() {
        if (made) {
            return;
        }
        made = true;
        for (int v = 0; v < store.bound(); v++) {
            if (store.vertices.contains(v) && store.isMember(v, Subsystems.CONTAINMENT)) {
                add(v);
            }
        }
    }

    /** About what the map takes: an entry, its key and a set of one for each rank. O(1). */
    long bytes() {
        return tops.size() * 88L;
    }
}
