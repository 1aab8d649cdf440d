package io.banyan.rpc.wire.client;

import com.google.protobuf.MessageLite;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.AbandonRequest;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.ExplainRequest;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.MultiMatchRequest;
import io.banyan.v1.ShrinkRequest;
import io.banyan.v1.SpawnRequest;
import io.banyan.v1.UseRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a client's calls. {@link RequestWriter} is the way there. */
public final class RequestReader {
    private static final String DEFAULT_FORMAT = "rv1_nosched";

    /** The largest request, in bytes, that makes little work. */
    private static final int LIGHT_BYTES = 64 << 10;

    private RequestReader() {}

    /** Whether reading a request, which is any message, keeps the thread that brings it for a short time only. */
    public static boolean isLight(Object message) {
        return message instanceof MessageLite request && request.getSerializedSize() <= LIGHT_BYTES;
    }

    /** A match. */
    public static JobRequest.Match read(MatchRequest request) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Match(
                JobspecCodec.read(request.getJobspec()),
                MatchOperation.parse(request.getOperation()),
                format(request.getFormat()),
                request.getName(),
                rules(request.getRules())));
    }

    /** Several matches. */
    public static JobRequest.MultiMatch read(MultiMatchRequest request) throws WireException {
        return CheckedMessage.value(() -> {
            List<JobRequest.Match> matches = new ArrayList<>();
            for (MatchRequest match : request.getMatchesList()) {
                matches.add(read(match));
            }
            return new JobRequest.MultiMatch(matches);
        });
    }

    /** A question for reasons. */
    public static JobRequest read(ExplainRequest request) throws WireException {
        if (request.getJob() != 0 && !request.getJobspec().isEmpty()) {
            throw new WireException("A request for reasons must name a jobspec or a job, but this one names both.");
        }
        return CheckedMessage.value(() -> request.getJob() == 0
                ? new JobRead.Explain(JobspecCodec.read(request.getJobspec()))
                : new JobRead.ExplainJob(new JobId(request.getJob())));
    }

    /** A grow. */
    public static Request.Grow read(GrowRequest request) throws WireException {
        return CheckedMessage.value(() -> new Request.Grow(
                request.getRequestId(),
                request.getJob() == 0 ? Optional.empty() : Optional.of(new JobId(request.getJob())),
                JobspecCodec.read(request.getJobspec()),
                request.getTimeoutMillis()));
    }

    /** A shrink. */
    public static Request.Shrink read(ShrinkRequest request) throws WireException {
        return CheckedMessage.value(() -> new Request.Shrink(
                request.getRequestId(),
                target(request),
                request.getRule() == UseRule.USE_RULE_UNSPECIFIED
                        ? io.banyan.instance.message.value.UseRule.SPARE
                        : RevokeMessages.read(request.getRule()),
                request.getWaitMillis(),
                request.getRetain()));
    }

    /** A cancel. */
    public static JobRequest.Cancel read(CancelRequest request) throws WireException {
        return CheckedMessage.value(() -> new JobRequest.Cancel(
                new JobId(request.getJob()), request.getCounted(), Enums.readStates(request.getStatesList())));
    }

    /** A giving up. */
    public static Request.Abandon read(AbandonRequest request) throws WireException {
        return CheckedMessage.value(() -> new Request.Abandon(new JobId(request.getJob())));
    }

    /** A search. */
    public static Request.Find read(FindRequest request) throws WireException {
        return CheckedMessage.value(() -> new Request.Find(request.getCriteria(), format(request.getFormat())));
    }

    /** A spawn. */
    public static Request.Spawn read(SpawnRequest request) throws WireException {
        return CheckedMessage.value(() -> new Request.Spawn(
                JobspecCodec.read(request.getJobspec()), request.getName(), new TreeMap<>(request.getOptionsMap())));
    }

    static MatchRules rules(String name) {
        return name.isEmpty() ? MatchRules.BANYAN : MatchRules.parse(name);
    }

    static MatchFormat format(String name) {
        return MatchFormat.parse(name.isEmpty() ? DEFAULT_FORMAT : name);
    }

    private static ShrinkTarget target(ShrinkRequest request) throws WireException {
        return switch (request.getTargetCase()) {
            case GROW_ID -> new ShrinkTarget.ByGrow(request.getGrowId());
            case PATHS -> new ShrinkTarget.ByPaths(request.getPaths().getPathList());
            case JOB -> new ShrinkTarget.ByJob(new JobId(request.getJob()));
            case COUNTS -> new ShrinkTarget.ByCount(RevokeMessages.counts(request.getCounts()));
            case IDLE_MILLIS -> new ShrinkTarget.ByIdle(request.getIdleMillis());
            case UNRELEASED -> new ShrinkTarget.Unreleased();
            case UNDO -> new ShrinkTarget.Undo(request.getUndo());
            case TARGET_NOT_SET ->
                throw new WireException(
                        "A shrink must name a grow, paths, a job, amounts, a time or unreleased resources, but this one names none.");
        };
    }
}
