package io.banyan.instance.message.value;

import java.util.Locale;

/** The state of a child instance, as far as its parent knows. */
public enum ChildState {
    /** The process of the child was asked for; the child has not registered yet. */
    STARTING,
    /** The child has registered, and its lease is valid. */
    LIVE,
    /**
     * The lease of the child has expired, or its process has ended without a leave message. Its resources stay
     * allocated (docs/internals/architecture.md, rule 6: "Lost is not gone").
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
