package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.channel.ChannelDuplexHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets a client's connection to a socket begin only where root, the client's own user, or a user whom the client trusts
 * listens there. Otherwise the connection fails before anything is sent.
 */
final class ServerGuard extends ChannelDuplexHandler {
    private final UnixSocket socket;
    private final Set<String> trusted;
    private boolean isRefused;

    /** @param trusted names of users, beside root and the client's own */
    ServerGuard(UnixSocket socket, Set<String> trusted) {
        this.socket = socket;
        this.trusted = trusted;
    }

    @Override
    public void connect(
            ChannelHandlerContext context, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
        ChannelPromise connected = context.newPromise().addListener(done -> connected(context, done.cause(), promise));
        var unused = context.connect(remote, local, connected);
    }

    private void connected(ChannelHandlerContext context, @Nullable Throwable failure, ChannelPromise promise) {
        if (failure != null) {
            promise.tryFailure(failure);
            return;
        }
        try {
            PeerUser.requireTrusted(PeerUser.of(context.channel()), socket, trusted);
            promise.trySuccess();
        } catch (IOException e) {
            isRefused = true;
            promise.tryFailure(e);
            var unused = context.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!isRefused) {
            context.fireChannelActive();
        }
    }
}
