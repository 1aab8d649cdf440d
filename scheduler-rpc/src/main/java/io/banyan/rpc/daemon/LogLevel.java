package io.banyan.rpc.daemon;

import ch.qos.logback.classic.Level;

/** How much a daemon logs, from the least to the most. */
public enum LogLevel {
    /** Failures of the daemon. */
    ERROR,
    /** Also events that an administrator should look at. */
    WARN,
    /** Also normal events. */
    INFO,
    /** Also details for finding a defect. */
    DEBUG;

    Level level() {
        return Level.toLevel(name());
    }
}
