package io.banyan.schedule;

import java.util.Arrays;
import java.util.Locale;

/** The formats in which resources of jobs are given back to a scheduler, by Fluxion's names. */
public enum GivenFormat {
    /** JGF with every vertex. */
    JGF,
    /** JGF in which an exclusive vertex stands for all below it as well. */
    JGF_SHORTHAND,
    /** R (RFC 20), of which the execution part is read. */
    RV1EXEC,
    /** R as a whole: read by the value of its key {@code scheduling}, or by the execution part if there is none. */
    RV1;

    /** The names, for messages. */
    public static final String NAMES = "jgf, jgf_shorthand, rv1exec or rv1";

    /** Returns the name of the format. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException where there is no such format; the message names those that there are
     */
    public static GivenFormat parse(String text) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(text))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("a format must be " + NAMES + ", found '" + text + "'"));
    }
}
