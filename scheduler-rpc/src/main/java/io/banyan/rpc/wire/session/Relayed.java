package io.banyan.rpc.wire.session;

import io.grpc.StatusRuntimeException;
import java.util.Optional;

/** The parts of relayed calls that pass along a session. */
public sealed interface Relayed {
    /** Chosen by the parent, once in a session. */
    long id();

    /** From parent to child. */
    sealed interface Down extends Relayed, ToChild {}

    /** A client calls the child, or an instance below it. */
    record Ask(long id, RelayedCall call) implements Down {}

    /** The caller no longer waits for the answer. */
    record Cancelled(long id) implements Down {}

    /** So many more messages of the answer are taken. */
    record More(long id, int messages) implements Down {}

    /**
     * From child to parent: something of the answer.
     *
     * @param message a message of it
     * @param end the status that ends it
     */
    record Answer(long id, Optional<Payload> message, Optional<StatusRuntimeException> end)
            implements Relayed, ToParent {}
}
