package io.banyan.rpc.daemon;

/**
 * A daemon that cannot start. The message is for people: one sentence, and sometimes a second line that begins with
 * "Maybe".
 */
public final class DaemonException extends Exception {
    private static final long serialVersionUID = 1L;

    DaemonException(String message) {
        super(message);
    }

    DaemonException(String message, Throwable cause) {
        super(message, cause);
    }
}
