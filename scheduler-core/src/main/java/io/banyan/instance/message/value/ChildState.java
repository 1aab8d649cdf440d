package io.banyan.instance.message.value;

import java.util.Locale;

/** The state of a child instance, as far as its parent knows. */
public enum ChildState {
    /** The process of the child was asked for; the child has not registered yet. */
    STARTING,
    /** The child has registered, and its lease is good. */
    LIVE,
    /**
     * The lease of the child ended, or its process did without taking leave. What it holds stays allocated (DESIGN
     * section 6, rule 4).
     */
    LOST,
    /** The child has taken its leave, so that nothing below it runs any more; or its job has ended. */
    GONE;

    /** Returns the state as people read it: {@code lost}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
