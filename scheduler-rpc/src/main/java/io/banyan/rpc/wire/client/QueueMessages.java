package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.v1.Job;
import io.banyan.v1.LimitReply;
import io.banyan.v1.LimitRequest;
import io.banyan.v1.RequeueReply;
import io.banyan.v1.RequeueRequest;
import io.banyan.v1.SubmitReply;
import io.banyan.v1.SubmitRequest;
import io.banyan.v1.UrgeReply;
import io.banyan.v1.UrgeRequest;

/** The conversion of calls about waiting jobs, and of their answers. Each reader refuses the same input as the core. */
public final class QueueMessages {
    private QueueMessages() {}

    /** A submission. */
    public static SubmitRequest write(JobRequest.Submit request) {
        return besides(request)
                .setJobspec(JobspecWriter.json(request.jobspec()))
                .build();
    }

    /** A submission but for the jobspec. */
    public static SubmitRequest.Builder besides(JobRequest.Submit request) {
        return SubmitRequest.newBuilder()
                .setName(request.name())
                .setUrgency(request.urgency())
                .setIndices(request.indices().toString())
                .setAtOnce(request.atOnce());
    }

    /** A submission. */
    public static JobRequest.Submit read(SubmitRequest message) throws WireException {
        return read(message, JobspecCodec.read(message.getJobspec()));
    }

    /** A submission of this jobspec. */
    public static JobRequest.Submit read(SubmitRequest message, Jobspec jobspec) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Submit(
                jobspec,
                message.getName(),
                message.hasUrgency() ? message.getUrgency() : Submission.USUAL_URGENCY,
                message.getIndices().isEmpty() ? IdSet.empty() : IdSet.parse(message.getIndices()),
                message.getAtOnce()));
    }

    /** Another urgency. */
    public static UrgeRequest write(JobRequest.Urge request) {
        return UrgeRequest.newBuilder()
                .setJob(request.job().value())
                .setUrgency(request.urgency())
                .addAllStates(Enums.writeStates(request.states()))
                .build();
    }

    /** Another urgency. */
    public static JobRequest.Urge read(UrgeRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Urge(
                new JobId(message.getJob()), message.getUrgency(), Enums.readStates(message.getStatesList())));
    }

    /** To a submission. */
    public static SubmitReply submitted(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Submitted submitted ->
                SubmitReply.newBuilder()
                        .setJob(RecordMessages.write(submitted.job()))
                        .build();
            case Answer.Refused refused ->
                SubmitReply.newBuilder()
                        .setRefused(AnswerWriter.refusal(refused))
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** To another urgency. */
    public static UrgeReply urged(Answer answer) throws WireException {
        return UrgeReply.newBuilder().setJob(job(answer)).build();
    }

    /** A stop and another wait. */
    public static RequeueRequest write(JobRequest.Requeue request) {
        return RequeueRequest.newBuilder()
                .setJob(request.job().value())
                .addAllStates(Enums.writeStates(request.states()))
                .build();
    }

    /** A stop and another wait. */
    public static JobRequest.Requeue read(RequeueRequest message) throws WireException {
        return CheckedMessage.value(
                () -> new JobRequest.Requeue(new JobId(message.getJob()), Enums.readStates(message.getStatesList())));
    }

    /** To a stop and another wait. */
    public static RequeueReply requeued(Answer answer) throws WireException {
        return RequeueReply.newBuilder().setJob(job(answer)).build();
    }

    /** Another time. */
    public static LimitRequest write(JobRequest.Limit request) {
        return LimitRequest.newBuilder()
                .setJob(request.job().value())
                .setDurationSec(request.durationSec())
                .build();
    }

    /** Another time. */
    public static JobRequest.Limit read(LimitRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Limit(new JobId(message.getJob()), message.getDurationSec()));
    }

    /** To another time. */
    public static LimitReply limited(Answer answer) throws WireException {
        return LimitReply.newBuilder().setJob(job(answer)).build();
    }

    private static Job job(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Submitted changed -> RecordMessages.write(changed.job());
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** A job that waits, or has started since. */
    public static JobAnswer.Submitted read(Job job) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.Submitted(RecordMessages.read(job)));
    }
}
