package io.banyan.match.policy;

import java.util.Arrays;
import java.util.Locale;

/** The rules for the kind of a refusal, and for the later times that are tried. */
public enum MatchRules {
    /** A request is unsatisfiable if it fails on the empty system, and every change point is tried. */
    BANYAN,
    /** The rules of Fluxion's resource-query, so that {@code banyan query} prints what resource-query prints. */
    FLUXION;

    /** Returns the name of these rules. */
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
                .orElseThrow(
                        () -> new IllegalArgumentException("rules must be banyan or fluxion, found '" + text + "'"));
    }
}
