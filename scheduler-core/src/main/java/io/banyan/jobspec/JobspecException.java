package io.banyan.jobspec;

import java.io.Serial;

/**
 * A jobspec that cannot be accepted. The message says in one sentence where, what was found and what was expected; a
 * second line that begins with "Maybe" follows where the mistake can be guessed.
 */
public final class JobspecException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public JobspecException(String message) {
        super(message);
    }
}
