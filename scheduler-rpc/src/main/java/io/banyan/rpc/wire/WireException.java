package io.banyan.rpc.wire;

/**
 * A message that cannot be turned into a value of the core: a field is missing, out of its range or at odds with
 * another. The message is one sentence for the sender.
 */
public final class WireException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Failure failure;

    /** A malformed message. */
    public WireException(String message) {
        this(Failure.INVALID, message);
    }

    /** A malformed message that another error brought about. */
    public WireException(String message, Throwable cause) {
        super(message, cause);
        this.failure = Failure.INVALID;
    }

    /** A message that is refused for another reason. */
    public WireException(Failure failure, String message) {
        super(message);
        this.failure = failure;
    }

    /** The word for the sender's machine. */
    public Failure failure() {
        return failure;
    }
}
