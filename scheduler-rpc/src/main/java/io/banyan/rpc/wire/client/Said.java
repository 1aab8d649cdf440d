package io.banyan.rpc.wire.client;

import io.banyan.v1.AttachReply;
import io.banyan.v1.CancelReply;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.GrowReply;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.InputReply;
import io.banyan.v1.InputRequest;
import io.banyan.v1.LimitRequest;
import io.banyan.v1.MatchReply;
import io.banyan.v1.OutputReply;
import io.banyan.v1.OutputRequest;
import io.banyan.v1.PartialCancelReply;
import io.banyan.v1.PartialCancelRequest;
import io.banyan.v1.ReclaimReply;
import io.banyan.v1.ReclaimRequest;
import io.banyan.v1.RemoveRequest;
import io.banyan.v1.RequeueRequest;
import io.banyan.v1.RevokeTarget;
import io.banyan.v1.SetPropertyRequest;
import io.banyan.v1.SetStatusRequest;
import io.banyan.v1.ShrinkReply;
import io.banyan.v1.ShrinkRequest;
import io.banyan.v1.SpawnReply;
import io.banyan.v1.SubmitReply;
import io.banyan.v1.UpdateReply;
import io.banyan.v1.UpdateRequest;
import io.banyan.v1.UrgeRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The subjects of messages, for the logging of calls. O(1). */
public final class Said {
    private static final int LONGEST = 200;

    private Said() {}

    /** The job that a request or a reply is about; empty where it is about none, or about several. */
    public static OptionalLong job(Object message) {
        long id = switch (message) {
            case CancelRequest request -> request.getJob();
            case UrgeRequest request -> request.getJob();
            case RequeueRequest request -> request.getJob();
            case LimitRequest request -> request.getJob();
            case OutputRequest request ->
                request.hasKept() && request.getKept().getInstanceCount() > 0
                        ? request.getKept().getInstance(0)
                        : request.getJob();
            case InputRequest request -> request.getJob();
            case SubmitReply reply -> reply.getJob().getId();
            case PartialCancelRequest request -> request.getJob();
            case UpdateRequest request -> request.getJob();
            case GrowRequest request -> request.getJob();
            case ShrinkRequest request -> request.getJob();
            case ReclaimRequest request -> request.getJob();
            case MatchReply reply -> reply.getMatched().getJob();
            case UpdateReply reply -> reply.getMatched().getJob();
            case GrowReply reply -> reply.getGrown().getJob();
            case SpawnReply reply -> reply.getJob().getId();
            case CancelReply reply -> reply.getJob();
            case ReclaimReply reply -> reply.getJob();
            case PartialCancelReply reply -> reply.getJob();
            default -> 0;
        };
        return id == 0 ? OptionalLong.empty() : OptionalLong.of(id);
    }

    /**
     * The further subject of a request or a reply in few words, such as paths or the id of a grow; empty if there is
     * none.
     */
    public static Optional<String> of(Object message) {
        String text = switch (message) {
            case LimitRequest request -> "time " + request.getDurationSec() + " s";
            case UrgeRequest request -> "urgency " + request.getUrgency();
            case SetStatusRequest request -> place(request.getPath(), request.getRanks());
            case SetPropertyRequest request -> request.getPath() + " " + request.getKey();
            case RemoveRequest request -> place(request.getPath(), request.getRanks());
            case AttachReply reply -> reply.getVertices() + " vertices";
            case GrowRequest request -> "grow " + request.getRequestId();
            case ShrinkRequest request ->
                switch (request.getTargetCase()) {
                    case GROW_ID -> "grow " + request.getGrowId();
                    case PATHS -> paths(request.getPaths().getPathList());
                    case COUNTS -> reclaimed(request.getCounts());
                    case IDLE_MILLIS -> "idle resources";
                    case UNRELEASED -> "resources that providers did not take back";
                    case UNDO -> "shrink " + request.getUndo() + " cancelled";
                    case JOB, TARGET_NOT_SET -> "";
                };
            case ReclaimRequest request -> reclaimed(request.getTarget());
            default -> "";
        };
        return text.isBlank()
                ? Optional.empty()
                : Optional.of(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
    }

    private static String reclaimed(RevokeTarget target) {
        return target.getPathsCount() > 0
                ? paths(target.getPathsList())
                : target.getCountsMap().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(wanted -> wanted.getKey() + "=" + wanted.getValue())
                        .collect(Collectors.joining(","));
    }

    private static String place(String path, String ranks) {
        return ranks.isEmpty() ? path : "ranks " + ranks;
    }

    private static String paths(List<String> paths) {
        return switch (paths.size()) {
            case 0 -> "";
            case 1 -> paths.getFirst();
            default -> paths.getFirst() + " and " + (paths.size() - 1) + " more";
        };
    }

    /**
     * Whether a call need not be logged: it has read the output of a job, or was one of the many calls that send a job
     * its input. The first bytes of the input are worth one.
     */
    public static boolean isRoutine(@Nullable Object request, Object reply) {
        return switch (reply) {
            case OutputReply output -> true;
            case InputReply input ->
                input.getAccepted() == 0 || !(request instanceof InputRequest asked) || asked.getOffset() > 0;
            default -> false;
        };
    }

    /** Whether a reply is a no. */
    public static boolean isNo(Object reply) {
        return switch (reply) {
            case MatchReply match -> match.hasRefused();
            case UpdateReply update -> update.hasRefused();
            case GrowReply grow -> grow.hasRefused();
            case SpawnReply spawn -> spawn.hasRefused();
            case SubmitReply submitted -> submitted.hasRefused();
            case ShrinkReply shrink ->
                shrink.hasInUse() || !shrink.getShrunk().getWhy().isEmpty();
            case ReclaimReply reclaim -> !reclaim.getWhy().isEmpty();
            default -> false;
        };
    }
}
