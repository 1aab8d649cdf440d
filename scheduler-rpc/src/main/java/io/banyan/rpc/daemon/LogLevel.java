package io.banyan.rpc.daemon;

import ch.qos.logback.classic.Level;

/** How much a daemon logs, from the least to the most. */
public enum LogLevel {
    /** What went wrong here. */
    ERROR,
    /** What an administrator should look at, too. */
    WARN,
    /** What happened, too. */
    INFO,
    /** What helps to find a bug, too. */
    DEBUG;

    Level level() {
        return Level.toLevel(name());
    }
}
