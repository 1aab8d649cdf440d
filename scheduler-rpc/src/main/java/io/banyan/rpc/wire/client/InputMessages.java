package io.banyan.rpc.wire.client;

import com.google.protobuf.ByteString;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.InputReply;
import io.banyan.v1.InputRequest;
import java.util.Optional;

/** The call that gives input to a job, there and back. */
public final class InputMessages {
    /** The most bytes of one call. */
    public static final int MOST_BYTES = 64 << 10;

    private InputMessages() {}

    /**
     * The size of a terminal's window.
     *
     * @param rows the number of lines
     * @param columns the number of characters in a line
     */
    public record WindowSize(int rows, int columns) {
        /** The most rows and columns of a window, as the kernel has them. */
        public static final int MOST = 0xffff;

        /** Checks the numbers. */
        public WindowSize {
            if (rows < 0 || columns < 0 || rows > MOST || columns > MOST) {
                throw new IllegalArgumentException(
                        "a window can have 0 to " + MOST + " rows and columns, found " + rows + " and " + columns);
            }
        }
    }

    /**
     * A piece of input.
     *
     * @param offset how many bytes came before it
     * @param isEnd whether there is no more
     * @param window the new size of the window; empty for no change
     */
    public record Piece(JobId job, long offset, ByteString data, boolean isEnd, Optional<WindowSize> window) {
        /** Checks the offset and the length. */
        public Piece {
            if (offset < 0 || data.size() > MOST_BYTES) {
                throw new IllegalArgumentException("a piece of input must have an offset of 0 or more and at most "
                        + MOST_BYTES + " bytes, found " + offset + " and " + data.size());
            }
        }

        /** A piece of these bytes. */
        public static Piece of(JobId job, long offset, byte[] data, int length, boolean isEnd) {
            return new Piece(job, offset, ByteString.copyFrom(data, 0, length), isEnd, Optional.empty());
        }

        /** Returns the piece with the size of the window. */
        public Piece with(WindowSize size) {
            return new Piece(job, offset, data, isEnd, Optional.of(size));
        }

        /** The bytes. */
        public byte[] bytes() {
            return data.toByteArray();
        }
    }

    /**
     * The result of a piece of input.
     *
     * @param accepted how many of its bytes the job has, or will have
     * @param isClosed whether the job reads nothing any more
     * @param isWaiting whether the job does not run yet, so that nothing was heard
     * @param isCutOff whether it is closed because the daemon has ended the input, and not the job
     */
    public record Taken(int accepted, boolean isClosed, boolean isWaiting, boolean isCutOff) {
        /** The answer of a job that does not run yet. */
        public static Taken nothing() {
            return new Taken(0, false, true, false);
        }
    }

    /** The piece. */
    public static InputRequest write(Piece piece) {
        InputRequest.Builder request = InputRequest.newBuilder()
                .setJob(piece.job().value())
                .setOffset(piece.offset())
                .setData(piece.data())
                .setEnd(piece.isEnd());
        piece.window().ifPresent(size -> request.setRows(size.rows()).setColumns(size.columns()));
        return request.build();
    }

    /** The piece. */
    public static Piece read(InputRequest message) throws WireException {
        return CheckedMessage.value(() -> new Piece(
                new JobId(message.getJob()),
                message.getOffset(),
                message.getData(),
                message.getEnd(),
                window(message)));
    }

    private static Optional<WindowSize> window(InputRequest message) {
        return message.getRows() == 0 && message.getColumns() == 0
                ? Optional.empty()
                : Optional.of(new WindowSize(message.getRows(), message.getColumns()));
    }

    /** The answer. */
    public static InputReply write(Taken taken) {
        return InputReply.newBuilder()
                .setAccepted(taken.accepted())
                .setClosed(taken.isClosed())
                .setWaiting(taken.isWaiting())
                .setCutOff(taken.isCutOff())
                .build();
    }

    /** The answer. */
    public static Taken read(InputReply reply) {
        return new Taken(reply.getAccepted(), reply.getClosed(), reply.getWaiting(), reply.getCutOff());
    }
}
