package io.banyan.rpc.wire.client;

import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.match.explain.Obstacle;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ExplainReply;
import io.banyan.v1.ExplainedAlternative;
import io.banyan.v1.ExplainedLevel;
import io.banyan.v1.ExplainedReasons;
import io.banyan.v1.FewerOf;
import io.banyan.v1.ShorterDuration;
import io.banyan.v1.SmallChange;
import io.banyan.v1.Taken;
import io.banyan.v1.TakenAbove;
import io.banyan.v1.WithoutRequired;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a job could start now, or why not. A level is read by its own constructor, so that numbers that do not add up are
 * refused.
 */
final class Explanations {
    /** The deepest request that is read; no jobspec is nested as deep. */
    private static final int MAX_DEPTH = 64;

    private Explanations() {}

    static ExplainReply write(Explanation explanation) {
        var message = ExplainReply.newBuilder().setNowSec(explanation.nowSec());
        switch (explanation.start()) {
            case Explanation.Start.Now now -> message.setNow(Grants.write(now.window()));
            case Explanation.Start.Later later -> message.setLater(Grants.write(later.window()));
            case Explanation.Start.Blocked blocked -> message.setBlocked(write(blocked.reasons()));
            case Explanation.Start.Never never -> message.setNever(write(never.reasons()));
        }
        explanation.alternatives().forEach(alternative -> message.addAlternatives(write(alternative)));
        message.setOtherAlternatives(explanation.otherAlternatives());
        explanation.changes().forEach(change -> message.addChanges(write(change)));
        return message.build();
    }

    static Explanation read(ExplainReply reply) throws WireException {
        List<Explanation.Change> changes = new ArrayList<>();
        for (SmallChange change : reply.getChangesList()) {
            changes.add(read(change));
        }
        List<Explanation.Alternative> alternatives = new ArrayList<>();
        for (ExplainedAlternative alternative : reply.getAlternativesList()) {
            alternatives.add(
                    new Explanation.Alternative(alternative.getSlotsList(), levels(alternative.getLevelsList(), 1)));
        }
        return new Explanation(reply.getNowSec(), start(reply), alternatives, reply.getOtherAlternatives(), changes);
    }

    private static ExplainedAlternative write(Explanation.Alternative alternative) {
        return ExplainedAlternative.newBuilder()
                .addAllSlots(alternative.slots())
                .addAllLevels(
                        alternative.levels().stream().map(Explanations::write).toList())
                .build();
    }

    private static Explanation.Start start(ExplainReply reply) throws WireException {
        return switch (reply.getStartCase()) {
            case NOW -> new Explanation.Start.Now(Grants.read(reply.getNow()));
            case LATER -> new Explanation.Start.Later(Grants.read(reply.getLater()));
            case BLOCKED -> new Explanation.Start.Blocked(read(reply.getBlocked()));
            case NEVER -> new Explanation.Start.Never(read(reply.getNever()));
            case START_NOT_SET ->
                throw new WireException("An explanation must state when the job would start, but this one does not.");
        };
    }

    private static ExplainedReasons write(List<Reason> reasons) {
        return ExplainedReasons.newBuilder()
                .addAllReasons(reasons.stream().map(Grants::write).toList())
                .build();
    }

    private static List<Reason> read(ExplainedReasons reasons) {
        return reasons.getReasonsList().stream().map(Grants::read).toList();
    }

    private static ExplainedLevel write(Explanation.Level level) {
        return ExplainedLevel.newBuilder()
                .setRequirement(level.requirement())
                .setAsked(level.asked())
                .setNeeded(level.needed())
                .setCandidates(level.candidates())
                .setFits(level.fits())
                .setBest(level.best())
                .addAllTaken(level.taken().stream().map(Explanations::write).toList())
                .addAllBelow(level.below().stream().map(Explanations::write).toList())
                .build();
    }

    private static List<Explanation.Level> levels(List<ExplainedLevel> messages, int depth) throws WireException {
        if (depth > MAX_DEPTH) {
            throw new WireException("A message explains a request of more than " + MAX_DEPTH + " levels.");
        }
        List<Explanation.Level> levels = new ArrayList<>();
        for (ExplainedLevel level : messages) {
            levels.add(new Explanation.Level(
                    level.getRequirement(),
                    level.getAsked(),
                    level.getNeeded(),
                    level.getCandidates(),
                    level.getFits(),
                    level.getBest(),
                    level.getTakenList().stream().map(Explanations::read).toList(),
                    levels(level.getBelowList(), depth + 1)));
        }
        return levels;
    }

    private static Taken write(Explanation.Taken taken) {
        return Taken.newBuilder()
                .setObstacle(taken.obstacle().label())
                .setAbout(taken.about())
                .setCount(taken.count())
                .setNeeded(taken.needed())
                .setAtBest(taken.atBest())
                .setInherited(taken.inherited())
                .addAllAbove(taken.above().stream()
                        .map(above -> TakenAbove.newBuilder()
                                .setPath(above.path())
                                .setCount(above.count())
                                .build())
                        .toList())
                .setOtherAbove(taken.otherAbove())
                .addAllJobs(taken.holders().jobs().stream().map(JobId::value).toList())
                .setOtherJobs(taken.holders().others())
                .setFirstEndSec(taken.holders().firstEndSec())
                .setLastEndSec(taken.holders().lastEndSec())
                .build();
    }

    private static Explanation.Taken read(Taken taken) {
        return new Explanation.Taken(
                Obstacle.parse(taken.getObstacle()),
                taken.getAbout(),
                taken.getCount(),
                taken.getNeeded(),
                taken.getAtBest(),
                taken.getInherited(),
                taken.getAboveList().stream()
                        .map(above -> new Explanation.Above(above.getPath(), above.getCount()))
                        .toList(),
                taken.getOtherAbove(),
                new Explanation.Holders(
                        taken.getJobsList().stream().map(JobId::new).toList(),
                        taken.getOtherJobs(),
                        taken.getFirstEndSec(),
                        taken.getLastEndSec()));
    }

    private static SmallChange write(Explanation.Change change) {
        var message = SmallChange.newBuilder();
        switch (change) {
            case Explanation.Change.Fewer fewer ->
                message.setFewer(FewerOf.newBuilder()
                        .setRequirement(fewer.requirement())
                        .setFrom(fewer.from())
                        .setTo(fewer.to()));
            case Explanation.Change.Without without -> message.setWithout(without.condition());
            case Explanation.Change.WithoutRequired without ->
                message.setWithoutRequired(WithoutRequired.newBuilder()
                        .setRequirement(without.requirement())
                        .setCondition(without.condition()));
            case Explanation.Change.Shorter shorter ->
                message.setShorter(ShorterDuration.newBuilder()
                        .setFromSec(shorter.fromSec())
                        .setToSec(shorter.toSec()));
        }
        return message.build();
    }

    private static Explanation.Change read(SmallChange change) throws WireException {
        return switch (change.getChangeCase()) {
            case FEWER ->
                new Explanation.Change.Fewer(
                        change.getFewer().getRequirement(),
                        change.getFewer().getFrom(),
                        change.getFewer().getTo());
            case WITHOUT -> new Explanation.Change.Without(change.getWithout());
            case WITHOUT_REQUIRED ->
                new Explanation.Change.WithoutRequired(
                        change.getWithoutRequired().getRequirement(),
                        change.getWithoutRequired().getCondition());
            case SHORTER ->
                new Explanation.Change.Shorter(
                        change.getShorter().getFromSec(), change.getShorter().getToSec());
            case CHANGE_NOT_SET ->
                throw new WireException("A message proposes a change that this version does not know.");
        };
    }
}
