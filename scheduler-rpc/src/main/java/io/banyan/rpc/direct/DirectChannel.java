package io.banyan.rpc.direct;

import io.banyan.rpc.transport.UnixSocket;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A channel to a daemon of this machine. The first unary calls go through the daemon's socket for direct calls where
 * the daemon listens there. All others go over an HTTP/2 channel, which is created when it is first needed: each direct
 * call makes a connection of its own, and many calls are cheaper on one connection. Any thread may call.
 */
public final class DirectChannel extends ManagedChannel {
    /** The most direct calls of a channel; later calls go over HTTP/2. The break-even is not measured. */
    private static final int MOST_DIRECT = 8;

    private final UnixSocket socket;
    private final Set<String> trusted;
    private final Supplier<ManagedChannel> maker;
    private @Nullable ManagedChannel other;
    private final AtomicInteger directCalls = new AtomicInteger();
    private boolean isShutdown;

    /**
     * A channel.
     *
     * @param socket for direct calls
     * @param trusted the users who may listen there, beside root and this process's own
     * @param other makes the channel over HTTP/2
     */
    public DirectChannel(UnixSocket socket, Set<String> trusted, Supplier<ManagedChannel> other) {
        this.socket = socket;
        this.trusted = Set.copyOf(trusted);
        this.maker = other;
    }

    private synchronized ManagedChannel other() {
        ManagedChannel made = other;
        if (made == null) {
            made = maker.get();
            if (isShutdown) {
                made.shutdownNow();
            }
            other = made;
        }
        return made;
    }

    private synchronized @Nullable ManagedChannel known() {
        return other;
    }

    @Override
    public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
        boolean isDirect = method.getType() == MethodType.UNARY
                && directCalls.incrementAndGet() <= MOST_DIRECT
                && !isShutdown()
                && Files.exists(socket.path(), LinkOption.NOFOLLOW_LINKS);
        return isDirect
                ? new DirectCall<>(socket, trusted, method, options, () -> other().newCall(method, options))
                : other().newCall(method, options);
    }

    @Override
    public String authority() {
        return "localhost";
    }

    @Override
    public ConnectivityState getState(boolean requestConnection) {
        ManagedChannel made = known();
        return made == null ? ConnectivityState.IDLE : made.getState(requestConnection);
    }

    @Override
    public ManagedChannel shutdown() {
        return shutdownNow();
    }

    @Override
    public synchronized ManagedChannel shutdownNow() {
        isShutdown = true;
        if (other != null) {
            other.shutdownNow();
        }
        return this;
    }

    @Override
    public synchronized boolean isShutdown() {
        return isShutdown;
    }

    @Override
    public boolean isTerminated() {
        ManagedChannel made = known();
        return isShutdown() && (made == null || made.isTerminated());
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        ManagedChannel made = known();
        return made == null ? isShutdown() : made.awaitTermination(timeout, unit);
    }
}
