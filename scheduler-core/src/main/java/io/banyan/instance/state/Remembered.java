package io.banyan.instance.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The latest values by id, up to a limit, beyond which the oldest is forgotten. All calls O(1). */
public final class Remembered<V> {
    private final Map<String, V> byId = new LinkedHashMap<>();
    private final int limit;

    Remembered(int limit) {
        this.limit = limit;
    }

    void put(String id, V value) {
        byId.put(id, value);
        if (byId.size() > limit) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    /** The value of this id; empty where there was none, or it was forgotten. */
    public Optional<V> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    @Override
    public String toString() {
        return byId.toString();
    }
}
