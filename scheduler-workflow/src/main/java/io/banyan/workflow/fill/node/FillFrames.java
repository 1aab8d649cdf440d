package io.banyan.workflow.fill.node;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * A connection between a server and a worker: frames with their length in front. Both sides prove first that they know
 * the secret (HMAC-SHA256 of both sides' random numbers). Frames are not encrypted. One thread may read and another one
 * write.
 */
final class FillFrames implements Closeable {
    /** The greatest frame: a set with its lines. */
    static final int MOST_BYTES = 256 << 20;

    private static final int MAGIC = 0x42465731;
    private static final int NONCE_BYTES = 32;
    private static final int PROOF_BYTES = 32;
    private static final int HANDSHAKE_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 30_000;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private FillFrames(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
    }

    /**
     * Greets a worker.
     *
     * @throws IOException if it does not know the secret; the socket is closed
     */
    static FillFrames ofServer(Socket socket, FillSecret secret) throws IOException {
        return greeted(socket, secret, true);
    }

    /**
     * Greets a server.
     *
     * @throws IOException if it does not know the secret; the socket is closed
     */
    static FillFrames ofWorker(Socket socket, FillSecret secret) throws IOException {
        return greeted(socket, secret, false);
    }

    private static FillFrames greeted(Socket socket, FillSecret secret, boolean isServer) throws IOException {
        try {
            var frames = new FillFrames(socket);
            socket.setSoTimeout(HANDSHAKE_MILLIS);
            frames.greet(secret, isServer);
            socket.setSoTimeout(SILENCE_MILLIS);
            return frames;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void greet(FillSecret secret, boolean isServer) throws IOException {
        byte[] own = new byte[NONCE_BYTES];
        new SecureRandom().nextBytes(own);
        out.writeInt(MAGIC);
        out.write(own);
        out.flush();
        if (in.readInt() != MAGIC) {
            throw new IOException("the other side does not speak the protocol of fillers");
        }
        byte[] other = in.readNBytes(NONCE_BYTES);
        byte[] server = isServer ? own : other;
        byte[] worker = isServer ? other : own;
        // The worker proves itself first, so that a stranger learns no proof of the server.
        if (isServer) {
            requireProof(secret.proof("worker", server, worker));
        }
        out.write(secret.proof(isServer ? "server" : "worker", server, worker));
        out.flush();
        if (!isServer) {
            requireProof(secret.proof("server", server, worker));
        }
    }

    private void requireProof(byte[] expected) throws IOException {
        if (!MessageDigest.isEqual(expected, in.readNBytes(PROOF_BYTES))) {
            throw new IOException("the other side does not know the secret");
        }
    }

    /** Reads the next frame; waits at most half a minute, in which a sign of life comes from a side that lives. */
    byte[] read() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MOST_BYTES) {
            throw new IOException("a frame has " + length + " bytes, at most " + MOST_BYTES + " are allowed");
        }
        byte[] frame = in.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the connection ended inside a frame");
        }
        return frame;
    }

    /** Writes a frame into the buffer. */
    void write(byte[] frame) throws IOException {
        if (frame.length > MOST_BYTES) {
            throw new IOException("a frame of " + frame.length + " bytes is too long");
        }
        out.writeInt(frame.length);
        out.write(frame);
    }

    void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
