package io.banyan.rpc.transport;

import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * The threads that move bytes. Close them before the process exits: a virtual machine that ends while one of them waits in the
 * kernel loses a third of a second.
 */
public final class EventLoops implements AutoCloseable {
    private static final int THREADS = 2;
    private static final long CLOSE_SECONDS = 2;

    private final EventLoopGroup group;

    private EventLoops(int threads, String name) {
        group = new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
    }

    /** For a command that makes a few calls. */
    public static EventLoops forClient() {
        return new EventLoops(1, "banyan-client");
    }

    /** For a daemon. */
    public static EventLoops forDaemon() {
        return new EventLoops(THREADS, "banyan-net");
    }

    EventLoopGroup group() {
        return group;
    }

    /** Ends the threads, without waiting for work that is still to come. */
    @Override
    public void close() {
        group.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
