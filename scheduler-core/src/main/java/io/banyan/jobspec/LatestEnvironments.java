package io.banyan.jobspec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest environments that were read. Jobs that are submitted from one shell have equal environments of several kilobytes each, and thousands of such jobs can
 * wait: they share one.
 */
final class LatestEnvironments {
    private static final int MOST = 64;
    private static final Map<Map<String, String>, Map<String, String>> LATEST = new LinkedHashMap<>(16, 0.75f, true);

    private LatestEnvironments() {}

    /** An unmodifiable map that is equal to this one, in the same order. O(its size). */
    static Map<String, String> shared(Map<String, String> environment) {
        if (environment.isEmpty()) {
            return Map.of();
        }
        synchronized (LATEST) {
            Map<String, String> known = LATEST.get(environment);
            if (known != null && List.copyOf(known.keySet()).equals(List.copyOf(environment.keySet()))) {
                return known;
            }
            Map<String, String> copy = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            LATEST.put(copy, copy);
            if (LATEST.size() > MOST) {
                LATEST.remove(LATEST.keySet().iterator().next());
            }
            return copy;
        }
    }
}
