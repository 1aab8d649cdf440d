package io.banyan.rpc.client;

import io.banyan.rpc.wire.Failure;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.jspecify.annotations.Nullable;

/**
 * A call that failed. The message is for people: one sentence, and sometimes a second line that begins with "Maybe".
 */
public final class ClientException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Failure failure;
    private final boolean mayHaveBeenDone;

    ClientException(Failure failure, String message, @Nullable Throwable cause) {
        this(failure, message, cause, false);
    }

    /** @param mayHaveBeenDone see {@link #mayHaveBeenDone} */
    ClientException(Failure failure, String message, @Nullable Throwable cause, boolean mayHaveBeenDone) {
        super(message, cause);
        this.failure = failure;
        this.mayHaveBeenDone = mayHaveBeenDone;
    }

    ClientException(Failure failure, String message) {
        super(message);
        this.failure = failure;
        this.mayHaveBeenDone = false;
    }

    /**
     * This failure with a hint for a call that the user must not simply repeat. If the daemon may have performed the
     * request, the hint replaces the advice to try again.
     */
    ClientException withHint(String hint) {
        return mayHaveBeenDone ? new ClientException(failure, withoutHint() + "\n" + hint, getCause(), true) : this;
    }

    /** The first sentence of the message. */
    public String withoutHint() {
        return String.valueOf(getMessage()).lines().findFirst().orElse("");
    }

    /** Whether the daemon knows nothing of the call, as one of an earlier version. */
    public boolean isUnknownCall() {
        return getCause() instanceof StatusRuntimeException error
                && error.getStatus().getCode() == Status.Code.UNIMPLEMENTED
                && !Failure.isFromDaemon(error);
    }

    /**
     * Whether the daemon may have performed the request although it did not answer: the connection was lost, or the
     * time was over, after the call had been sent.
     */
    public boolean mayHaveBeenDone() {
        return mayHaveBeenDone;
    }

    /** Why, for machines. */
    public Failure failure() {
        return failure;
    }
}
