package io.banyan.bench.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A proxy between a child and its parent on the loopback interface, which can be set to carry nothing, one direction
 * only, or with a delay.
 */
final class FaultyProxy implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;
    private static final int BACKLOG = 50;
    private static final int CONNECT_MILLIS = 5_000;
    private static final long POLL_MILLIS = 5;

    private final InetSocketAddress parent;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean carriesUp = true;
    private volatile boolean carriesDown = true;
    private volatile long lateMillis;
    private volatile boolean isClosed;

    /** A link that carries everything at once. */
    FaultyProxy(InetSocketAddress parent) throws IOException {
        this.parent = parent;
        this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    /** Where the child finds its parent. */
    int port() {
        return server.getLocalPort();
    }

    /**
     * Sets the directions that the proxy carries from now on. Data of a closed direction waits while its connection is
     * open.
     */
    void carry(boolean up, boolean down, long newLateMillis) {
        carriesUp = up;
        carriesDown = down;
        lateMillis = newLateMillis;
    }

    /** Breaks all connections, without a farewell. */
    void reset() {
        open.forEach(FaultyProxy::reset);
        open.clear();
    }

    private void accept() {
        while (!isClosed) {
            try {
                Socket child = server.accept();
                open.add(child);
                Thread.ofVirtual().start(() -> join(child));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void join(Socket child) {
        try {
            var above = new Socket();
            open.add(above);
            above.connect(parent, CONNECT_MILLIS);
            child.setTcpNoDelay(true);
            above.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> pass(child, above, true));
            pass(above, child, false);
        } catch (IOException e) {
            end(child);
        }
    }

    private void pass(Socket from, Socket to, boolean isUp) {
        byte[] piece = new byte[PIECE_BYTES];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                await(isUp);
                out.write(piece, 0, n);
                out.flush();
            }
        } catch (IOException | UncheckedIOException broken) {
            // Then the other way is broken as well.
        } finally {
            end(from);
            end(to);
        }
    }

    private void await(boolean isUp) {
        try {
            TimeUnit.MILLISECONDS.sleep(lateMillis);
            while (!isClosed && !(isUp ? carriesUp : carriesDown)) {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // It was closed already.
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        server.close();
        reset();
    }
}
