package io.banyan.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sets of properties that vertices have, each once, however many vertices have it; forgotten when none has it any
 * more. A change makes another set: O(its properties), and O(1) where the same change was made just before.
 */
final class PropertySets {
    /** The set that vertices without properties have. */
    static final int NONE = 0;

    /** About what an entry of a map of strings takes, with its key and value. */
    private static final long BYTES_PER_ENTRY = 160;

    private final List<SortedMap<String, String>> sets = new ArrayList<>();
    private final Map<SortedMap<String, String>, Integer> ids = new HashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private final List<Integer> users = new ArrayList<>();
    private Change last = new Change(NONE, "", null, NONE);

    /** From one set to another, by a new value of a property, or by none. */
    private record Change(int from, String key, @Nullable String value, int to) {
        boolean is(int otherFrom, String otherKey, @Nullable String otherValue) {
            return from == otherFrom
                    && key.equals(otherKey)
                    && (value == null ? otherValue == null : value.equals(otherValue));
        }
    }

    PropertySets() {
        sets.add(Collections.emptySortedMap());
        users.add(0);
    }

    Map<String, String> get(int set) {
        return sets.get(set);
    }

    /** The set that a vertex has instead of one that it had, once a property has this value, or is gone. */
    int changed(int from, String key, @Nullable String value) {
        if (!last.is(from, key, value)) {
            last = new Change(from, key, value, intern(from, key, value));
        }
        int to = last.to;
        use(to, 1);
        use(from, -1);
        return to;
    }

    /** A vertex that had this set is gone. */
    void released(int set) {
        use(set, -1);
    }

    private int intern(int from, String key, @Nullable String value) {
        SortedMap<String, String> changed = new TreeMap<>(sets.get(from));
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        if (changed.isEmpty()) {
            return NONE;
        }
        Integer known = ids.get(changed);
        if (known != null) {
            return known;
        }
        int id = free.isEmpty() ? sets.size() : free.pop();
        SortedMap<String, String> kept = Collections.unmodifiableSortedMap(changed);
        if (id == sets.size()) {
            sets.add(kept);
            users.add(0);
        } else {
            sets.set(id, kept);
        }
        ids.put(kept, id);
        return id;
    }

    private void use(int set, int more) {
        if (set == NONE) {
            return;
        }
        int now = users.get(set) + more;
        users.set(set, now);
        if (now == 0) {
            ids.remove(sets.get(set));
            sets.set(set, Collections.emptySortedMap());
            free.push(set);
            last = new Change(NONE, "", null, NONE);
        }
    }

    /** How many different sets there are; none is not counted. */
    int size() {
        return ids.size();
    }

    /** About what they take. O(sets). */
    long bytes() {
        long entries = ids.keySet().stream().mapToLong(set -> 1L + set.size()).sum();
        return entries * BYTES_PER_ENTRY;
    }
}
