package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.UseRule;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ReclaimReply;
import io.banyan.v1.ReclaimRequest;
import io.banyan.v1.Revoke;
import io.banyan.v1.Revoked;
import java.util.List;
import java.util.Map;

/** Asking for resources back, between parent and child and between client and daemon, there and back. */
public final class RevokeMessages {
    private RevokeMessages() {}

    /** Whether it names few enough to be written at once. */
    public static boolean isLight(RevokeTarget target) {
        return switch (target) {
            case RevokeTarget.ByCounts(Map<String, Long> counts) -> counts.size() <= Grants.LIGHT;
            case RevokeTarget.ByPaths(List<String> paths) -> paths.size() <= Grants.LIGHT;
        };
    }

    public static io.banyan.v1.RevokeTarget write(RevokeTarget target) {
        var message = io.banyan.v1.RevokeTarget.newBuilder();
        switch (target) {
            case RevokeTarget.ByPaths paths -> message.addAllPaths(paths.paths());
            case RevokeTarget.ByCounts counts -> message.putAllCounts(counts.counts());
        }
        return message.build();
    }

    public static RevokeTarget read(io.banyan.v1.RevokeTarget target) throws WireException {
        if ((target.getPathsCount() == 0) == (target.getCountsCount() == 0)) {
            throw new WireException("Resources to reclaim must be named either by paths or by counts.");
        }
        return target.getPathsCount() > 0
                ? new RevokeTarget.ByPaths(target.getPathsList())
                : RevokeTarget.ByCounts.of(target.getCountsMap());
    }

    static RevokeTarget.ByCounts counts(io.banyan.v1.RevokeTarget target) throws WireException {
        if (target.getPathsCount() > 0) {
            throw new WireException("A shrink by amounts must not name paths.");
        }
        return RevokeTarget.ByCounts.of(target.getCountsMap());
    }

    public static io.banyan.v1.UseRule write(UseRule rule) {
        return switch (rule) {
            case SPARE -> io.banyan.v1.UseRule.USE_RULE_SPARE;
            case AWAIT -> io.banyan.v1.UseRule.USE_RULE_AWAIT;
            case CANCEL -> io.banyan.v1.UseRule.USE_RULE_CANCEL;
        };
    }

    public static UseRule read(io.banyan.v1.UseRule rule) throws WireException {
        return switch (rule) {
            case USE_RULE_SPARE -> UseRule.SPARE;
            case USE_RULE_AWAIT -> UseRule.AWAIT;
            case USE_RULE_CANCEL -> UseRule.CANCEL;
            case USE_RULE_UNSPECIFIED, UNRECOGNIZED ->
                throw new WireException("A message names no rule for jobs that this version knows.");
        };
    }

    public static Revoke write(DownMessage.Revoke revoke) {
        return Revoke.newBuilder()
                .setRevokeId(revoke.revokeId())
                .setTarget(write(revoke.target()))
                .setRule(write(revoke.rule()))
                .setTimeoutMillis(revoke.timeoutMillis())
                .build();
    }

    public static DownMessage read(Revoke revoke) throws WireException {
        return new DownMessage.Revoke(
                revoke.getRevokeId(), read(revoke.getTarget()), read(revoke.getRule()), revoke.getTimeoutMillis());
    }

    public static Revoked write(UpMessage.Revoked revoked) {
        return Revoked.newBuilder()
                .setRevokeId(revoked.revokeId())
                .setWhy(revoked.why())
                .build();
    }

    public static UpMessage read(Revoked revoked) {
        return new UpMessage.Revoked(revoked.getRevokeId(), revoked.getWhy());
    }

    /** Something is wanted back of a child. */
    public static ReclaimRequest write(Request.Reclaim request) {
        return ReclaimRequest.newBuilder()
                .setRequestId(request.requestId())
                .setJob(request.job().value())
                .setTarget(write(request.target()))
                .setGraceMillis(request.graceMillis())
                .setForce(request.force())
                .build();
    }

    /** Something is wanted back of a child. */
    public static Request.Reclaim read(ReclaimRequest message) throws WireException {
        return CheckedMessage.value(() -> new Request.Reclaim(
                message.getRequestId(),
                new JobId(message.getJob()),
                read(message.getTarget()),
                message.getGraceMillis(),
                message.getForce()));
    }

    /** Writes the result of a reclaim. */
    public static ReclaimReply write(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Reclaimed reclaimed ->
                ReclaimReply.newBuilder()
                        .setRequestId(reclaimed.requestId())
                        .setJob(reclaimed.job().value())
                        .addAllPaths(reclaimed.paths())
                        .setWhy(reclaimed.why())
                        .setFenced(reclaimed.fenced())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** Reads the result of a reclaim. */
    public static Answer.Reclaimed read(ReclaimReply reply) throws WireException {
        return CheckedMessage.value(() -> new Answer.Reclaimed(
                reply.getRequestId(),
                new JobId(reply.getJob()),
                reply.getPathsList(),
                reply.getWhy(),
                reply.getFenced()));
    }
}
