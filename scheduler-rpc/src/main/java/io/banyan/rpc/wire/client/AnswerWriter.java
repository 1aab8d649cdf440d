package io.banyan.rpc.wire.client;

import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfWriter;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.resource.JobId;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.CancelReply;
import io.banyan.v1.CancelVisits;
import io.banyan.v1.ExplainReply;
import io.banyan.v1.FindReply;
import io.banyan.v1.GrowReply;
import io.banyan.v1.Grown;
import io.banyan.v1.InUse;
import io.banyan.v1.MatchFailure;
import io.banyan.v1.MatchReply;
import io.banyan.v1.Matched;
import io.banyan.v1.MultiMatchReply;
import io.banyan.v1.MultiMatchStep;
import io.banyan.v1.Refusal;
import io.banyan.v1.ShrinkReply;
import io.banyan.v1.Shrunk;
import io.banyan.v1.SpawnReply;
import io.banyan.v1.StatReply;
import io.banyan.v1.StopReply;
import io.banyan.v1.TreeReply;
import java.util.List;
import java.util.Locale;

/**
 * Writes an instance's answers. {@link AnswerReader} is the way back. An answer that reports a failure becomes the
 * {@link WireException} that ends the call.
 */
public final class AnswerWriter {
    /** The most characters of a document that make little work. */
    private static final int LIGHT_TEXT = 64 << 10;

    private AnswerWriter() {}

    /** Whether writing it is little work compared with its computation. */
    public static boolean isLight(Answer answer) {
        return switch (answer) {
            case Answer.Grown grown -> Grants.isLight(grown.grant());
            case Answer.Matched matched -> matched.resources().length() <= LIGHT_TEXT;
            case JobAnswer.JobInfo info ->
                info.detail().isEmpty() && info.resources().length() <= LIGHT_TEXT;
            case Answer.Found found -> found.resources().length() <= LIGHT_TEXT;
            case JobAnswer.MultiMatched it -> false;
            case JobAnswer.Explained it -> false;
            case JobAnswer.Jobs it -> false;
            case JobAnswer.Overview it -> false;
            case JobAnswer.Pending it -> false;
            case JobAnswer.Priorities it -> false;
            case JobAnswer.Timeline it -> false;
            case JobAnswer.Horizon it -> false;
            case Answer.Reservations it -> false;
            case Answer.Tree it -> false;
            case Answer.Statuses it -> false;
            case Answer.Nodes it -> false;
            case Answer.Shrunk shrunk -> shrunk.paths().size() <= Grants.LIGHT;
            case Answer.Reclaimed reclaimed -> reclaimed.paths().size() <= Grants.LIGHT;
            case JobAnswer.PartlyCancelled partly -> partly.paths().size() <= Grants.LIGHT;
            case Answer.Removed removed -> removed.paths().size() <= Grants.LIGHT;
            case Answer.StatusSet set -> set.paths().size() <= Grants.LIGHT;
            case Answer.Refused it -> true;
            case BookingRefused it -> true;
            case Answer.InUse it -> true;
            case JobAnswer.Cancelled it -> true;
            case Answer.Attached it -> true;
            case Answer.Properties it -> true;
            case Answer.Spawned it -> true;
            case JobAnswer.Submitted it -> true;
            case JobAnswer.AllSubmitted it -> true;
            case JobAnswer.Counts it -> true;
            case JobAnswer.NoneSubmitted it -> true;
            case MalleableAnswer.Rescaled it -> true;
            case MalleableAnswer.Slots slots ->
                slots.proposal()
                        .filter(it -> it.resources().length() > LIGHT_TEXT)
                        .isEmpty();
            case JobAnswer.Queues it -> true;
            case Answer.Way it -> true;
            case Answer.Stat it -> true;
            case Answer.Stopping it -> true;
            case Answer.Failed it -> true;
        };
    }

