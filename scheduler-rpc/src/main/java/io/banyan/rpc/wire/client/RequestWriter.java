package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.Enums;
import io.banyan.v1.AbandonRequest;
import io.banyan.v1.AllUnreleased;
import io.banyan.v1.CancelRequest;
import io.banyan.v1.ExplainRequest;
import io.banyan.v1.FindRequest;
import io.banyan.v1.GrowRequest;
import io.banyan.v1.MatchRequest;
import io.banyan.v1.MultiMatchRequest;
import io.banyan.v1.Paths;
import io.banyan.v1.ShrinkRequest;
import io.banyan.v1.SpawnRequest;

/** Writes a client's calls. {@link RequestReader} is the way back. */
public final class RequestWriter {
    private RequestWriter() {}

    /** A match. */
    public static MatchRequest write(JobRequest.Match request) {
        return MatchRequest.newBuilder()
                .setJobspec(JobspecWriter.json(request.jobspec()))
                .setOperation(request.operation().label())
                .setFormat(request.format().toString())
                .setName(request.name())
                .setRules(request.rules().label())
                .build();
    }

    /** Several matches. */
    public static MultiMatchRequest write(JobRequest.MultiMatch request) {
        return MultiMatchRequest.newBuilder()
                .addAllMatches(
                        request.matches().stream().map(RequestWriter::write).toList())
                .build();
    }

    /** A question for reasons. */
    public static ExplainRequest write(JobRead.Explain request) {
        return ExplainRequest.newBuilder()
                .setJobspec(JobspecWriter.json(request.jobspec()))
                .build();
    }

    /** A question for reasons. */
    public static ExplainRequest write(JobRead.ExplainJob request) {
        return ExplainRequest.newBuilder().setJob(request.job().value()).build();
    }

    /** A grow. */
    public static GrowRequest write(Request.Grow request) {
        return GrowRequest.newBuilder()
                .setRequestId(request.requestId())
                .setJob(request.job().map(JobId::value).orElse(0L))
                .setJobspec(JobspecWriter.json(request.jobspec()))
                .setTimeoutMillis(request.timeoutMillis())
                .build();
    }

    /** A shrink. */
    public static ShrinkRequest write(Request.Shrink request) {
        var message = ShrinkRequest.newBuilder()
                .setRequestId(request.requestId())
                .setRule(RevokeMessages.write(request.rule()))
                .setWaitMillis(request.waitMillis())
                .setRetain(request.retain());
        switch (request.target()) {
            case ShrinkTarget.ByGrow grow -> message.setGrowId(grow.growId());
            case ShrinkTarget.ByPaths paths ->
                message.setPaths(Paths.newBuilder().addAllPath(paths.paths()));
            case ShrinkTarget.ByJob job -> message.setJob(job.job().value());
            case ShrinkTarget.ByCount count -> message.setCounts(RevokeMessages.write(count.counts()));
            case ShrinkTarget.ByIdle idle -> message.setIdleMillis(idle.idleMillis());
            case ShrinkTarget.Undo undo -> message.setUndo(undo.shrinkId());
            case ShrinkTarget.Unreleased it -> message.setUnreleased(AllUnreleased.getDefaultInstance());
        }
        return message.build();
    }

    /** A cancel. */
    public static CancelRequest write(JobRequest.Cancel request) {
        return CancelRequest.newBuilder()
                .setJob(request.job().value())
                .setCounted(request.counted())
                .addAllStates(Enums.writeStates(request.states()))
                .build();
    }

    /** A giving up. */
    public static AbandonRequest write(Request.Abandon request) {
        return AbandonRequest.newBuilder().setJob(request.job().value()).build();
    }

    /** A search. */
    public static FindRequest write(Request.Find request) {
        return FindRequest.newBuilder()
                .setCriteria(request.criteria())
                .setFormat(request.format().toString())
                .build();
    }

    /** A spawn. */
    public static SpawnRequest write(Request.Spawn request) {
        return SpawnRequest.newBuilder()
                .setJobspec(JobspecWriter.json(request.jobspec()))
                .setName(request.name())
                .putAllOptions(request.options())
                .build();
    }
}
