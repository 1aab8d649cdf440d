package io.banyan.rpc.wire;

import com.google.protobuf.ByteString;
import io.banyan.instance.JobRecord;
import io.banyan.schedule.JobId;
import io.banyan.v1.OutputReply;
import io.banyan.v1.OutputRequest;

/** What the processes of jobs have written, piece by piece, there and back. */
public final class OutputMessages {
    private OutputMessages() {}

    /**
     * Which piece is wanted.
     *
     * @param offset from which byte on
     */
    public record Wanted(JobId job, long offset) {
        /** Checks the offset. */
        public Wanted {
            if (offset < 0) {
                throw new IllegalArgumentException("the offset of a piece is 0 or more, found " + offset);
            }
        }
    }

    /**
     * A piece.
     *
     * @param data empty where there is nothing more yet
     * @param job as it was before the piece was read
     * @param isTruncated whether there is less than was read already
     */
    public record Piece(ByteString data, JobRecord job, boolean isTruncated) {
        /** The bytes. */
        public byte[] bytes() {
            return data.toByteArray();
        }

        /** Whether there is nothing more, and never will be. */
        public boolean isLast() {
            return data.isEmpty() && !isTruncated && job.state().isOver();
        }
    }

    /** The question. */
    public static OutputRequest write(Wanted wanted) {
        return OutputRequest.newBuilder()
                .setJob(wanted.job().value())
                .setOffset(wanted.offset())
                .build();
    }

    /** The question. */
    public static Wanted read(OutputRequest message) throws WireException {
        return Checked.value(() -> new Wanted(new JobId(message.getJob()), message.getOffset()));
    }

    /** The answer. */
    public static OutputReply write(JobRecord job, byte[] data, boolean isTruncated) {
        return OutputReply.newBuilder()
                .setJob(Records.write(job))
                .setData(ByteString.copyFrom(data))
                .setTruncated(isTruncated)
                .build();
    }

    /** The answer. */
    public static Piece read(OutputReply reply) throws WireException {
        return Checked.value(() -> new Piece(reply.getData(), Records.read(reply.getJob()), reply.getTruncated()));
    }
}
