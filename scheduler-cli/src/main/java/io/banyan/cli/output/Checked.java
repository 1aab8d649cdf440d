package io.banyan.cli.output;

import java.util.function.Supplier;

/** Makes values of what the user wrote. */
public final class Checked {
    private Checked() {}

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
}
