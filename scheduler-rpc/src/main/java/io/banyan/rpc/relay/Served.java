package io.banyan.rpc.relay;

import io.banyan.rpc.wire.session.Payload;

/**
 * A call that this instance serves for the thread that delivers its request. For one thread, except for {@link
 * #cancel()}.
 */
public interface Served {
    /** Lets the service begin. Whatever checks calls may end it at once. */
    void begin();

    /** The request has come whole. */
    void receive(Payload request);

    /** Whether it is over. */
    boolean isOver();

    /** Cancels the call, because its caller no longer waits. Any thread may call. */
    void cancel();
}
