package io.banyan.rpc.wire.client;

import com.google.protobuf.ByteString;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.KeptOutput;
import io.banyan.v1.OutputReply;
import io.banyan.v1.OutputRequest;

/** The messages with the output of jobs, piece by piece. */
public final class OutputMessages {
    private OutputMessages() {}

    /**
     * The requested piece.
     *
     * @param instance the instance of the job: the route down from the asked instance, without a step for a job of that
     *     instance itself. An instance further down has ended, so that the one above it returns its kept output
     * @param offset the first byte
     */
    public record Wanted(InstancePath instance, JobId job, long offset) {
        /** Checks the offset. */
        public Wanted {
            if (offset < 0) {
                throw new IllegalArgumentException("the offset of a piece must be 0 or more, found " + offset);
            }
        }

        /**
         * The job of the instance that is asked: this one, or the one in which the ended instance ran. A caller that
         * may see this job may read the piece.
         */
        public JobId top() {
            return instance.jobs().isEmpty() ? job : instance.jobs().getFirst();
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
        OutputRequest.Builder message = OutputRequest.newBuilder().setOffset(wanted.offset());
        if (wanted.instance().jobs().isEmpty()) {
            message.setJob(wanted.job().value());
        } else {
            // A daemon of an earlier version finds no job then, instead of another one with the same number.
            message.getKeptBuilder()
                    .addAllInstance(
                            wanted.instance().jobs().stream().map(JobId::value).toList())
                    .setJob(wanted.job().value());
        }
        return message.build();
    }

    /** The question. */
    public static Wanted read(OutputRequest message) throws WireException {
        KeptOutput kept = message.getKept();
        return CheckedMessage.value(() -> new Wanted(
                new InstancePath(kept.getInstanceList().stream().map(JobId::new).toList()),
                new JobId(message.hasKept() ? kept.getJob() : message.getJob()),
                message.getOffset()));
    }

    /** The answer. */
    public static OutputReply write(JobRecord job, byte[] data, boolean isTruncated) {
        return OutputReply.newBuilder()
                .setJob(RecordMessages.write(job))
                .setData(ByteString.copyFrom(data))
                .setTruncated(isTruncated)
                .build();
    }

    /** The answer. */
    public static Piece read(OutputReply reply) throws WireException {
        return CheckedMessage.value(
                () -> new Piece(reply.getData(), RecordMessages.read(reply.getJob()), reply.getTruncated()));
    }
}
