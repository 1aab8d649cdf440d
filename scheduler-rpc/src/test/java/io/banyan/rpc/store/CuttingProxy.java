package io.banyan.rpc.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A way to the PostgreSQL server of the tests on which one connection is lost at a chosen moment of a change. */
public final class CuttingProxy implements AutoCloseable {
    private static final int MOST_BYTES = 1 << 16;

    /** Where it is lost. */
    public enum Moment {
        /** The client has sent its commit, and the server never gets it. */
        BEFORE_THE_COMMIT,
        /** The server has got the commit, and nobody waited for what it says. */
        WITHIN_THE_COMMIT,
        /** The server has committed and says so, and the client never gets that. */
        AFTER_THE_COMMIT
    }

    private final ServerSocket listening;
    private final int server;
    private final Moment moment;
    private final AtomicInteger losses = new AtomicInteger();
    private volatile boolean isLastWay;
    private volatile boolean isArmed;
    private volatile boolean hasWritten;

    /** Begins to listen on loopback. */
    public CuttingProxy(int server, Moment moment) throws IOException {
        this.server = server;
        this.moment = moment;
        this.listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    /** The port on loopback. */
    public int port() {
        return listening.getLocalPort();
    }

    /** After the loss nobody gets through any more. */
    public void armAsLastWay() {
        isLastWay = true;
        arm();
    }

    /** How many connections were lost. */
    int losses() {
        return losses.get();
    }

    /** The next change that inserts something is the one. */
    void arm() {
        isArmed = true;
    }

    private void serve() {
        try {
            while (true) {
                Socket client = listening.accept();
                // An accept that was under way when the socket was closed may still succeed.
                if (listening.isClosed()) {
                    client.close();
                    return;
                }
                var there = new Socket(InetAddress.getLoopbackAddress(), server);
                var isCut = new AtomicBoolean();
                Thread.ofVirtual().start(() -> pass(client, there, true, isCut));
                Thread.ofVirtual().start(() -> pass(there, client, false, isCut));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    /** Passes bytes on in one direction of a connection, until it is cut. */
    private void pass(Socket from, Socket to, boolean isAsking, AtomicBoolean isCut) {
        byte[] bytes = new byte[MOST_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(bytes); length > 0; length = in.read(bytes)) {
                // What is asked for after the answer to the inserts is the commit.
                boolean isCommit = isAsking && hasWritten;
                boolean isAnswer = !isAsking && isArmed && says(bytes, length, "COMMIT\0");
                boolean isLost = switch (moment) {
                    case BEFORE_THE_COMMIT -> isCommit;
                    case WITHIN_THE_COMMIT -> false;
                    case AFTER_THE_COMMIT -> isAnswer;
                };
                if (isCut.get()) {
                    return;
                }
                if (isLost) {
                    lose();
                    return;
                }
                if (!isAsking && isArmed && says(bytes, length, "INSERT 0 1\0")) {
                    hasWritten = true;
                }
                // Before the commit is sent: the server may answer faster than this thread goes on.
                boolean isCutNow = isCommit && moment == Moment.WITHIN_THE_COMMIT;
                if (isCutNow) {
                    isCut.set(true);
                    lose();
                }
                out.write(bytes, 0, length);
                if (isCutNow) {
                    return;
                }
            }
        } catch (IOException cut) {
            // The other direction was cut.
        }
    }

    private void lose() {
        isArmed = false;
        hasWritten = false;
        losses.incrementAndGet();
        if (isLastWay) {
            close();
        }
    }

    private static boolean says(byte[] bytes, int length, String word) {
        return new String(Arrays.copyOf(bytes, length), StandardCharsets.ISO_8859_1).contains(word);
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
