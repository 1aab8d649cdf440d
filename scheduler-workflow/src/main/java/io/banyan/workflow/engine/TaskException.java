package io.banyan.workflow.engine;

import java.io.Serial;

/** A task that cannot start, or whose outputs are not what its process states. The message is one sentence. */
public final class TaskException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    /** Keeps the sentence. */
    public TaskException(String message) {
        super(message);
    }
}
