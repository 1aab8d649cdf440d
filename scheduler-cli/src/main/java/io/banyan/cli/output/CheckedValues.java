package io.banyan.cli.output;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Makes values from the user's input. */
public final class CheckedValues {
    private CheckedValues() {}

    /**
     * The value, where the words keep the rules.
     *
     * @throws CommandFailure wrong use, where they do not
     */
    public static <T> T value(Supplier<T> words) {
        try {
            return words.get();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Requires distinct values of an option with a list, where these values are compared.
     *
     * @throws CommandFailure wrong use, where something is named twice
     */
    public static void requireDistinct(String option, List<?> values) {
        Set<Object> seen = new HashSet<>();
        for (Object value : values) {
            if (!seen.add(value)) {
                throw CommandFailure.wrongUse(option + " names " + value + " twice");
            }
        }
    }
}
