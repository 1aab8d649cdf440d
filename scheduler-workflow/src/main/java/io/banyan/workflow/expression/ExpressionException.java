package io.banyan.workflow.expression;

import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An expression that has no value. The message says in one sentence why, without a position. */
public final class ExpressionException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final @Nullable String place;

    /** Keeps the sentence. */
    public ExpressionException(String message) {
        this(message, null);
    }

    private ExpressionException(String message, @Nullable String place) {
        super(message);
        this.place = place;
    }

    /** Returns the same with the file, line and column of the expression. */
    public ExpressionException at(String stated) {
        return new ExpressionException(String.valueOf(getMessage()), stated);
    }

    /** Returns the file, line and column of the expression, if they are known. */
    public Optional<String> place() {
        return Optional.ofNullable(place);
    }
}
