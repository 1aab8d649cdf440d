package io.banyan.rpc.direct;

import io.banyan.rpc.transport.PeerUser;
import io.banyan.rpc.transport.UnixSocket;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.DirectHead;
import io.banyan.rpc.wire.session.Payload;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A direct call. The thread that sends the request makes the call and waits for the answer. The call carries no
 * credentials: the kernel identifies the calling user to the daemon. If no daemon listens, the other channel makes the
 * call.
 */
final class DirectCall<Q, A> extends ClientCall<Q, A> {
    private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(7);
    private static final int DEFAULT_MOST = 4 << 20;

    private final UnixSocket socket;
    private final Set<String> trusted;
    private final MethodDescriptor<Q, A> method;
    private final CallOptions options;
    private final Supplier<ClientCall<Q, A>> otherwise;
    private Listener<A> listener = new Listener<>() {};
    private Metadata headers = new Metadata();
    private @Nullable Q request;
    private @Nullable ClientCall<Q, A> other;
    private @Nullable SocketChannel connection;
    private boolean isCancelled;

    /** @param otherwise the same call by the other channel */
    DirectCall(
            UnixSocket socket,
            Set<String> trusted,
            MethodDescriptor<Q, A> method,
            CallOptions options,
            Supplier<ClientCall<Q, A>> otherwise) {
        this.socket = socket;
        this.trusted = trusted;
        this.method = method;
        this.options = options;
        this.otherwise = otherwise;
    }

    @Override
    public void start(Listener<A> heard, Metadata sent) {
        listener = heard;
        headers = sent;
    }

    @Override
    public void request(int messages) {
        // The one that there is comes in any case.
    }

    @Override
    public void sendMessage(Q message) {
        request = message;
    }

    @Override
    public void halfClose() {
        Q message = request;
        if (message == null) {
            end(Status.INTERNAL.withDescription("A call without a request."), new Metadata());
            return;
        }
        try (SocketChannel open = SocketChannel.open(StandardProtocolFamily.UNIX);
                Watch watch = Watch.on(open, options.getDeadline())) {
            synchronized (this) {
                connection = open;
                if (isCancelled) {
                    end(Status.CANCELLED, new Metadata());
                    return;
                }
            }
            if (isConnected(open, watch)) {
                exchange(open, message, watch);
            } else {
                makeOtherwise(message);
            }
        } catch (IOException e) {
            end(Status.UNAVAILABLE.withCause(e).withDescription("The connection closed."), new Metadata());
        }
    }

    /**
     * Whether a trusted user listens. The other channel makes the same check, and reports a user who is not trusted.
     */
    private boolean isConnected(SocketChannel open, Watch watch) {
        try {
            open.connect(UnixDomainSocketAddress.of(socket.path()));
            PeerUser.requireTrusted(PeerUser.of(open), socket, trusted);
            return true;
        } catch (IOException nobody) {
            return watch.isOver();
        }
    }

    private void exchange(SocketChannel open, Q message, Watch watch) {
        try {
            Frames.write(open, new DirectHead.Call(method.getFullMethodName(), headers, watch.millis()).bytes());
            Frames.write(open, bytes(message));
            DirectHead.Answer answer = DirectHead.Answer.read(Frames.read(open, Frames.MOST_ANSWER_HEAD));
            if (answer.status().isOk()) {
                int most =
                        Optional.ofNullable(options.getMaxInboundMessageSize()).orElse(DEFAULT_MOST);
                A reply =
                        method.parseResponse(Payload.of(Frames.read(open, most)).open());
                listener.onHeaders(new Metadata());
                listener.onMessage(reply);
            }
            end(answer.status(), answer.trailers());
        } catch (Frames.TooLongException e) {
            end(Status.RESOURCE_EXHAUSTED.withDescription(e.getMessage()), new Metadata());
        } catch (WireException e) {
            end(Status.UNAVAILABLE.withDescription("invalid content-type: " + e.getMessage()), new Metadata());
        } catch (IOException e) {
            end(
                    watch.isOver()
                            ? Status.DEADLINE_EXCEEDED.withDescription("deadline exceeded")
                            : isCancelled()
                                    ? Status.CANCELLED
                                    : Status.UNAVAILABLE.withCause(e).withDescription("The connection closed."),
                    new Metadata());
        }
    }

    private Payload bytes(Q message) {
        InputStream stream = method.streamRequest(message);
        return Payload.of(stream);
    }

    private void makeOtherwise(Q message) {
        ClientCall<Q, A> made = otherwise.get();
        synchronized (this) {
            other = made;
        }
        made.start(listener, headers);
        made.request(2);
        made.sendMessage(message);
        made.halfClose();
    }

    private void end(Status status, Metadata trailers) {
        listener.onClose(status, trailers);
    }

    private synchronized boolean isCancelled() {
        return isCancelled;
    }

    @Override
    public void cancel(@Nullable String message, @Nullable Throwable cause) {
        ClientCall<Q, A> made;
        synchronized (this) {
            isCancelled = true;
            made = other;
            Watch.close(connection);
        }
        if (made != null) {
            made.cancel(message, cause);
        }
    }

    /** Closes a connection when the time of the call is over. */
    private static final class Watch implements AutoCloseable {
        private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("banyan-deadline").factory());
        private final long millis;
        private volatile boolean isOver;

        private Watch(long millis) {
            this.millis = millis;
        }

        static Watch on(SocketChannel connection, @Nullable Deadline deadline) {
            long millis = deadline == null
                    ? LONGEST_MILLIS
                    : Math.clamp(deadline.timeRemaining(TimeUnit.MILLISECONDS), 1, LONGEST_MILLIS);
            var watch = new Watch(millis);
            var unused = watch.timer.schedule(() -> watch.end(connection), millis, TimeUnit.MILLISECONDS);
            return watch;
        }

        private void end(SocketChannel connection) {
            isOver = true;
            close(connection);
        }

        static void close(@Nullable SocketChannel connection) {
            try {
                if (connection != null) {
                    connection.close();
                }
            } catch (IOException gone) {
                // The call is over.
            }
        }

        /** How long the call has in all. */
        long millis() {
            return millis;
        }

        /** Whether its time is over. */
        boolean isOver() {
            return isOver;
        }

        @Override
        public void close() {
            timer.shutdownNow();
        }
    }
}
