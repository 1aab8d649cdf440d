package io.banyan.cli.query;

import java.io.Serial;

/** The failure of one command of a session. The session continues. It has no stack trace. */
final class QueryFailure extends Exception {
    private static final String ERROR = "ERROR";

    @Serial
    private static final long serialVersionUID = 1L;

    private final String label;

    QueryFailure(String message) {
        this(ERROR, message);
    }

    /**
     * A failure whose line scripts compare.
     *
     * @param label how the line begins, before a colon
     */
    QueryFailure(String label, String message) {
        super(message, null, false, false);
        this.label = label;
    }

    /** A command with a word that cannot be where it is. */
    static QueryFailure malformed(String why) {
        return new QueryFailure("malformed command: " + why);
    }

    /** A jobspec that cannot be read, or that no graph can satisfy. */
    static QueryFailure jobspec(String why) {
        return new QueryFailure("Jobspec error", why);
    }

    /** The line on standard error. */
    String line() {
        return label + ": " + getMessage();
    }
}
