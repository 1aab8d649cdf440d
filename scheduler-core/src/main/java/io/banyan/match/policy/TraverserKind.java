package io.banyan.match.policy;

import java.util.Arrays;
import java.util.Locale;

/** The meaning of several slots on one level, by Fluxion's names of its traversers. */
public enum TraverserKind {
    /** One slot a level. */
    SIMPLE,
    /** Slots on one level are alternatives: any mix of them, or with {@code xor_slot} one for the whole request. */
    FLEXIBLE;

    /** Name in Fluxion's options. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException where there is no such traverser; the message names those that there are
     */
    public static TraverserKind parse(String text) {
        for (TraverserKind kind : values()) {
            if (kind.label().equals(text)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("There is no traverser '" + text + "'; expected "
                + String.join(
                        " and ",
                        Arrays.stream(values()).map(TraverserKind::label).toList()) + ".");
    }
}
