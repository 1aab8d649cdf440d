package io.banyan.sim.trace;

import java.util.Locale;

/** The unit in which the size of a job is counted, for traces that have both. */
public enum Counted {
    PROCESSORS,
    NODES;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
