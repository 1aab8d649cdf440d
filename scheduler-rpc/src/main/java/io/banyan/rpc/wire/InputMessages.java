package io.banyan.rpc.wire;

import com.google.protobuf.ByteString;
import io.banyan.schedule.JobId;
import io.banyan.v1.InputReply;
import io.banyan.v1.InputRequest;

/** The call that gives input to a job, there and back. */
public final class InputMessages {
    /** The most bytes of one call. */
    public static final int MOST_BYTES = 64 << 10;

    private InputMessages() {}

    /**
     * A piece of input.
     *
     * @param offset how many bytes came before it
     * @param isEnd whether there is no more
     */
    public record Piece(JobId job, long offset, ByteString data, boolean isEnd) {
        /** Checks the offset and the length. */
        public Piece {
            if (offset < 0 || data.size() > MOST_BYTES) {
                throw new IllegalArgumentException("a piece of input has an offset of 0 or more and at most "
                        + MOST_BYTES + " bytes, found " + offset + " and " + data.size());
            }
        }

        /** A piece of these bytes. */
        public static Piece of(JobId job, long offset, byte[] data, int length, boolean isEnd) {
            return new Piece(job, offset, ByteString.copyFrom(data, 0, length), isEnd);
        }

        /** The bytes. */
        public byte[] bytes() {
            return data.toByteArray();
        }
    }

    /**
     * What became of it.
     *
     * @param accepted how many of its bytes the job has, or will have
     * @param isClosed whether the job reads nothing any more
     * @param isWaiting whether the job does not run yet, so that nothing was heard
     */
    public record Taken(int accepted, boolean isClosed, boolean isWaiting) {}

    /** The piece. */
    public static InputRequest write(Piece piece) {
        return InputRequest.newBuilder()
                .setJob(piece.job().value())
                .setOffset(piece.offset())
                .setData(piece.data())
                .setEnd(piece.isEnd())
                .build();
    }

    /** The piece. */
    public static Piece read(InputRequest message) throws WireException {
        return Checked.value(
                () -> new Piece(new JobId(message.getJob()), message.getOffset(), message.getData(), message.getEnd()));
    }

    /** The answer. */
    public static InputReply write(Taken taken) {
        return InputReply.newBuilder()
                .setAccepted(taken.accepted())
                .setClosed(taken.isClosed())
                .setWaiting(taken.isWaiting())
                .build();
    }

    /** The answer. */
    public static Taken read(InputReply reply) {
        return new Taken(reply.getAccepted(), reply.getClosed(), reply.getWaiting());
    }
}
