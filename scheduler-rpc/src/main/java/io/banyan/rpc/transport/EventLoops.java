package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.ServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.SocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that move bytes. Close them before the process exits: a virtual machine that ends while one of them waits
 * in the kernel loses a third of a second.
 */
public final class EventLoops implements AutoCloseable {
    /** One, so that a session's thread sends to all others without waking another; long work is done elsewhere. */
    private static final int THREADS = 1;

    private static final long CLOSE_SECONDS = 2;

    private final int threads;
    private final String name;
    private final boolean isNative;
    private @Nullable EventLoopGroup group;

    private EventLoops(int threads, String name, boolean isNative) {
        this.threads = threads;
        this.name = name;
        this.isNative = isNative;
    }

    /** For a command that makes a few calls: it is over before a native library would have paid for its loading. */
    public static EventLoops forClient() {
        return new EventLoops(1, "banyan-client", false);
    }

    /**
     * For a daemon. On Linux it waits in the kernel without the detours of Java's selectors, which takes a third off an
     * exchange.
     */
    public static EventLoops forDaemon() {
        return new EventLoops(THREADS, "banyan-net", Epoll.isAvailable());
    }

    /**
     * For a daemon's Unix-domain socket: Java's own, which reports the user at the other end. The look for a user's
     * name may wait for a user database.
     */
    public static EventLoops forSocket() {
        return new EventLoops(1, "banyan-local", false);
    }

    Class<? extends SocketChannel> channelType() {
        return isNative ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    ServerSocketChannel serverChannel() {
        return isNative ? new EpollServerSocketChannel() : new NioServerSocketChannel();
    }

    /** The threads, which start at the first request: a client of a local daemon may need none. */
    synchronized EventLoopGroup group() {
        EventLoopGroup begun = group;
        if (begun == null) {
            begun = new MultiThreadIoEventLoopGroup(
                    threads,
                    new DefaultThreadFactory(name, true),
                    isNative ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
            group = begun;
        }
        return begun;
    }

    /** Ends the threads, without waiting for work that is still to come. */
    @Override
    public synchronized void close() {
        if (group == null) {
            return;
        }
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
