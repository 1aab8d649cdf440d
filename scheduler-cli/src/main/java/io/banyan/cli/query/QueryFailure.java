package io.banyan.cli.query;

import java.io.Serial;

/** One command of a session that could not be done; the session goes on. Where it was found out is of no interest to anybody. */
final class QueryFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    QueryFailure(String message) {
        super(message, null, false, false);
    }
}
