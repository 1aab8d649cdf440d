package io.banyan.rpc.pmi;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The lines that come and go over one connection. One thread reads; any thread may send. */
final class PmiConnection implements Closeable {
    /** Longer than any line with a key and a value. */
    private static final int MOST_CHARACTERS = 4_096;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final ReentrantLock sending = new ReentrantLock();

    PmiConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
    }

    /**
     * The next line, without its end; empty at the end of the connection.
     *
     * @throws IOException if the connection breaks, or the line is too long
     */
    Optional<String> read() throws IOException {
        return line(in::read);
    }

    /** The next line in the same way, if all of it comes within this time; else a {@link SocketTimeoutException}. */
    Optional<String> read(Duration patience) throws IOException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        try {
            return line(() -> {
                long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                if (leftMillis <= 0) {
                    throw new SocketTimeoutException("a line did not end within " + patience);
                }
                socket.setSoTimeout(Math.toIntExact(leftMillis));
                return in.read();
            });
        } finally {
            socket.setSoTimeout(0);
        }
    }

    private interface Bytes {
        /** The next byte; -1 at the end. */
        int next() throws IOException;
    }

    private static Optional<String> line(Bytes bytes) throws IOException {
        var line = new StringBuilder();
        int next = bytes.next();
        while (next >= 0 && next != '\n') {
            if (line.length() >= MOST_CHARACTERS) {
                throw new IOException("a line has more than " + MOST_CHARACTERS + " characters");
            }
            line.append((char) next);
            next = bytes.next();
        }
        return next < 0 ? Optional.empty() : Optional.of(line.toString());
    }

    void send(String line) throws IOException {
        sending.lock();
        try {
            out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        } finally {
            sending.unlock();
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed all the same.
        }
    }
}
