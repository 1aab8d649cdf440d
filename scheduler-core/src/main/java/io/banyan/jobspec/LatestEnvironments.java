package io.banyan.jobspec;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The latest environments that were read. Jobs that are submitted from one shell have equal environments of several
 * kilobytes each, and thousands of such jobs can wait: they share one. Jobs whose environments differ in a few
 * variables share the names and values of the others. Any thread may call.
 */
final class LatestEnvironments {
    private static final int MOST = 64;
    private static final int MOST_TEXTS = 8_192;
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final Map<Map<String, String>, Map<String, String>> LATEST = new LinkedHashMap<>(16, 0.75f, true);
    private static final Texts TEXTS = new Texts();

    /** The latest names and values. */
    private static final class Texts {
        private final Map<String, String> latest = new LinkedHashMap<>(16, 0.75f, true);
        private int characters;

        /** A text that is equal to this one. */
        String shared(String text) {
            String known = latest.get(text);
            if (known != null) {
                return known;
            }
            latest.put(text, text);
            characters += text.length();
            while (latest.size() > MOST_TEXTS || characters > MOST_CHARACTERS) {
                String oldest = latest.keySet().iterator().next();
                latest.remove(oldest);
                characters -= oldest.length();
            }
            return text;
        }
    }

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
            Map<String, String> own = new LinkedHashMap<>();
            environment.forEach((name, value) -> own.put(TEXTS.shared(name), TEXTS.shared(value)));
            Map<String, String> copy = Collections.unmodifiableMap(own);
            LATEST.put(copy, copy);
            if (LATEST.size() > MOST) {
                LATEST.remove(LATEST.keySet().iterator().next());
            }
            return copy;
        }
    }
}
