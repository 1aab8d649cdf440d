package io.banyan.rpc.transport;

import java.io.IOException;

/** A socket whose listening user the client does not trust. The message is a sentence for people. */
public final class StrangeServerException extends IOException {
    private static final long serialVersionUID = 1L;

    StrangeServerException(String message) {
        super(message);
    }
}
