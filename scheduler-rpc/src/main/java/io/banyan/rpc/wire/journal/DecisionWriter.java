package io.banyan.rpc.wire.journal;

import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.Parcel;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.UsageMessages;
import io.banyan.rpc.wire.client.QueueStates;
import io.banyan.rpc.wire.client.RequestWriter;
import io.banyan.schedule.BookingKind;
import io.banyan.v1.DecisionRecord;
import java.util.List;

/** Decisions as the journal keeps them. {@link DecisionReader} is the way back. */
final class DecisionWriter {
    private DecisionWriter() {}

    static DecisionRecord write(Decision decision) {
        var record = DecisionRecord.newBuilder();
        switch (decision) {
            case JobDecision it -> write(it, record);
            case GrowDecision it -> write(it, record);
            case ReturnDecision it -> write(it, record);
            case RevokeDecision it -> write(it, record);
            case LevelDecision it -> write(it, record);
            case EditDecision it -> write(it, record);
            case QueueDecision it -> QueueStates.write(it, record);
            case RescaleDecision it -> write(it, record);
            case ReservationDecision it -> ReservationDecisions.write(it, record);
        }
        return record.build();
    }

    private static void write(JobDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case JobDecision.JobGranted granted -> record.setJobGranted(granted(granted));
            case JobDecision.JobSubmitted submitted -> record.setJobSubmitted(submitted(submitted));
            case JobDecision.JobUrged urged ->
                record.setJobUrged(DecisionRecord.JobUrged.newBuilder()
                        .setJob(urged.job().value())
                        .setUrgency(urged.urgency()));
            case JobDecision.JobEligible eligible ->
                record.setJobEligible(DecisionRecord.JobEligible.newBuilder()
                        .setJob(eligible.job().value()));
            case JobDecision.JobRequeued requeued ->
                record.setJobRequeued(DecisionRecord.JobRequeued.newBuilder()
                        .setJob(requeued.job().value()));
            case JobDecision.JobLimited limited ->
                record.setJobLimited(DecisionRecord.JobLimited.newBuilder()
                        .setJob(limited.job().value())
                        .setDurationSec(limited.durationSec())
                        .setExtension(limited.isExtension()));
            case JobDecision.JobUnplanned unplanned ->
                record.setJobUnplanned(DecisionRecord.JobUnplanned.newBuilder()
                        .setJob(unplanned.job().value()));
            case JobDecision.JobStarted started ->
                record.setJobStarted(DecisionRecord.JobStarted.newBuilder()
                        .setJob(started.job().value()));
            case JobDecision.JobStopping stopping -> record.setJobStopping(stopping(stopping));
            case JobDecision.JobEnded ended -> record.setJobEnded(ended(ended));
            case JobDecision.JobHurt hurt ->
                record.setJobHurt(DecisionRecord.JobHurt.newBuilder()
                        .setJob(hurt.job().value())
                        .addAllPaths(hurt.paths()));
            case JobDecision.PartlyCancelled partly ->
                record.setPartlyCancelled(DecisionRecord.PartlyCancelled.newBuilder()
                        .setJob(partly.job().value())
                        .addAllPaths(partly.paths())
                        .addAllAmounts(partly.amounts())
                        .setSubtrees(partly.subtrees())
                        .addAllLeft(partly.left()));
        }
    }

    private static void write(RescaleDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case RescaleDecision.Proposed proposed ->
                record.setRescaleProposed(DecisionRecord.RescaleProposed.newBuilder()
                        .setJob(proposed.job().value())
                        .setNumber(proposed.number())
                        .setFrom(proposed.from())
                        .setTo(proposed.to())
                        .addAllHeld(proposed.held().stream()
                                .map(DecisionWriter::held)
                                .toList()));
            case RescaleDecision.Settled settled ->
                record.setRescaleSettled(DecisionRecord.RescaleSettled.newBuilder()
                        .setJob(settled.job().value())
                        .setNumber(settled.number())
                        .setOutcome(Enums.write(settled.outcome()))
                        .setWhy(settled.why()));
        }
    }

    private static void write(GrowDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case GrowDecision.Grown grown -> record.setGrown(grown(grown));
            case GrowDecision.ProvisionAsked asked ->
                record.setProvisionAsked(DecisionRecord.ProvisionAsked.newBuilder()
                        .setProvider(asked.provider())
                        .setRequestId(asked.requestId()));
            case GrowDecision.ProvisionRefused refused ->
                record.setProvisionRefused(
                        DecisionRecord.ProvisionRefused.newBuilder().setRequestId(refused.requestId()));
        }
    }

    private static void write(ReturnDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case ReturnDecision.ShrinkBegun begun ->
                record.setShrinkBegun(DecisionRecord.ShrinkBegun.newBuilder()
                        .setOwner(RecordMessages.writtenOwner(begun.owner()))
                        .setRequest(RequestWriter.write(begun.request())));
            case ReturnDecision.GaveBack gaveBack -> record.setGaveBack(gaveBack(gaveBack));
            case ReturnDecision.Freed freed -> record.setFreed(freed(freed));
            case ReturnDecision.Retained retained -> record.setRetained(retained(retained));
        }
    }

    private static void write(RevokeDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case RevokeDecision.RevokeAsked asked -> record.setRevokeAsked(RevokeDecisions.write(asked));
            case RevokeDecision.RevokeSettled settled -> record.setRevokeSettled(RevokeDecisions.write(settled));
            case RevokeDecision.ClearingBegun begun -> record.setClearingBegun(RevokeDecisions.write(begun));
            case RevokeDecision.ClearingChose chose -> record.setClearingChose(RevokeDecisions.write(chose));
            case RevokeDecision.ClearingEnded ended -> record.setClearingEnded(RevokeDecisions.write(ended));
        }
    }

    private static void write(LevelDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case LevelDecision.Joined joined ->
                record.setJoined(DecisionRecord.Joined.newBuilder()
                        .setPath(joined.path())
                        .setResources(GraphWriter.write(joined.resources()))
                        .setWindow(Grants.write(joined.window())));
            case LevelDecision.ChildChanged changed ->
                record.setChildChanged(DecisionRecord.ChildChanged.newBuilder()
                        .setJob(changed.job().value())
                        .setChild(RecordMessages.write(changed.child())));
            case LevelDecision.Leaving leaving ->
                record.setLeaving(DecisionRecord.Leaving.newBuilder().setWhy(leaving.why()));
            case LevelDecision.Prolonged prolonged ->
                record.setProlonged(DecisionRecord.Prolonged.newBuilder().setEndSec(prolonged.endSec()));
        }
    }

    private static DecisionRecord.StatusChanged statusChanged(EditDecision.StatusChanged changed) {
        var message = DecisionRecord.StatusChanged.newBuilder()
                .setPath(changed.path())
                .setStatus(Enums.write(changed.status()));
        changed.note().ifPresent(note -> message.setNote(StatusMessages.write(note)));
        return message.build();
    }

    private static void write(EditDecision decision, DecisionRecord.Builder record) {
        switch (decision) {
            case EditDecision.StatusChanged changed -> record.setStatusChanged(statusChanged(changed));
            case EditDecision.StatusHeard heard ->
                record.setStatusHeard(DecisionRecord.StatusHeard.newBuilder()
                        .setChild(heard.child().map(JobId::value).orElse(0L))
                        .setPath(heard.path())
                        .setStatus(Enums.write(heard.status())));
            case EditDecision.Attached attached ->
                record.setAttached(
                        DecisionRecord.Attached.newBuilder().setSubgraph(GraphWriter.write(attached.subgraph())));
            case EditDecision.Removed removed ->
                record.setRemoved(DecisionRecord.Removed.newBuilder()
                        .addAllPaths(removed.paths())
                        .addAllReleased(releases(removed.released())));
            case EditDecision.PropertyChanged changed -> record.setPropertyChanged(property(changed));
        }
    }

    private static DecisionRecord.JobStopping stopping(JobDecision.JobStopping stopping) {
        var message = DecisionRecord.JobStopping.newBuilder()
                .setJob(stopping.job().value())
                .setThen(Enums.write(stopping.then()))
                .setWhy(stopping.why());
        stopping.untilSec().ifPresent(message::setUntilSec);
        stopping.usage().ifPresent(usage -> message.setUsage(UsageMessages.write(usage)));
        return message.build();
    }

    private static DecisionRecord.JobEnded ended(JobDecision.JobEnded ended) {
        var message = DecisionRecord.JobEnded.newBuilder()
                .setJob(ended.job().value())
                .setState(Enums.write(ended.state()))
                .setWhy(ended.why())
                .setAtSec(ended.atSec());
        ended.usage().ifPresent(usage -> message.setUsage(UsageMessages.write(usage)));
        return message.build();
    }

    private static DecisionRecord.Retained retained(ReturnDecision.Retained retained) {
        return DecisionRecord.Retained.newBuilder()
                .setShrinkId(retained.shrinkId())
                .addAllReleased(releases(retained.released()))
                .addAllKept(parts(retained.kept()))
                .build();
    }

    private static DecisionRecord.JobSubmitted submitted(JobDecision.JobSubmitted submitted) {
        var message = DecisionRecord.JobSubmitted.newBuilder()
                .setJob(submitted.job().value())
                .setName(submitted.name())
                .setOwner(RecordMessages.writtenOwner(submitted.owner()))
                .setJobspec(JobspecWriter.json(submitted.jobspec()))
                .setSubmission(RecordMessages.write(submitted.submission()));
        switch (submitted.ifLost()) {
            case IfLost.Keep it -> {
                // So it is where nothing is said.
            }
            case IfLost.Shrink it -> message.setShrink(true);
            case IfLost.Requeue it -> message.setRequeue(true);
        }
        return message.build();
    }

    static DecisionRecord.JobGranted granted(JobDecision.JobGranted granted) {
        var message = DecisionRecord.JobGranted.newBuilder()
                .setJob(granted.job().value())
                .setName(granted.name())
                .setOwner(RecordMessages.writtenOwner(granted.owner()))
                .setReserved(granted.kind() == BookingKind.RESERVATION)
                .setWindow(Grants.write(granted.window()));
        granted.queue().ifPresent(message::setQueue);
        granted.held().forEach(part -> message.addHeld(held(part)));
        granted.childPath().ifPresent(message::setChildPath);
        switch (granted.ifLost()) {
            case IfLost.Keep it -> {
                // So it is where nothing is said.
            }
            case IfLost.Shrink it -> message.setShrink(true);
            case IfLost.Requeue it -> message.setAgain(JobspecWriter.json(it.jobspec()));
        }
        granted.malleable().map(JobspecWriter::json).ifPresent(message::setMalleable);
        return message.setAskedSec(granted.askedSec()).build();
    }

    private static DecisionRecord.HeldPart held(HeldPart part) {
        var message = DecisionRecord.HeldPart.newBuilder()
                .setPath(part.path())
                .setAmount(part.amount())
                .setWhole(part.whole());
        part.draws().forEach((type, amount) -> message.putDraws(type.name(), amount));
        return message.build();
    }

    private static DecisionRecord.Grown grown(GrowDecision.Grown grown) {
        return DecisionRecord.Grown.newBuilder()
                .setGrant(Grants.write(grown.grant()))
                .setJob(grown.job().map(JobId::value).orElse(0L))
                .setJobspec(JobspecWriter.json(grown.jobspec()))
                .setArrival(arrival(grown.arrival()))
                .addAllHandles(handles(grown.handles()))
                .addAllLocal(grown.local())
                .build();
    }

    private static DecisionRecord.Arrival arrival(GrowRoute arrival) {
        return switch (arrival) {
            case LOCAL -> DecisionRecord.Arrival.ARRIVAL_LOCAL;
            case PARENT -> DecisionRecord.Arrival.ARRIVAL_PARENT;
            case PROVIDER -> DecisionRecord.Arrival.ARRIVAL_PROVIDER;
        };
    }

    private static List<DecisionRecord.Handle> handles(List<Handle> handles) {
        return handles.stream()
                .map(handle -> DecisionRecord.Handle.newBuilder()
                        .setPath(handle.path())
                        .setValue(handle.value())
                        .build())
                .toList();
    }

    private static DecisionRecord.GaveBack gaveBack(ReturnDecision.GaveBack gaveBack) {
        var message = DecisionRecord.GaveBack.newBuilder()
                .setReturnId(gaveBack.returnId())
                .setChild(gaveBack.child().map(JobId::value).orElse(0L))
                .addAllFromChild(parts(gaveBack.fromChild()))
                .addAllReleased(releases(gaveBack.released()))
                .addAllRemoved(parts(gaveBack.removed()))
                .addAllUpward(parts(gaveBack.upward()));
        gaveBack.provided()
                .forEach(release -> message.addProvided(DecisionRecord.ProviderRelease.newBuilder()
                        .setProvider(release.provider())
                        .setRequestId(release.requestId())
                        .addAllHandles(handles(release.handles()))));
        return message.build();
    }

    private static List<DecisionRecord.Part> parts(List<Parcel> parcels) {
        return parcels.stream()
                .map(parcel -> DecisionRecord.Part.newBuilder()
                        .setGrantId(parcel.grantId())
                        .addAllPaths(parcel.paths())
                        .build())
                .toList();
    }

    private static List<DecisionRecord.Release> releases(List<ReturnDecision.Release> releases) {
        return releases.stream()
                .map(release -> DecisionRecord.Release.newBuilder()
                        .setJob(release.job().value())
                        .addAllPaths(release.paths())
                        .build())
                .toList();
    }

    private static DecisionRecord.Freed freed(ReturnDecision.Freed freed) {
        var message = DecisionRecord.Freed.newBuilder()
                .setReturnId(freed.returnId())
                .addAllUnreleased(Grants.writeUnreleased(freed.unreleased()));
        freed.provisioned().ifPresent(message::setProvisioned);
        return message.build();
    }

    private static DecisionRecord.PropertyChanged property(EditDecision.PropertyChanged changed) {
        var message = DecisionRecord.PropertyChanged.newBuilder()
                .setPath(changed.path())
                .setKey(changed.key());
        changed.value().ifPresent(message::setValue);
        return message.build();
    }
}
