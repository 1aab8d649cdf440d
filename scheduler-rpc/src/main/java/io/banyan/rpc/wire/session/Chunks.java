package io.banyan.rpc.wire.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.Chunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cuts a frame that is too large for one message into pieces; {@link Assembly} puts them together again. */
final class Chunks {
    /** The largest message of a session, in bytes; larger ones are cut. */
    static final int MAX_MESSAGE_BYTES = 1 << 20;

    /** The largest frame, in bytes: some five million vertices. */
    static final int MAX_FRAME_BYTES = 64 << 20;

    private Chunks() {}

    /** Whether every peer refuses a frame of this size. */
    static boolean isTooLarge(long bytes) {
        return bytes > MAX_FRAME_BYTES;
    }

    /**
     * The pieces of a frame, in order; their data is not copied.
     *
     * @throws TooLargeException if every peer would refuse them
     */
    static List<Chunk> cut(MessageLite message) {
        if (isTooLarge(message.getSerializedSize())) {
            throw new TooLargeException(message.getSerializedSize());
        }
        ByteString frame = message.toByteString();
        List<Chunk> chunks = new ArrayList<>();
        for (int from = 0; from < frame.size(); from += MAX_MESSAGE_BYTES) {
            int to = Math.min(frame.size(), from + MAX_MESSAGE_BYTES);
            chunks.add(Chunk.newBuilder()
                    .setFrameBytes(frame.size())
                    .setPiece(frame.substring(from, to))
                    .build());
        }
        return chunks;
    }

    /** The pieces that have come of one frame so far. For one thread at a time. */
    static final class Assembly {
        private ByteString pieces = ByteString.EMPTY;

        /** Takes a piece, and gives the frame when it is complete. */
        Optional<ByteString> add(Chunk chunk) throws WireException {
            long expected = chunk.getFrameBytes();
            if (expected <= 0 || expected > MAX_FRAME_BYTES) {
                throw new WireException(
                        Failure.TOO_LARGE,
                        "A message of " + expected + " bytes in pieces was announced; at most " + MAX_FRAME_BYTES
                                + " are allowed.");
            }
            pieces = pieces.concat(chunk.getPiece());
            if (chunk.getPiece().isEmpty() || pieces.size() > expected) {
                throw new WireException("The pieces of a message do not make up the " + expected + " bytes announced.");
            }
            if (pieces.size() < expected) {
                return Optional.empty();
            }
            ByteString frame = pieces;
            pieces = ByteString.EMPTY;
            return Optional.of(frame);
        }

        /** Refuses whatever comes between the pieces of a frame. */
        void requireNothingPending() throws WireException {
            if (!pieces.isEmpty()) {
                throw new WireException("A message came before all pieces of the one before it.");
            }
        }
    }
}
