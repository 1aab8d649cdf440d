package io.banyan.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Strings that repeat (basenames, units), numbered as they are first seen and never forgotten. All calls O(1). */
final class Strings {
    private final List<String> strings = new ArrayList<>();
    private final Map<String, Integer> ids = new HashMap<>();

    int intern(String string) {
        Integer known = ids.putIfAbsent(string, strings.size());
        if (known != null) {
            return known;
        }
        strings.add(string);
        return strings.size() - 1;
    }

    String get(int id) {
        return strings.get(id);
    }
}
