package io.banyan.rpc.store;

import java.io.IOException;

/**
 * The failure of a journal that cannot be used at the moment: its server does not answer, the connection is lost, or
 * another process uses it. It may work later. The message is one sentence.
 */
public final class UnreachableException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreachableException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
