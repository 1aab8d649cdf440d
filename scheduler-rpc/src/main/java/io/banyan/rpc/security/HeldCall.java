package io.banyan.rpc.security;

import io.banyan.rpc.wire.Failure;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call whose memory is counted. If the memory exceeds the limit, the request is not begun, or the answer is dropped.
 */
final class HeldCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private final OpenCalls.Held held;
    private final OpenCalls.Ending refused;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private HeldCall(ServerCall<Q, A> call, OpenCalls.Held held, OpenCalls.Ending refused) {
        super(call);
        this.held = held;
        this.refused = refused;
    }

    /**
     * Starts a call, and counts the memory that it holds if a counter exists.
     *
     * @param name of the caller; empty for a caller without one
     * @param refused is called if the call holds too much
     */
    static <Q, A> ServerCall.Listener<Q> start(
            String name,
            OpenCalls.Ending refused,
            ServerCall<Q, A> call,
            Metadata headers,
            ServerCallHandler<Q, A> next) {
        OpenCalls.Held held = OpenCalls.current().orElse(null);
        if (held == null) {
            return next.startCall(call, headers);
        }
        var counted = new HeldCall<>(call, held, refused);
        var type = call.getMethodDescriptor().getType();
        if (!held.begin(name, type.clientSendsOneMessage(), type.serverSendsOneMessage(), counted::refuse)) {
            counted.refuse(
                    Failure.OVERLOADED,
                    name.isEmpty()
                            ? "Too many calls without a token are open; try again later."
                            : "The open calls of '" + name + "' have reached their memory limit; try again later.");
            return new Listener<>() {};
        }
        return counted.listening(next.startCall(counted, headers));
    }

    private Listener<Q> listening(Listener<Q> next) {
        return new SimpleForwardingServerCallListener<>(next) {
            @Override
            public void onMessage(Q request) {
                if (!isOver.get()) {
                    super.onMessage(request);
                }
            }

            @Override
            public void onHalfClose() {
                held.finished();
                if (!isOver.get()) {
                    super.onHalfClose();
                }
            }
        };
    }

    private void refuse(Failure failure, String sentence) {
        if (isOver.compareAndSet(false, true)) {
            refused.end(failure, sentence);
            delegate().close(failure.status(sentence), failure.trailers());
        }
    }

    @Override
    public void sendHeaders(Metadata headers) {
        if (!isOver.get()) {
            super.sendHeaders(headers);
        }
    }

    @Override
    public void sendMessage(A message) {
        if (!held.hasRoomForAnswer()) {
            refuse(Failure.OVERLOADED, "The limit of unread answers is reached; read them and try again.");
        } else if (!isOver.get()) {
            super.sendMessage(message);
        }
    }

    @Override
    public void close(Status status, Metadata trailers) {
        if (isOver.compareAndSet(false, true)) {
            super.close(status, trailers);
        }
    }
}
