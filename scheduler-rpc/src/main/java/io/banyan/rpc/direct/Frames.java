package io.banyan.rpc.direct;

import io.banyan.rpc.wire.session.Payload;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;

/** Messages on a blocking connection, each with its length before it as four bytes. */
final class Frames {
    /** The longest head of a call, and of an answer, whose sentence may list many reasons. */
    static final int MOST_CALL_HEAD = 32 << 10;

    static final int MOST_ANSWER_HEAD = 4 << 20;
    private static final int PIECE = 64 << 10;

    private Frames() {}

    /** A message is longer than it may be. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long length, int most) {
            super("A message has " + length + " bytes; the limit is " + most + ".");
        }
    }

    static void write(WritableByteChannel channel, byte[] message) throws IOException {
        writeLength(channel, message.length);
        writeAll(channel, ByteBuffer.wrap(message));
    }

    static void write(WritableByteChannel channel, Payload message) throws IOException {
        writeLength(channel, message.size());
        for (ByteBuffer buffer : message.buffers()) {
            writeAll(channel, buffer);
        }
    }

    private static void writeLength(WritableByteChannel channel, int length) throws IOException {
        writeAll(channel, ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
    }

    private static void writeAll(WritableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Consumer of the lengths of the pieces of a message, as they arrive. */
    @FunctionalInterface
    interface Taker {
        /** Answers whether the message is still wanted. */
        boolean take(int length);
    }

    /** The next message. */
    static byte[] read(ReadableByteChannel channel, int most) throws IOException {
        return read(channel, most, length -> true);
    }

    /**
     * The next message, or nothing of one that was not wanted to its end. Memory is taken as it comes, not as its
     * length promises.
     *
     * @throws TooLongException where it is longer than it may be
     * @throws EOFException where the connection ends before it is whole
     */
    static byte[] read(ReadableByteChannel channel, int most, Taker taker) throws IOException {
        int length = fill(channel, ByteBuffer.allocate(Integer.BYTES)).getInt();
        if (length < 0 || length > most) {
            throw new TooLongException(Integer.toUnsignedLong(length), most);
        }
        byte[] message = new byte[Math.min(length, PIECE)];
        boolean isWanted = true;
        for (int read = 0; read < length; ) {
            if (isWanted && read == message.length) {
                message = Arrays.copyOf(message, (int) Math.min(length, 2L * read));
            }
            int at = isWanted ? read : 0;
            int piece = Math.min(Math.min(message.length - at, PIECE), length - read);
            var unused = fill(channel, ByteBuffer.wrap(message, at, piece));
            read += piece;
            if (isWanted && !taker.take(piece)) {
                isWanted = false;
                message = new byte[PIECE];
            }
        }
        return isWanted ? message : new byte[0];
    }

    private static ByteBuffer fill(ReadableByteChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("The connection closed.");
            }
        }
        return buffer.flip();
    }
}
