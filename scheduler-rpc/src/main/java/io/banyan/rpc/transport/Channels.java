package io.banyan.rpc.transport;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Opens channels to daemons. */
public final class Channels {
    private Channels() {}

    /** A channel for a command's calls. It connects at the first call. */
    public static ManagedChannel forCalls(Address address, EventLoops loops) {
        return builder(address, loops).usePlaintext().build();
    }

    /**
     * Creates an encrypted channel for calls.
     *
     * @throws IOException with one sentence, if a file for that cannot be used
     */
    public static ManagedChannel forCalls(Address address, EventLoops loops, ClientTls tls) throws IOException {
        return builder(address, loops).sslContext(tls.context()).build();
    }

    /**
     * A channel for a command's calls through a Unix-domain socket.
     *
     * @param trusted the users who may listen there, beside root and this process's own
     */
    public static ManagedChannel forCalls(UnixSocket socket, EventLoops loops, Set<String> trusted) {
        return NettyChannelBuilder.forAddress(UnixDomainSocketAddress.of(socket.path()))
                .overrideAuthority("localhost")
                .usePlaintext()
                .eventLoopGroup(loops.group())
                .channelFactory(() -> guarded(socket, trusted))
                // gRPC wants it everywhere, and Netty warns where there is no such thing; null takes it away.
                .withOption(ChannelOption.SO_KEEPALIVE, null)
                .flowControlWindow(ConnectionLimits.FLOW_CONTROL_WINDOW)
                .maxInboundMessageSize(ConnectionLimits.MAX_REPLY_BYTES)
                .disableRetry()
                .build();
    }

    private static Channel guarded(UnixSocket socket, Set<String> trusted) {
        var channel = new NioDomainSocketChannel();
        channel.pipeline().addLast(new ServerGuard(socket, trusted));
        return channel;
    }

    /**
     * A channel for a session that stays open: silence is probed, so that a dead connection is noticed. Messages are
     * handled on the thread that moves the bytes: a handler passes long work to another thread.
     */
    public static ManagedChannel forSession(Address address, EventLoops loops) {
        return session(builder(address, loops).usePlaintext());
    }

    /**
     * Creates an encrypted channel for a session.
     *
     * @throws IOException with one sentence, if a file for that cannot be used
     */
    public static ManagedChannel forSession(Address address, EventLoops loops, ClientTls tls) throws IOException {
        return session(builder(address, loops).sslContext(tls.context()));
    }

    private static ManagedChannel session(NettyChannelBuilder builder) {
        return builder.directExecutor()
                .keepAliveTime(ConnectionLimits.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(ConnectionLimits.KEEP_ALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    private static NettyChannelBuilder builder(Address address, EventLoops loops) {
        return NettyChannelBuilder.forAddress(address.resolve())
                .eventLoopGroup(loops.group())
                .channelType(loops.channelType())
                .flowControlWindow(ConnectionLimits.FLOW_CONTROL_WINDOW)
                .maxInboundMessageSize(ConnectionLimits.MAX_REPLY_BYTES)
                .disableRetry();
    }
}
