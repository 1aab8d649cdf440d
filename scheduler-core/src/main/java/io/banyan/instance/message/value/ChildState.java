package io.banyan.instance.message.value;

import java.util.Locale;

/** What a parent knows of a child instance. */
public enum ChildState {
    /** Its process was asked for; it has not registered yet. */
    STARTING,
    /** It has registered, and its lease is good. */
    LIVE,
    /**
     * Its lease ended, or its process did without taking leave. What it holds stays allocated (DESIGN section 6, rule
     * 4).
     */
    LOST,
    /** It has taken its leave, so that nothing below it runs any more; or its job has ended. */
    GONE;

    /** As people read it: {@code lost}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
