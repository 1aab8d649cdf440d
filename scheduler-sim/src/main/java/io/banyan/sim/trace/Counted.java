package io.banyan.sim.trace;

import java.util.Locale;

/** What of a job is counted, where a trace says both. */
public enum Counted {
    PROCESSORS,
    NODES;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
