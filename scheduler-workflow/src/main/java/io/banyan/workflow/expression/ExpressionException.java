package io.banyan.workflow.expression;

import java.io.Serial;

/** An expression that has no value. The message says in one sentence why, without a position. */
public final class ExpressionException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Keeps the sentence. */
    public ExpressionException(String message) {
        super(message);
    }
}
