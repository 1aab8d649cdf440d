package io.banyan.rpc.transport;

import io.banyan.rpc.security.Connection;
import io.grpc.netty.shaded.io.grpc.netty.InternalProtocolNegotiationEvent;
import io.grpc.netty.shaded.io.grpc.netty.ProtocolNegotiationEvent;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a {@link ConnectionGate} accepted. It is the first handler of its channel until the end, and is in
 * the attributes of its calls.
 */
final class GuardedConnection extends ChannelInboundHandlerAdapter implements Connection {
    private final ConnectionGate gate;
    private final Channel channel;
    private final String machine;
    private final Optional<Peer> peer;
    private volatile @Nullable String client;
    private boolean isGone;

    GuardedConnection(ConnectionGate gate, Channel channel, String machine, Optional<Peer> peer) {
        this.gate = gate;
        this.channel = channel;
        this.machine = machine;
        this.peer = peer;
    }

    /** From where it comes. */
    String machine() {
        return machine;
    }

    @Override
    public Optional<Peer> peer() {
        return peer;
    }

    @Override
    public boolean admit(String name, boolean isOwner) {
        if (client != null) {
            return true;
        }
        synchronized (this) {
            if (client == null && !isGone && gate.count(this, name, isOwner)) {
                client = name;
            }
            return client != null || isGone;
        }
    }

    /** Closes it at once: without gRPC's further messages or waits. */
    void drop() {
        channel.eventLoop().execute(() -> {
            ChannelHandlerContext first = channel.pipeline().firstContext();
            if (first != null) {
                var unused = first.close();
            }
        });
    }

    /**
     * gRPC says with this event how a connection begins, and keeps the attributes in it for all calls of the
     * connection.
     */
    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        context.fireUserEventTriggered(
                event instanceof ProtocolNegotiationEvent begun
                        ? InternalProtocolNegotiationEvent.withAttributes(
                                begun,
                                InternalProtocolNegotiationEvent.getAttributes(begun).toBuilder()
                                        .set(KEY, this)
                                        .build())
                        : event);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        synchronized (this) {
            if (!isGone) {
                isGone = true;
                gate.leave(this, Optional.ofNullable(client));
            }
        }
    }
}
