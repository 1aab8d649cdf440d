package io.banyan.rpc.store;

import java.io.IOException;

/**
 * A journal cannot be used just now: its server does not answer, the connection to it is lost, or somebody else uses
 * it. Later it may be. The message is one sentence.
 */
public final class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
