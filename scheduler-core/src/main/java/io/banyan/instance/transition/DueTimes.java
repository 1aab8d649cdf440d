package io.banyan.instance.transition;

import io.banyan.instance.state.Deadlines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Points in time by key, the next one first, for which a handler of events waits. A new process has none until its
 * handlers set them again. All calls O(log n).
 */
public final class DueTimes<K extends Comparable<K>> {
    private final Map<K, Long> byKey = new HashMap<>();
    private final TreeSet<Due<K>> inOrder = new TreeSet<>();

    public void set(K key, long atMillis) {
        remove(key);
        byKey.put(key, atMillis);
        inOrder.add(new Due<>(atMillis, key));
    }

    public void remove(K key) {
        Long old = byKey.remove(key);
        if (old != null) {
            inOrder.remove(new Due<>(old, key));
        }
    }

    public boolean has(K key) {
        return byKey.containsKey(key);
    }

    public void clear() {
        byKey.clear();
        inOrder.clear();
    }

    /** The time of the next one, or {@link Deadlines#NEVER}. */
    public long next() {
        return inOrder.isEmpty() ? Deadlines.NEVER : inOrder.first().atMillis();
    }

    /** Takes out those that have come, in the order of their times. */
    public List<K> due(long nowMillis) {
        List<K> due = new ArrayList<>();
        while (next() <= nowMillis) {
            K key = inOrder.first().key();
            remove(key);
            due.add(key);
        }
        return due;
    }

    private record Due<K extends Comparable<K>>(long atMillis, K key) implements Comparable<Due<K>> {
        @Override
        public int compareTo(Due<K> other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            return byTime != 0 ? byTime : key.compareTo(other.key);
        }
    }
}
