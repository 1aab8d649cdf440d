package io.banyan.rpc.transport;

import io.banyan.rpc.security.OpenCalls;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Listens for calls. */
public final class Servers {
    private static final int KEEP_ALIVES_IN_PERMITTED_TIME = 2;

    private Servers() {}

    /**
     * A server that listens already. Calls are handled on the threads that move the bytes: a handler passes long work
     * to another thread.
     *
     * @param tls the encryption of connections; empty for none
     * @param calls counts the memory of open calls
     * @param interceptors through which every call goes, in this order
     * @throws IOException with one sentence, if it cannot listen there
     */
    public static Server listen(
            Address address,
            EventLoops loops,
            Optional<ServerTls> tls,
            OpenCalls calls,
            List<ServerInterceptor> interceptors,
            List<BindableService> services)
            throws IOException {
        InetSocketAddress socket = address.resolve();
        if (socket.isUnresolved()) {
            throw new IOException("There is no host '" + address.host() + "' to listen on.");
        }
        NettyServerBuilder builder = builder(
                socket,
                loops,
                () -> gated(loops.serverChannel(), ConnectionLimits.connections(), channel -> Optional.empty()));
        tls.ifPresent(it -> builder.sslContext(it.context()));
        try {
            return served(builder, calls, interceptors, services);
        } catch (IOException e) {
            throw new IOException(sentence(address, e), e);
        }
    }

    /**
     * A server on a Unix-domain socket that listens already. The user at the other end identifies the caller.
     *
     * @param everybody whether users other than this process's may connect
     * @throws IOException with one sentence, if it cannot listen there
     */
    public static LocalServer listen(
            UnixSocket socket,
            boolean everybody,
            EventLoops loops,
            OpenCalls calls,
            List<ServerInterceptor> interceptors,
            List<BindableService> services)
            throws IOException {
        SocketFile file = SocketFile.take(socket);
        try {
            NettyServerBuilder builder = builder(
                            UnixDomainSocketAddress.of(socket.path()),
                            loops,
                            () -> gated(
                                    new NioServerDomainSocketChannel(),
                                    ConnectionLimits.localConnections(),
                                    PeerUser::peer))
                    // gRPC wants it everywhere, and Netty warns where there is no such thing; null takes it away.
                    .withChildOption(ChannelOption.SO_KEEPALIVE, null);
            Server server = served(builder, calls, interceptors, services);
            file.open(everybody);
            return new LocalServer(server, file);
        } catch (IOException e) {
            file.close();
            throw new IOException("Cannot listen on the socket " + socket.path() + ": " + reason(e) + ".", e);
        }
    }

    private static NettyServerBuilder builder(
            SocketAddress address, EventLoops loops, ChannelFactory<ServerChannel> channels) {
        return NettyServerBuilder.forAddress(address)
                .bossEventLoopGroup(loops.group())
                .workerEventLoopGroup(loops.group())
                .channelFactory(channels)
                .directExecutor()
                .flowControlWindow(ConnectionLimits.SERVER_WINDOW)
                .maxInboundMessageSize(ConnectionLimits.MAX_REQUEST_BYTES)
                .maxInboundMetadataSize(ConnectionLimits.MAX_HEADER_BYTES)
                .maxConcurrentCallsPerConnection(ConnectionLimits.MAX_CALLS_PER_CONNECTION)
                .handshakeTimeout(ConnectionLimits.HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS)
                .maxConnectionIdle(ConnectionLimits.IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(
                        ConnectionLimits.KEEP_ALIVE.toMillis() / KEEP_ALIVES_IN_PERMITTED_TIME, TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .keepAliveTime(ConnectionLimits.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(ConnectionLimits.KEEP_ALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static Server served(
            NettyServerBuilder builder,
            OpenCalls calls,
            List<ServerInterceptor> interceptors,
            List<BindableService> services)
            throws IOException {
        builder.addStreamTracerFactory(calls);
        // The one that is added last is asked first.
        interceptors.reversed().forEach(builder::intercept);
        services.forEach(builder::addService);
        return builder.build().start();
    }

    private static ServerChannel gated(ServerChannel channel, int most, ConnectionGate.PeerLook peers) {
        channel.pipeline().addLast(new ConnectionGate(most, peers));
        return channel;
    }

    private static String reason(IOException error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static String sentence(Address address, IOException error) {
        Throwable cause = error;
        while (cause != null) {
            if (cause instanceof BindException || cause instanceof NativeIoException) {
                return String.valueOf(cause.getMessage()).contains("in use")
                        ? "Port " + address.port() + " on " + address.host() + " is already in use.\n"
                                + "Maybe: choose another port, or 0 for any free one."
                        : "Cannot listen on " + address + ": " + cause.getMessage() + ".";
            }
            cause = cause.getCause();
        }
        return "Cannot listen on " + address + ": " + error.getMessage() + ".";
    }
}
