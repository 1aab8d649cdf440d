package io.banyan.rpc.store;

import java.io.IOException;

/** The server that keeps a journal does not answer, or the connection to it is lost. The message is one sentence. */
public final class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
