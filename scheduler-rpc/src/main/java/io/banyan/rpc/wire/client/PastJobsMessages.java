package io.banyan.rpc.wire.client;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.HistoryReply;
import io.banyan.v1.HistoryRequest;
import io.banyan.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Jobs that are over, asked for, answered, and as the bytes that a store keeps. */
public final class PastJobsMessages {
    private static final int USUAL = 10_000;

    private PastJobsMessages() {}

    /** Writes a query of a client. */
    public static HistoryRequest write(HistoryQuery query) {
        return HistoryRequest.newBuilder()
                .setSinceSec(query.sinceSec())
                .setUntilSec(query.untilSec() == Long.MAX_VALUE ? 0 : query.untilSec())
                .setMost(query.most())
                .setUser(query.owner().orElse(""))
                .build();
    }

    /**
     * Reads a query of a client.
     *
     * @param owner whose jobs it may see; empty where it may see all
     */
    public static HistoryQuery read(HistoryRequest request, Optional<String> owner) throws WireException {
        return CheckedMessage.value(() -> new HistoryQuery(
                request.getSinceSec(),
                request.getUntilSec() == 0 ? Long.MAX_VALUE : request.getUntilSec(),
                owner.or(() -> request.getUser().isEmpty() ? Optional.empty() : Optional.of(request.getUser())),
                request.getMost() == 0 ? USUAL : request.getMost()));
    }

    /** A job as the bytes of a row. */
    public static byte[] bytes(JobRecord job) {
        return RecordMessages.write(job).toByteArray();
    }

    /**
     * The job of a row.
     *
     * @throws WireException where the bytes are none that this version knows
     */
    public static JobRecord job(byte[] bytes) throws WireException {
        try {
            Job job = Job.parseFrom(bytes);
            return CheckedMessage.value(() -> RecordMessages.read(job));
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("The message is not a job.", e);
        }
    }

    /** The answer. */
    public static HistoryReply write(PastJobs past) {
        return HistoryReply.newBuilder()
                .addAllJobs(past.jobs().stream().map(RecordMessages::write).toList())
                .setMore(past.areMore())
                .build();
    }

    /** The answer. */
    public static PastJobs read(HistoryReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobRecord> jobs = new ArrayList<>(reply.getJobsCount());
            for (Job job : reply.getJobsList()) {
                jobs.add(RecordMessages.read(job));
            }
            return new PastJobs(jobs, reply.getMore());
        });
    }
}
