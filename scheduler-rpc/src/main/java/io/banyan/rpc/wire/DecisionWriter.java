package io.banyan.rpc.wire;

import io.banyan.instance.Arrival;
import io.banyan.instance.Decision;
import io.banyan.instance.HeldPart;
import io.banyan.instance.Parcel;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.provider.Handle;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.v1.DecisionRecord;
import java.util.List;

/** Decisions as the journal keeps them. {@link DecisionReader} is the way back. */
final class DecisionWriter {
    private DecisionWriter() {}

    static DecisionRecord write(Decision decision) {
        var record = DecisionRecord.newBuilder();
        switch (decision) {
            case Decision.Joined joined ->
                record.setJoined(DecisionRecord.Joined.newBuilder()
                        .setPath(joined.path())
                        .setResources(GraphWriter.write(joined.resources()))
                        .setWindow(Grants.write(joined.window())));
            case Decision.JobGranted granted -> record.setJobGranted(granted(granted));
            case Decision.JobStarted started ->
                record.setJobStarted(DecisionRecord.JobStarted.newBuilder()
                        .setJob(started.job().value()));
            case Decision.JobStopping stopping ->
                record.setJobStopping(DecisionRecord.JobStopping.newBuilder()
                        .setJob(stopping.job().value())
                        .setThen(Enums.write(stopping.then()))
                        .setWhy(stopping.why()));
            case Decision.JobEnded ended ->
                record.setJobEnded(DecisionRecord.JobEnded.newBuilder()
                        .setJob(ended.job().value())
                        .setState(Enums.write(ended.state()))
                        .setWhy(ended.why())
                        .setAtSec(ended.atSec()));
            case Decision.Grown grown -> record.setGrown(grown(grown));
            case Decision.ProvisionAsked asked ->
                record.setProvisionAsked(DecisionRecord.ProvisionAsked.newBuilder()
                        .setProvider(asked.provider())
                        .setRequestId(asked.requestId()));
            case Decision.ProvisionRefused refused ->
                record.setProvisionRefused(
                        DecisionRecord.ProvisionRefused.newBuilder().setRequestId(refused.requestId()));
            case Decision.GaveBack gaveBack -> record.setGaveBack(gaveBack(gaveBack));
            case Decision.Freed freed -> record.setFreed(freed(freed));
            case Decision.ChildChanged changed ->
                record.setChildChanged(DecisionRecord.ChildChanged.newBuilder()
                        .setJob(changed.job().value())
                        .setChild(Records.write(changed.child())));
            case Decision.Leaving leaving ->
                record.setLeaving(DecisionRecord.Leaving.newBuilder().setWhy(leaving.why()));
            case Decision.StatusChanged changed ->
                record.setStatusChanged(DecisionRecord.StatusChanged.newBuilder()
                        .setPath(changed.path())
                        .setStatus(Enums.write(changed.status())));
            case Decision.PartlyCancelled partly ->
                record.setPartlyCancelled(DecisionRecord.PartlyCancelled.newBuilder()
                        .setJob(partly.job().value())
                        .addAllPaths(partly.paths())
                        .addAllAmounts(partly.amounts())
                        .setSubtrees(partly.subtrees())
                        .addAllLeft(partly.left()));
            case Decision.Attached attached ->
                record.setAttached(
                        DecisionRecord.Attached.newBuilder().setSubgraph(GraphWriter.write(attached.subgraph())));
            case Decision.Removed removed ->
                record.setRemoved(DecisionRecord.Removed.newBuilder()
                        .addAllPaths(removed.paths())
                        .addAllReleased(releases(removed.released())));
            case Decision.PropertyChanged changed -> record.setPropertyChanged(property(changed));
        }
        return record.build();
    }

    private static DecisionRecord.JobGranted granted(Decision.JobGranted granted) {
        var message = DecisionRecord.JobGranted.newBuilder()
                .setJob(granted.job().value())
                .setName(granted.name())
                .setOwner(Records.writtenOwner(granted.owner()))
                .setReserved(granted.kind() == BookingKind.RESERVATION)
                .setWindow(Grants.write(granted.window()));
        granted.queue().ifPresent(message::setQueue);
        granted.held().forEach(part -> message.addHeld(held(part)));
        granted.childPath().ifPresent(message::setChildPath);
        return message.build();
    }

    private static DecisionRecord.HeldPart held(HeldPart part) {
        var message = DecisionRecord.HeldPart.newBuilder()
                .setPath(part.path())
                .setAmount(part.amount())
                .setWhole(part.whole());
        part.draws().forEach((type, amount) -> message.putDraws(type.name(), amount));
        return message.build();
    }

    private static DecisionRecord.Grown grown(Decision.Grown grown) {
        return DecisionRecord.Grown.newBuilder()
                .setGrant(Grants.write(grown.grant()))
                .setJob(grown.job().map(JobId::value).orElse(0L))
                .setJobspec(JobspecWriter.json(grown.jobspec()))
                .setArrival(arrival(grown.arrival()))
                .addAllHandles(handles(grown.handles()))
                .build();
    }

    private static DecisionRecord.Arrival arrival(Arrival arrival) {
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

    private static DecisionRecord.GaveBack gaveBack(Decision.GaveBack gaveBack) {
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

    private static List<DecisionRecord.Release> releases(List<Decision.Release> releases) {
        return releases.stream()
                .map(release -> DecisionRecord.Release.newBuilder()
                        .setJob(release.job().value())
                        .addAllPaths(release.paths())
                        .build())
                .toList();
    }

    private static DecisionRecord.Freed freed(Decision.Freed freed) {
        var message = DecisionRecord.Freed.newBuilder()
                .setReturnId(freed.returnId())
                .addAllUnreleased(Grants.writeUnreleased(freed.unreleased()));
        freed.provisioned().ifPresent(message::setProvisioned);
        return message.build();
    }

    private static DecisionRecord.PropertyChanged property(Decision.PropertyChanged changed) {
        var message = DecisionRecord.PropertyChanged.newBuilder()
                .setPath(changed.path())
                .setKey(changed.key());
        changed.value().ifPresent(message::setValue);
        return message.build();
    }
}