    /** To a match. */
    public static MatchReply match(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Matched matched ->
                MatchReply.newBuilder().setMatched(matched(matched)).build();
            case Answer.Refused refused ->
                MatchReply.newBuilder().setRefused(refusal(refused)).build();
            case Answer other -> throw failure(other);
        };
    }

    /** To a question for reasons. */
    public static ExplainReply explain(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Explained explained -> {
                ExplainReply reply = Explanations.write(explained.explanation());
                yield explained
                        .waiting()
                        .map(it -> reply.toBuilder()
                                .setWaiting(WaitMessages.write(it))
                                .build())
                        .orElse(reply);
            }
            case Answer other -> throw failure(other);
        };
    }

    /** To a grow. */
    public static GrowReply grow(Answer answer, List<LevelTiming> timings, boolean wantJgf) throws WireException {
        return switch (answer) {
            case Answer.Grown grown ->
                GrowReply.newBuilder()
                        .setGrown(Grown.newBuilder()
                                .setGrant(Grants.write(grown.grant()))
                                .setJob(grown.job().map(JobId::value).orElse(0L))
                                .setHeld(grown.held())
                                .addAllTimings(Grants.writeTimings(timings))
                                .setJgf(wantJgf ? jgf(grown.grant().subgraph()) : ""))
                        .build();
            case Answer.Refused refused ->
                GrowReply.newBuilder().setRefused(refusal(refused)).build();
            case Answer other -> throw failure(other);
        };
    }

    /** To a shrink. */
    public static ShrinkReply shrink(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Shrunk shrunk ->
                ShrinkReply.newBuilder()
                        .setShrunk(Shrunk.newBuilder()
                                .setRequestId(shrunk.requestId())
                                .addAllPaths(shrunk.paths())
                                .addAllAskedAgain(shrunk.askedAgain())
                                .setWhy(shrunk.why())
                                .addAllUnreleased(Grants.writeUnreleased(shrunk.unreleased())))
                        .build();
            case Answer.InUse use ->
                ShrinkReply.newBuilder()
                        .setInUse(InUse.newBuilder()
                                .setRequestId(use.requestId())
                                .addAllJobs(numbers(use.jobs()))
                                .setMessage(use.message()))
                        .build();
            case Answer other -> throw failure(other);
        };
    }

    /** To a cancel. */
    public static CancelReply cancel(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Cancelled cancelled -> cancelReply(cancelled);
            case Answer other -> throw failure(other);
        };
    }

    /** To a search. */
    public static FindReply find(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Found found ->
                FindReply.newBuilder()
                        .setResources(found.resources())
                        .setCount(found.count())
                        .build();
            case Answer other -> throw failure(other);
        };
    }

    /** To a question for numbers. */
    public static StatReply stat(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Stat stat -> Numbers.write(stat.statistics());
            case Answer other -> throw failure(other);
        };
    }

    /** To a spawn. */
    public static SpawnReply spawn(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Spawned spawned ->
                SpawnReply.newBuilder()
                        .setJob(RecordMessages.write(spawned.job()))
                        .build();
            case Answer.Refused refused ->
                SpawnReply.newBuilder().setRefused(refusal(refused)).build();
            case Answer other -> throw failure(other);
        };
    }

    /** To a look at the tree. */
    public static TreeReply tree(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Tree tree -> {
                var reply = TreeReply.newBuilder().setRoot(RecordMessages.write(tree.root()));
                tree.parentLostSinceSec().ifPresent(reply::setParentLostSinceSec);
                yield reply.build();
            }
            case Answer other -> throw failure(other);
        };
    }

    /** To a stop. */
    public static StopReply stop(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Stopping stopping -> StopReply.getDefaultInstance();
            case Answer other -> throw failure(other);
        };
    }

    /** To several matches. */
    public static MultiMatchReply multiMatch(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.MultiMatched many -> {
                var reply = MultiMatchReply.newBuilder();
                for (Answer step : many.answers()) {
                    reply.addSteps(step(step));
                }
                yield reply.build();
            }
            case Answer other -> throw failure(other);
        };
    }

    private static MultiMatchStep step(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Matched matched ->
                MultiMatchStep.newBuilder().setMatched(matched(matched)).build();
            case Answer.Refused refused ->
                MultiMatchStep.newBuilder().setRefused(refusal(refused)).build();
            case Answer.Failed failed ->
                MultiMatchStep.newBuilder()
                        .setFailed(MatchFailure.newBuilder()
                                .setReason(failureOf(failed.code()).name().toLowerCase(Locale.ROOT))
                                .setMessage(failed.message()))
                        .build();
            case Answer other -> throw failure(other);
        };
    }

    private static CancelReply cancelReply(JobAnswer.Cancelled cancelled) {
        var reply = CancelReply.newBuilder()
                .setJob(cancelled.job().value())
                .addAllUnreleased(Grants.writeUnreleased(cancelled.unreleased()));
        cancelled
                .visits()
                .ifPresent(visits -> reply.setVisits(
                        CancelVisits.newBuilder().setPreorder(visits.preorder()).setPostorder(visits.postorder())));
        return reply.build();
    }

    static Matched matched(Answer.Matched matched) {
        var message = Matched.newBuilder()
                .setJob(matched.job().map(JobId::value).orElse(0L))
                .setOutcome(Enums.write(matched.outcome()))
                .setResources(matched.resources())
                .setRun(RecordMessages.write(matched.run()));
        matched.window().ifPresent(window -> message.setWindow(Grants.write(window)));
        return message.build();
    }

    static Refusal refusal(Answer.Refused refused) {
        return Refusal.newBuilder()
                .setUnsatisfiable(refused.unsatisfiable())
                .addAllLevels(Grants.writeReasons(refused.reasons()))
                .setRun(RecordMessages.write(refused.run()))
                .build();
    }

    static List<Long> numbers(List<JobId> jobs) {
        return jobs.stream().map(JobId::value).toList();
    }

    private static String jgf(Subgraph subgraph) {
        return JgfWriter.write(subgraph);
    }

    /** The failure of a call whose answer does not belong to its question. */
    public static WireException failure(Answer answer) {
        if (answer instanceof Answer.Failed failed) {
            return new WireException(failureOf(failed.code()), failed.message());
        }
        return new WireException(
                Failure.INTERNAL,
                "The instance answered with " + answer.getClass().getSimpleName()
                        + ", which does not match the request.");
    }

    private static Failure failureOf(ErrorCode code) {
        return switch (code) {
            case INVALID -> Failure.INVALID;
            case NOT_FOUND -> Failure.NOT_FOUND;
            case FORBIDDEN -> Failure.FORBIDDEN;
            case WRONG_STATE -> Failure.NOT_NOW;
            case LIMIT -> Failure.OVERLOADED;
            case UNAVAILABLE -> Failure.STOPPING;
            case DEADLINE -> Failure.DEADLINE;
            case INTERNAL -> Failure.INTERNAL;
        };
    }
}
