package io.banyan.sim.generate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings behind the name of a model: {@code jobs=1000,nodes=256}. */
final class ModelSettings {
    private final String model;
    private final Map<String, String> values = new LinkedHashMap<>();

    /**
     * Reads them.
     *
     * @param known the keys that there are
     */
    ModelSettings(String model, String words, List<String> known) {
        this.model = model;
        for (String word : words.isEmpty() ? new String[0] : words.split(",", -1)) {
            int sign = word.indexOf('=');
            String key = sign < 0 ? word : word.substring(0, sign);
            if (sign < 0 || !known.contains(key)) {
                throw new IllegalArgumentException(
                        "expected for " + model + " one of " + String.join("=, ", known) + "=, found '" + word + "'");
            }
            if (values.put(key, word.substring(sign + 1)) != null) {
                throw new IllegalArgumentException(model + " has " + key + " twice");
            }
        }
    }

    /** A whole number between two others. */
    long number(String key, long usual, long least, long most) {
        String value = values.getOrDefault(key, Long.toString(usual));
        if (!value.matches("\\d{1,18}") || Long.parseLong(value) < least || Long.parseLong(value) > most) {
            throw new IllegalArgumentException(key + " of " + model + " must be a number from " + least + " to " + most
                    + ", found '" + value + "'");
        }
        return Long.parseLong(value);
    }

    /** One of these words. */
    String word(String key, String usual, List<String> words) {
        String value = values.getOrDefault(key, usual);
        if (!words.contains(value)) {
            throw new IllegalArgumentException(
                    key + " of " + model + " must be one of " + String.join(", ", words) + ", found '" + value + "'");
        }
        return value;
    }
}
