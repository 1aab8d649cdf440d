package io.banyan.rpc.wire.session;

/**
 * A message between parent and child has more bytes than the other side would take. It was not sent, and the session is
 * as it was.
 */
public final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Creates the exception for a message of the given size. */
    public TooLargeException(long bytes) {
        super("The message has " + bytes + " bytes, but the limit between instances is " + Chunks.MAX_FRAME_BYTES
                + ".");
    }

    /** One sentence for people. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
