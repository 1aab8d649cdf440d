package io.banyan.rpc.pmi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One line that a rank sends: words of the form {@code KEY=VALUE}. A word {@code value=} begins a text that goes to the
 * end of the line.
 *
 * @param name the value of {@code cmd} or {@code mcmd}; empty where the line has none
 * @param values all others
 */
record PmiCommand(String name, Map<String, String> values) {
    private static final String VALUE = " value=";

    /** Reads a line. O(length). */
    static PmiCommand parse(String line) {
        Map<String, String> values = new LinkedHashMap<>();
        int at = line.indexOf(VALUE);
        for (String word : (at < 0 ? line : line.substring(0, at)).strip().split(" +", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        if (at >= 0) {
            values.put("value", line.substring(at + VALUE.length()));
        }
        String single = values.remove("cmd");
        String several = values.remove("mcmd");
        return new PmiCommand(single != null ? single : several != null ? several : "", values);
    }

    /** The value of a key; empty text where it has none. */
    String get(String key) {
        return values.getOrDefault(key, "");
    }

    /** The whole number that a key has; empty where it has none. */
    OptionalInt number(String key) {
        try {
            return OptionalInt.of(Integer.parseInt(get(key)));
        } catch (NumberFormatException none) {
            return OptionalInt.empty();
        }
    }
}
