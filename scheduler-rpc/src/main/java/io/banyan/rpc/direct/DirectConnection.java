package io.banyan.rpc.direct;

import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.IncomingCall;
import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.relay.Served;
import io.banyan.rpc.security.Connection;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.transport.ConnectionLimits;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.DirectHead;
import io.banyan.rpc.wire.session.Payload;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that carries one direct call. One virtual thread reads the request; another writes the answer and closes
 * the connection.
 */
final class DirectConnection implements AnswerTo, Connection {
    private static final Logger LOG = LoggerFactory.getLogger(DirectConnection.class);

    private final SocketChannel channel;
    private final Peer peer;
    private final LocalCalls calls;
    private final OpenCalls open;
    private boolean isRequestRead;
    private @Nullable Runnable answer;

    DirectConnection(SocketChannel channel, Peer peer, LocalCalls calls, OpenCalls open) {
        this.channel = channel;
        this.peer = peer;
        this.calls = calls;
        this.open = open;
    }

    @Override
    public Optional<Peer> peer() {
        return Optional.of(peer);
    }

    @Override
    public boolean admit(String client, boolean isOwner) {
        return true; // The server counted the connection when it accepted it.
    }

    /** Serves the call to its end. */
    void serve() throws IOException {
        Future<?> late = calls.after(ConnectionLimits.HANDSHAKE, this::close);
        try {
            DirectHead.Call call = DirectHead.Call.read(Frames.read(channel, Frames.MOST_CALL_HEAD));
            ServerStreamTracer tracer = open.newServerStreamTracer(call.method(), call.headers());
            try {
                serve(call, tracer, late);
            } finally {
                tracer.streamClosed(Status.OK);
            }
        } catch (StatusRuntimeException unknown) {
            write(Optional.empty(), unknown);
        } catch (WireException malformed) {
            write(Optional.empty(), malformed.failure().because(Failure.sentenceOf(malformed)));
        } catch (Frames.TooLongException e) {
            write(Optional.empty(), Failure.TOO_LARGE.because(Failure.sentenceOf(e)));
        } finally {
            late.cancel(false);
        }
    }

    private void serve(DirectHead.Call call, ServerStreamTracer tracer, Future<?> late) throws IOException {
        Context.CancellableContext context = calls.until(tracer.filterContext(Context.ROOT), call.timeoutMillis());
        Attributes attributes =
                Attributes.newBuilder().set(Connection.KEY, this).build();
        Served served = calls.open(call.method(), new IncomingCall(call.headers(), attributes, context, tracer), this)
                .orElse(null);
        if (served == null) {
            context.cancel(null);
            throw unknown(call.method());
        }
        try {
            served.begin();
            byte[] request = Frames.read(channel, ConnectionLimits.MAX_REQUEST_BYTES, piece -> {
                tracer.inboundWireSize(piece);
                return !served.isOver();
            });
            late.cancel(false);
            tracer.inboundMessageRead(0, request.length, request.length);
            // Its time may be over by now, and it was answered then.
            if (!served.isOver()) {
                served.receive(Payload.of(request));
            }
            requestIsRead();
            awaitEnd();
        } finally {
            served.cancel();
        }
    }

    private static StatusRuntimeException unknown(String method) {
        return Status.UNIMPLEMENTED
                .withDescription("There is no method " + method + " for direct calls.")
                .asRuntimeException();
    }

    /**
     * Waits until this side closes the connection, since the answer is written, or the client does, since it does not
     * wait for the answer any more. A client that sends more than its request breaks the protocol, and is not served.
     */
    private void awaitEnd() throws IOException {
        var unused = channel.read(ByteBuffer.allocate(1));
    }

    /**
     * Handles the answer. A separate thread writes it, because the client may read slowly, and only after the request
     * was read: closing a connection with unread bytes would discard the answer.
     */
    @Override
    public void add(Optional<Payload> message, Optional<StatusRuntimeException> end) {
        if (end.isEmpty()) {
            return;
        }
        Runnable writing = () -> write(message, end.get());
        synchronized (this) {
            if (!isRequestRead) {
                answer = writing;
                return;
            }
        }
        start(writing);
    }

    private void requestIsRead() {
        Runnable waiting;
        synchronized (this) {
            isRequestRead = true;
            waiting = answer;
        }
        if (waiting != null) {
            start(waiting);
        }
    }

    private static void start(Runnable writing) {
        Thread.ofVirtual().name("banyan-direct").start(writing);
    }

    private void write(Optional<Payload> message, StatusRuntimeException end) {
        try {
            Metadata trailers = end.getTrailers();
            Frames.write(
                    channel,
                    new DirectHead.Answer(end.getStatus(), trailers == null ? new Metadata() : trailers).bytes());
            if (end.getStatus().isOk()) {
                Frames.write(channel, message.orElse(Payload.of(new byte[0])));
            }
        } catch (IOException gone) {
            LOG.debug("A direct call ended before its answer was read: {}", gone.getMessage());
        } finally {
            close();
        }
    }

    private void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("A direct connection did not close: {}", e.getMessage());
        }
    }
}
