package io.banyan.sim.trace;

/** A file is no trace of jobs. The message is for people, and names the line. */
public final class TraceException extends Exception {
    private static final long serialVersionUID = 1;

    TraceException(String message) {
        super(message);
    }
}
