package io.banyan.workflow.fill;

import java.util.Locale;

/** The choice of the cores of a task among the domains (sockets or NUMA nodes) of a worker. */
public enum CorePlacement {
    /** The smallest number of domains that the free cores allow. */
    COMPACT,
    /** Equal parts of all domains, as far as the free cores allow. */
    SCATTER,
    /** The smallest number of domains on an idle worker; the task waits until they are free. */
    TIGHT;

    /** Returns the word of users. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the placement of a word.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static CorePlacement parse(String word) {
        for (CorePlacement placement : values()) {
            if (placement.word().equals(word)) {
                return placement;
            }
        }
        throw new IllegalArgumentException("the placement is compact, scatter or tight, not '" + word + "'");
    }
}
