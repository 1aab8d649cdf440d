package io.banyan.rpc.wire.journal;

import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.RevokeMessages;
import io.banyan.v1.DecisionRecord;

/** The conversion of decisions on revokes and clearings to and from their form in the journal. */
final class RevokeDecisions {
    private RevokeDecisions() {}

    static DecisionRecord.RevokeAsked write(RevokeDecision.RevokeAsked asked) {
        return DecisionRecord.RevokeAsked.newBuilder()
                .setRevokeId(asked.revokeId())
                .setChild(asked.child().value())
                .setTarget(RevokeMessages.write(asked.target()))
                .setRule(RevokeMessages.write(asked.rule()))
                .setUntilMillis(asked.untilMillis())
                .setForce(asked.force())
                .build();
    }

    static Decision read(DecisionRecord.RevokeAsked asked) throws WireException {
        return new RevokeDecision.RevokeAsked(
                asked.getRevokeId(),
                new JobId(asked.getChild()),
                RevokeMessages.read(asked.getTarget()),
                RevokeMessages.read(asked.getRule()),
                asked.getUntilMillis(),
                asked.getForce());
    }

    static DecisionRecord.RevokeSettled write(RevokeDecision.RevokeSettled settled) {
        return DecisionRecord.RevokeSettled.newBuilder()
                .setRevokeId(settled.revokeId())
                .setWhy(settled.why())
                .setFenced(settled.fenced())
                .build();
    }

    static Decision read(DecisionRecord.RevokeSettled settled) {
        return new RevokeDecision.RevokeSettled(settled.getRevokeId(), settled.getWhy(), settled.getFenced());
    }

    static DecisionRecord.ClearingBegun write(RevokeDecision.ClearingBegun begun) {
        return DecisionRecord.ClearingBegun.newBuilder()
                .setId(begun.id())
                .setForParent(begun.forParent())
                .setTarget(RevokeMessages.write(begun.target()))
                .setRule(RevokeMessages.write(begun.rule()))
                .setUntilMillis(begun.untilMillis())
                .build();
    }

    static Decision read(DecisionRecord.ClearingBegun begun) throws WireException {
        return new RevokeDecision.ClearingBegun(
                begun.getId(),
                begun.getForParent(),
                RevokeMessages.read(begun.getTarget()),
                RevokeMessages.read(begun.getRule()),
                begun.getUntilMillis());
    }

    static DecisionRecord.ClearingChose write(RevokeDecision.ClearingChose chose) {
        return DecisionRecord.ClearingChose.newBuilder()
                .setId(chose.id())
                .addAllPaths(chose.paths())
                .addAllDrained(chose.drained())
                .build();
    }

    static Decision read(DecisionRecord.ClearingChose chose) {
        return new RevokeDecision.ClearingChose(chose.getId(), chose.getPathsList(), chose.getDrainedList());
    }

    static DecisionRecord.ClearingEnded write(RevokeDecision.ClearingEnded ended) {
        return DecisionRecord.ClearingEnded.newBuilder()
                .setId(ended.id())
                .setWhy(ended.why())
                .addAllUnreleased(Grants.writeUnreleased(ended.unreleased()))
                .build();
    }

    static Decision read(DecisionRecord.ClearingEnded ended) {
        return new RevokeDecision.ClearingEnded(
                ended.getId(), ended.getWhy(), Grants.readUnreleased(ended.getUnreleasedList()));
    }
}
