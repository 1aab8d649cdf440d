package io.banyan.match.policy;

import java.util.Arrays;
import java.util.Locale;

/** Who decides what a "no" of the matcher is called, and which later times are looked at. */
public enum MatchRules {
    /** The empty system decides what is unsatisfiable, and every time at which something changes is looked at. */
    BANYAN,
    /** As Fluxion's resource-query has it, so that {@code banyan query} prints what it prints. */
    FLUXION;

    /** Its name. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException where there are no such rules
     */
    public static MatchRules parse(String text) {
        return Arrays.stream(values())
                .filter(rules -> rules.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("rules are banyan or fluxion, found '" + text + "'"));
    }
}
