package io.banyan.rpc.daemon;

import io.banyan.rpc.direct.DirectServer;
import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.LocalServer;
import io.banyan.rpc.transport.Servers;
import io.banyan.rpc.transport.SocketFile;
import io.banyan.rpc.transport.UnixSocket;
import io.grpc.BindableService;
import io.grpc.ServerInterceptor;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Unix-domain socket of a daemon. Daemons of one machine that share a journal share the path of the socket too:
 * only the one that leads listens there. Any thread may call.
 */
final class SocketEntrance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketEntrance.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final SocketConfig config;
    private final OpenCalls calls;
    private final List<ServerInterceptor> checks;
    private final List<BindableService> services;
    private final LocalCalls direct;
    private final Closing parts = new Closing();
    private @Nullable String trouble = "the socket is not open";
    private boolean isClosed;

    /**
     * A socket that is not open yet.
     *
     * @param checks the checks before each call
     * @param direct serves the calls that come without HTTP/2
     */
    SocketEntrance(
            SocketConfig config,
            OpenCalls calls,
            List<ServerInterceptor> checks,
            List<BindableService> services,
            LocalCalls direct) {
        this.config = config;
        this.calls = calls;
        this.checks = List.copyOf(checks);
        this.services = List.copyOf(services);
        this.direct = direct;
    }

    /**
     * Opens it.
     *
     * @throws IOException with one sentence, if it cannot be opened and the daemon does not start without it
     */
    void open() throws IOException {
        try {
            listen();
        } catch (IOException e) {
            if (config.isRequired()) {
                throw e;
            }
        }
    }

    /**
     * Opens it for a daemon that has begun to lead. Where the earlier leader still has the path, tries again until it
     * is free.
     */
    void openWhenFree() {
        try {
            listen();
        } catch (IOException e) {
            LOG.warn("The daemon leads without its socket and retries every second: {}", e.getMessage());
            Thread retry = Thread.ofVirtual().name("banyan-socket").start(this::retry);
            parts.add(retry::interrupt);
        }
    }

    private void retry() {
        try {
            boolean isOver = false;
            while (!isOver) {
                Thread.sleep(PAUSE);
                isOver = isOpenNow();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isOpenNow() {
        try {
            listen();
            LOG.info(about());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private synchronized void listen() throws IOException {
        if (isClosed) {
            return;
        }
        EventLoops loops = EventLoops.forSocket();
        try {
            boolean isForOthers = !config.access().equals(LocalAccess.OWNER);
            LocalServer local = Servers.listen(config.socket(), isForOthers, loops, calls, checks, services);
            parts.add(loops);
            parts.add(local);
            parts.add(() -> CallServer.shutDown(local.server()));
            openDirect(isForOthers);
            trouble = null;
        } catch (IOException e) {
            loops.close();
            trouble = e.getMessage();
            throw e;
        }
    }

    /** Where that is not possible, commands make their calls through the socket itself. */
    private void openDirect(boolean isForOthers) {
        Optional<UnixSocket> beside = config.socket().direct();
        try {
            if (beside.isPresent()) {
                parts.add(DirectServer.listen(SocketFile.take(beside.get()), isForOthers, direct, calls));
            }
        } catch (IOException e) {
            LOG.info("There is no socket for direct calls: {}", e.getMessage());
        }
    }

    /** The state of it, as a sentence for the log. */
    synchronized String about() {
        return trouble == null
                ? "Users of this machine reach the daemon at " + config.socket()
                : "The daemon has no Unix-domain socket: " + trouble;
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        parts.close();
    }
}
