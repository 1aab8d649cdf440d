package io.banyan.graph.io;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A format that graphs are read from. */
public enum GraphFormat {
    /** A generation recipe in GraphML. */
    GRUG,
    /** The JSON graph format (RFC 4). */
    JGF;

    /**
     * The format of this name, such as {@code grug}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static GraphFormat parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no graph format '" + name + "'; grug or jgf is expected."));
    }

    /** The format of a text that begins so, by its first character that is not blank; nothing if it is neither. */
    public static Optional<GraphFormat> detect(String beginning) {
        String text = beginning.startsWith("\uFEFF") ? beginning.substring(1) : beginning;
        return switch (text.isBlank() ? ' ' : text.stripLeading().charAt(0)) {
            case '<' -> Optional.of(GRUG);
            case '{' -> Optional.of(JGF);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
