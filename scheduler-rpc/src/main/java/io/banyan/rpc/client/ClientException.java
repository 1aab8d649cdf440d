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

    ClientException(Failure failure, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.failure = failure;
    }

    ClientException(Failure failure, String message) {
        super(message);
        this.failure = failure;
    }

    /** Whether the daemon knows nothing of the call, as one of an earlier version. */
    public boolean isUnknownCall() {
        return getCause() instanceof StatusRuntimeException error
                && error.getStatus().getCode() == Status.Code.UNIMPLEMENTED
                && !Failure.isFromDaemon(error);
    }

    /** Why, for machines. */
    public Failure failure() {
        return failure;
    }
}
