package io.banyan.document;

import java.io.Serial;

/**
 * A text that cannot be accepted. The message says in one sentence where, what was found and what was expected; a
 * second line that begins with "Maybe" follows where the mistake can be guessed.
 */
public final class DocumentException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    public DocumentException(String message) {
        super(message);
    }
}
