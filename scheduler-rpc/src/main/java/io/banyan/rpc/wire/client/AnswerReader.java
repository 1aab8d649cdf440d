package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.resource.JobId;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.schedule.CancelVisits;
import io.banyan.v1.CancelReply;
import io.banyan.v1.ExplainReply;
import io.banyan.v1.FindReply;
import io.banyan.v1.Grown;
import io.banyan.v1.InUse;
import io.banyan.v1.Job;
import io.banyan.v1.Matched;
import io.banyan.v1.MultiMatchReply;
import io.banyan.v1.MultiMatchStep;
import io.banyan.v1.Refusal;
import io.banyan.v1.Shrunk;
import io.banyan.v1.StatReply;
import io.banyan.v1.TreeReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads an instance's answers. {@link AnswerWriter} is the way there. */
public final class AnswerReader {
    private AnswerReader() {}

    /** Resources were found. */
    public static Answer.Matched read(Matched matched) throws WireException {
        return CheckedMessage.value(() -> new Answer.Matched(
                job(matched.getJob()),
                Enums.read(matched.getOutcome()),
                matched.hasWindow() ? Optional.of(Grants.read(matched.getWindow())) : Optional.empty(),
                matched.getResources(),
                RecordMessages.read(matched.getRun())));
    }

    /** No. */
    public static Answer.Refused read(Refusal refusal) throws WireException {
        return CheckedMessage.value(() -> new Answer.Refused(
                refusal.getUnsatisfiable(),
                Grants.readReasons(refusal.getLevelsList()),
                RecordMessages.read(refusal.getRun())));
    }

    /** Several matches. */
    public static JobAnswer.MultiMatched read(MultiMatchReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<Answer> answers = new ArrayList<>();
            for (MultiMatchStep step : reply.getStepsList()) {
                answers.add(read(step));
            }
            return new JobAnswer.MultiMatched(answers);
        });
    }

    private static Answer read(MultiMatchStep step) throws WireException {
        return switch (step.getOutcomeCase()) {
            case MATCHED -> read(step.getMatched());
            case REFUSED -> read(step.getRefused());
            case FAILED ->
                new Answer.Failed(
                        Failure.named(step.getFailed().getReason()).code(),
                        step.getFailed().getMessage());
            case OUTCOME_NOT_SET -> throw new WireException("A step of several matches has no outcome.");
        };
    }

    /** Why a job could start now, or why not. */
    public static JobAnswer.Explained read(ExplainReply reply) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.Explained(
                Explanations.read(reply),
                reply.hasWaiting() ? Optional.of(WaitMessages.read(reply.getWaiting())) : Optional.empty()));
    }

    /** A grow brought something. */
    public static Answer.Grown read(Grown grown) throws WireException {
        return CheckedMessage.value(
                () -> new Answer.Grown(Grants.read(grown.getGrant()), job(grown.getJob()), grown.getHeld()));
    }

    /** Where the time of a grow went. */
    public static List<LevelTiming> timings(Grown grown) throws WireException {
        return CheckedMessage.value(() -> Grants.readTimings(grown.getTimingsList()));
    }

    /** A shrink is done. */
    public static Answer.Shrunk read(Shrunk shrunk) throws WireException {
        return CheckedMessage.value(() -> new Answer.Shrunk(
                shrunk.getRequestId(),
                shrunk.getPathsList(),
                shrunk.getAskedAgainList(),
                Grants.readUnreleased(shrunk.getUnreleasedList()),
                shrunk.getWhy()));
    }

    /** A shrink was not done. */
    public static Answer.InUse read(InUse use) throws WireException {
        return CheckedMessage.value(
                () -> new Answer.InUse(use.getRequestId(), jobs(use.getJobsList()), use.getMessage()));
    }

    /** A job has ended. */
    public static JobAnswer.Cancelled read(CancelReply reply) throws WireException {
        return CheckedMessage.value(() -> new JobAnswer.Cancelled(
                new JobId(reply.getJob()),
                reply.hasVisits()
                        ? Optional.of(new CancelVisits(
                                reply.getVisits().getPreorder(),
                                reply.getVisits().getPostorder()))
                        : Optional.empty(),
                Grants.readUnreleased(reply.getUnreleasedList())));
    }

    /** Reads the result of a search. */
    public static Answer.Found read(FindReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.Found(reply.getResources(), reply.getCount()));
    }

    /** The instance in numbers. */
    public static Answer.Stat read(StatReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.Stat(Numbers.read(reply)));
    }

    /** A child has registered. */
    public static Answer.Spawned read(Job job) throws WireException {
        return CheckedMessage.value(() -> new Answer.Spawned(RecordMessages.read(job)));
    }

    /** The tree. */
    public static Answer.Tree read(TreeReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.Tree(
                RecordMessages.read(reply.getRoot()),
                reply.hasParentLostSinceSec() ? OptionalLong.of(reply.getParentLostSinceSec()) : OptionalLong.empty()));
    }

    private static Optional<JobId> job(long number) {
        return number == 0 ? Optional.empty() : Optional.of(new JobId(number));
    }

    static List<JobId> jobs(List<Long> numbers) {
        return numbers.stream().map(JobId::new).toList();
    }
}
