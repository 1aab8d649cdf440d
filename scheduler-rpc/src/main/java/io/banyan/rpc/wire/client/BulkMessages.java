package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.NoneSubmitted;
import io.banyan.v1.SubmitAllReply;
import io.banyan.v1.SubmitAllRequest;
import io.banyan.v1.SubmitRequest;
import java.util.ArrayList;
import java.util.List;

/** The call that submits several jobs, and its answer, there and back. */
public final class BulkMessages {
    private BulkMessages() {}

    /** Several submissions. */
    public static SubmitAllRequest write(JobRequest.SubmitAll request) {
        SubmitAllRequest.Builder message = SubmitAllRequest.newBuilder();
        request.jobs().forEach(job -> message.addJobs(QueueMessages.write(job)));
        return message.build();
    }

    /** How many bytes one submission takes in a call, at most. */
    public static int bytes(JobRequest.Submit job) {
        return QueueMessages.write(job).getSerializedSize() + 2 * Integer.BYTES;
    }

    /** Several submissions. */
    public static JobRequest.SubmitAll read(SubmitAllRequest message) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobRequest.Submit> jobs = new ArrayList<>();
            for (SubmitRequest job : message.getJobsList()) {
                try {
                    jobs.add(QueueMessages.read(job));
                } catch (WireException e) {
                    throw new WireException(e.failure(), "job " + jobs.size() + " of the call: " + e.getMessage());
                }
            }
            return new JobRequest.SubmitAll(jobs);
        });
    }

    /** Several submissions, without the jobspecs that were submitted as they were asked for. */
    public static SubmitAllRequest besides(JobRequest.SubmitAll request, List<Jobspec> submitted) {
        SubmitAllRequest.Builder message = SubmitAllRequest.newBuilder();
        for (int i = 0; i < request.jobs().size(); i++) {
            JobRequest.Submit job = request.jobs().get(i);
            message.addJobs(
                    i < submitted.size() && submitted.get(i).equals(job.jobspec())
                            ? QueueMessages.besides(job).build()
                            : QueueMessages.write(job));
        }
        return message.build();
    }

    /** Reads submissions with the given jobspecs. */
    public static JobRequest.SubmitAll read(SubmitAllRequest message, List<Jobspec> submitted) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobRequest.Submit> jobs = new ArrayList<>();
            for (int i = 0; i < message.getJobsCount(); i++) {
                SubmitRequest job = message.getJobs(i);
                jobs.add(
                        job.getJobspec().isEmpty() && i < submitted.size()
                                ? QueueMessages.read(job, submitted.get(i))
                                : QueueMessages.read(job));
            }
            return new JobRequest.SubmitAll(jobs);
        });
    }

    /** To several submissions. */
    public static SubmitAllReply submitted(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.AllSubmitted(JobId first, int count) ->
                SubmitAllReply.newBuilder()
                        .setFirst(first.value())
                        .setCount(count)
                        .build();
            case JobAnswer.NoneSubmitted(int index, Answer why) ->
                SubmitAllReply.newBuilder().setNone(none(index, why)).build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    private static NoneSubmitted none(int index, Answer why) throws WireException {
        NoneSubmitted.Builder none = NoneSubmitted.newBuilder().setIndex(index);
        return switch (why) {
            case Answer.Refused refused ->
                none.setRefused(AnswerWriter.refusal(refused)).build();
            case Answer.Failed failed -> none.setFailed(failed.message()).build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** To several submissions: {@link JobAnswer.AllSubmitted} or {@link JobAnswer.NoneSubmitted}. */
    public static JobAnswer read(SubmitAllReply reply) throws WireException {
        return CheckedMessage.value(() -> reply.hasNone()
                ? new JobAnswer.NoneSubmitted(reply.getNone().getIndex(), why(reply.getNone()))
                : new JobAnswer.AllSubmitted(new JobId(reply.getFirst()), reply.getCount()));
    }

    private static Answer why(NoneSubmitted none) throws WireException {
        return none.hasRefused()
                ? AnswerReader.read(none.getRefused())
                : new Answer.Failed(ErrorCode.INVALID, none.getFailed());
    }
}
