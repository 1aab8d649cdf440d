package io.banyan.instance.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Points in time by key, the next one first. All calls O(log n). */
public final class Deadlines<K extends Comparable<K>> {
    /** No deadline at all. */
    public static final long NEVER = Long.MAX_VALUE;

    private final Map<K, Long> byKey = new HashMap<>();
    private final TreeSet<Due<K>> inOrder = new TreeSet<>();

    /** So many milliseconds after a time; {@link #NEVER} where that is beyond all time. */
    public static long after(long millis, long wait) {
        return wait > NEVER - millis ? NEVER : millis + wait;
    }

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

    /** The time of the next one, or {@link #NEVER}. */
    public long next() {
        return inOrder.isEmpty() ? NEVER : inOrder.first().atMillis();
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
