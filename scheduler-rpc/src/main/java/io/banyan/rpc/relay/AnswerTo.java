package io.banyan.rpc.relay;

import io.banyan.rpc.wire.session.Payload;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/** The recipient of the answer to a relayed call. Called by one thread at a time; must not block. */
public interface AnswerTo {
    /**
     * Something of the answer has come.
     *
     * @param message a message of it
     * @param end the status that ends the call, after which nothing comes
     */
    void add(Optional<Payload> message, Optional<StatusRuntimeException> end);

    /** The call ends with this status. */
    default void end(StatusRuntimeException status) {
        add(Optional.empty(), Optional.of(status));
    }
}
