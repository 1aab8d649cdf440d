package io.banyan.rpc.wire.session;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/** The bytes of a message that is passed on unread. Never changed; any thread may read it. */
public final class Payload {
    /** The maximum number of messages of a streamed answer that are on their way and not taken yet. */
    public static final int MOST_AHEAD = 64;

    private final ByteString bytes;

    Payload(ByteString bytes) {
        this.bytes = bytes;
    }

    /** All that is in a stream, which is in memory already. O(bytes). */
    public static Payload of(InputStream stream) {
        try (stream) {
            return new Payload(ByteString.readFrom(stream));
        } catch (IOException e) {
            throw new UncheckedIOException("A stream in memory cannot fail", e);
        }
    }

    /** Returns a payload of these bytes, which must not change any more. O(bytes). */
    public static Payload of(byte[] bytes) {
        return new Payload(ByteString.copyFrom(bytes));
    }

    /** How many bytes there are. O(1). */
    public int size() {
        return bytes.size();
    }

    /** The bytes, for a reader; they are not copied. */
    public InputStream open() {
        return bytes.newInput();
    }

    /** The bytes, for a writer; they are not copied. */
    public List<ByteBuffer> buffers() {
        return bytes.asReadOnlyByteBufferList();
    }

    ByteString bytes() {
        return bytes;
    }
}
