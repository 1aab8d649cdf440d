package io.banyan.cli.quickstart;

import java.io.Serial;

/** Something is not as it must be. The message is one sentence for people. */
public final class QuickstartFailure extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    QuickstartFailure(String message) {
        super(message);
    }
}
