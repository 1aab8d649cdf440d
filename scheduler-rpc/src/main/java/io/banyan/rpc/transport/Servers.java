package io.banyan.rpc.transport;

import io.banyan.rpc.security.OpenCalls;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.Errors.NativeIoException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Listens for calls. */
public final class Servers {
    private static final int KEEP_ALIVES_IN_PERMITTED_TIME = 2;

    private Servers() {}

    /**
     * A server that listens already. Calls come in on the threads that move the bytes: whoever handles them passes on what takes long.
     *
     * @param tls with what the connections are encrypted; empty for not at all
     * @param calls counts what the open ones hold
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
        NettyServerBuilder builder = NettyServerBuilder.forAddress(socket)
                .bossEventLoopGroup(loops.group())
                .workerEventLoopGroup(loops.group())
                .channelFactory(() -> gated(loops))
                .directExecutor()
                .flowControlWindow(Limits.SERVER_WINDOW)
                .maxInboundMessageSize(Limits.MAX_REQUEST_BYTES)
                .maxInboundMetadataSize(Limits.MAX_HEADER_BYTES)
                .maxConcurrentCallsPerConnection(Limits.MAX_CALLS_PER_CONNECTION)
                .handshakeTimeout(Limits.HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS)
                .maxConnectionIdle(Limits.IDLE.toMillis(), TimeUnit.MILLISECONDS)
                .addStreamTracerFactory(calls)
                .permitKeepAliveTime(
                        Limits.KEEP_ALIVE.toMillis() / KEEP_ALIVES_IN_PERMITTED_TIME, TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .keepAliveTime(Limits.KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(Limits.KEEP_ALIVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        // The one that is added last is asked first.
        interceptors.reversed().forEach(builder::intercept);
        tls.ifPresent(it -> builder.sslContext(it.context()));
        services.forEach(builder::addService);
        try {
            return builder.build().start();
        } catch (IOException e) {
            throw new IOException(sentence(address, e), e);
        }
    }

    private static ServerChannel gated(EventLoops loops) {
        ServerChannel channel = loops.serverChannel();
        channel.pipeline().addLast(new ConnectionGate(Limits.connections()));
        return channel;
    }

    private static String sentence(Address address, IOException error) {
        Throwable cause = error;
        while (cause != null) {
            if (cause instanceof BindException || cause instanceof NativeIoException) {
                return String.valueOf(cause.getMessage()).contains("in use")
                        ? "Port " + address.port() + " on " + address.host() + " is in use already.\n"
                                + "Maybe: choose another port, or 0 for any free one."
                        : "It is not possible to listen on " + address + ": " + cause.getMessage() + ".";
            }
            cause = cause.getCause();
        }
        return "It is not possible to listen on " + address + ": " + error.getMessage() + ".";
    }
}
