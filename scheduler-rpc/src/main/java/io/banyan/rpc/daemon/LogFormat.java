package io.banyan.rpc.daemon;

/** How the lines of a daemon's log are written. */
public enum LogFormat {
    /** For people. */
    TEXT,
    /** For programs: an object a line. */
    JSON
}
