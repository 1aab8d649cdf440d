package io.banyan.rpc.direct;

import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.security.Connection.Peer;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.transport.ConnectionLimits;
import io.banyan.rpc.transport.PeerUser;
import io.banyan.rpc.transport.SocketFile;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of direct calls on a Unix-domain socket. One thread accepts; each connection has a virtual thread. The
 * kernel identifies the calling user. No user has more connections than are left for others; the owner is refused last.
 * Any thread may close it.
 */
public final class DirectServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DirectServer.class);

    /**
     * The most connections whose user is not known yet: the others wait in the kernel, where they are no open files of
     * this process.
     */
    static final int MOST_ARRIVING = 64;

    private final ServerSocketChannel listening;
    private final SocketFile file;
    private final LocalCalls calls;
    private final OpenCalls open;
    private final int most = ConnectionLimits.localConnections();
    private final Semaphore arriving = new Semaphore(MOST_ARRIVING);
    private final Map<String, Integer> byUser = new HashMap<>();
    private final Set<SocketChannel> connections = new HashSet<>();

    private DirectServer(ServerSocketChannel listening, SocketFile file, LocalCalls calls, OpenCalls open) {
        this.listening = listening;
        this.file = file;
        this.calls = calls;
        this.open = open;
    }

    /**
     * A server that listens already.
     *
     * @param file of its socket, which it closes at its end
     * @param everybody whether users other than this process's may connect
     * @param calls serves them
     * @param open counts the memory of open calls
     * @throws IOException with one sentence, if it cannot listen there
     */
    public static DirectServer listen(SocketFile file, boolean everybody, LocalCalls calls, OpenCalls open)
            throws IOException {
        try {
            ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                listening.bind(UnixDomainSocketAddress.of(file.path()), ConnectionLimits.localConnections());
                file.open(everybody);
            } catch (IOException e) {
                listening.close();
                throw e;
            }
            var server = new DirectServer(listening, file, calls, open);
            Thread.ofPlatform().daemon().name("banyan-direct").start(server::accept);
            return server;
        } catch (IOException e) {
            file.close();
            throw new IOException("Cannot listen on the socket " + file.path() + ": " + e.getMessage() + ".", e);
        }
    }

    private void accept() {
        while (listening.isOpen()) {
            arriving.acquireUninterruptibly();
            try {
                SocketChannel connection = listening.accept();
                Thread.ofVirtual().name("banyan-direct").start(() -> serve(connection));
            } catch (IOException e) {
                arriving.release();
                if (listening.isOpen()) {
                    LOG.warn("A direct connection could not be accepted: {}", e.getMessage());
                    pause();
                }
            }
        }
    }

    /** No more files may be open for now, for example. */
    private static void pause() {
        try {
            Thread.sleep(ConnectionLimits.PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(SocketChannel connection) {
        try (connection) {
            Optional<Peer> peer = entered(connection);
            if (peer.isPresent()) {
                try {
                    new DirectConnection(connection, peer.get(), calls, open).serve();
                } finally {
                    leave(connection, peer.get());
                }
            }
        } catch (IOException e) {
            LOG.debug("A direct connection ended: {}", e.getMessage());
        }
    }

    /** The user of a connection that may stay; empty after one that may not was closed. */
    private Optional<Peer> entered(SocketChannel connection) throws IOException {
        boolean stays = false;
        try {
            Peer peer = PeerUser.peer(PeerUser.of(connection));
            stays = enter(connection, peer);
            return stays ? Optional.of(peer) : Optional.empty();
        } finally {
            if (!stays) {
                connection.close();
            }
            arriving.release();
        }
    }

    private synchronized boolean enter(SocketChannel connection, Peer peer) {
        int own = byUser.getOrDefault(peer.user(), 0);
        int left = most - connections.size();
        if (!listening.isOpen() || (peer.isOwner() ? left <= -most : own >= left)) {
            return false;
        }
        byUser.put(peer.user(), own + 1);
        connections.add(connection);
        return true;
    }

    private synchronized void leave(SocketChannel connection, Peer peer) {
        connections.remove(connection);
        byUser.computeIfPresent(peer.user(), (it, own) -> own == 1 ? null : own - 1);
    }

    /** The number of connections whose user is not known yet. */
    int arriving() {
        return MOST_ARRIVING - arriving.availablePermits();
    }

    /** How many there are now. */
    synchronized int connections() {
        return connections.size();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        Set<SocketChannel> left;
        synchronized (this) {
            left = Set.copyOf(connections);
        }
        for (SocketChannel connection : left) {
            connection.close();
        }
        file.close();
    }
}
