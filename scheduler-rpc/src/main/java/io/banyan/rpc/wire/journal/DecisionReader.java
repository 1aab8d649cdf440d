package io.banyan.rpc.wire.journal;

import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.IfLost;
import io.banyan.instance.message.value.Parcel;
import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Enums;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.UsageMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.QueueStates;
import io.banyan.rpc.wire.client.RequestReader;
import io.banyan.schedule.BookingKind;
import io.banyan.v1.DecisionRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Decisions from the journal. The result equals the value that {@link DecisionWriter} wrote. */
final class DecisionReader {
    private DecisionReader() {}

    /** @throws WireException where it is no decision that this version knows */
    static Decision read(DecisionRecord record) throws WireException {
        return CheckedMessage.value(() -> decision(record));
    }

    private static Decision decision(DecisionRecord record) throws WireException {
        return switch (record.getDecisionCase()) {
            case JOINED ->
                new LevelDecision.Joined(
                        record.getJoined().getPath(),
                        GraphReader.read(record.getJoined().getResources()),
                        Grants.read(record.getJoined().getWindow()));
            case JOB_GRANTED -> granted(record.getJobGranted());
            case JOB_SUBMITTED -> submitted(record.getJobSubmitted());
            case JOB_URGED -> urged(record.getJobUrged());
            case JOB_ELIGIBLE ->
                new JobDecision.JobEligible(new JobId(record.getJobEligible().getJob()));
            case JOB_REQUEUED ->
                new JobDecision.JobRequeued(new JobId(record.getJobRequeued().getJob()));
            case JOB_LIMITED -> limited(record.getJobLimited());
            case RESCALE_PROPOSED -> proposed(record.getRescaleProposed());
            case RESCALE_SETTLED -> settled(record.getRescaleSettled());
            case QUEUE_CHANGED -> QueueStates.read(record.getQueueChanged());
            case RANKED -> QueueStates.read(record.getRanked());
            case JOB_UNPLANNED ->
                new JobDecision.JobUnplanned(new JobId(record.getJobUnplanned().getJob()));
            case JOB_STARTED ->
                new JobDecision.JobStarted(new JobId(record.getJobStarted().getJob()));
            case JOB_STOPPING -> stopping(record.getJobStopping());
            case JOB_ENDED -> ended(record.getJobEnded());
            case GROWN -> grown(record.getGrown());
            case PROVISION_ASKED -> asked(record.getProvisionAsked());
            case PROVISION_REFUSED ->
                new GrowDecision.ProvisionRefused(record.getProvisionRefused().getRequestId());
            case SHRINK_BEGUN ->
                new ReturnDecision.ShrinkBegun(
                        RecordMessages.owner(record.getShrinkBegun().getOwner()),
                        RequestReader.read(record.getShrinkBegun().getRequest()));
            case GAVE_BACK -> gaveBack(record.getGaveBack());
            case FREED -> freed(record.getFreed());
            case CHILD_CHANGED -> childChanged(record.getChildChanged());
            case LEAVING -> new LevelDecision.Leaving(record.getLeaving().getWhy());
            case PROLONGED -> new LevelDecision.Prolonged(record.getProlonged().getEndSec());
            case STATUS_CHANGED -> statusChanged(record.getStatusChanged());
            case STATUS_HEARD -> heard(record.getStatusHeard());
            case JOB_HURT -> hurt(record.getJobHurt());
            case PARTLY_CANCELLED -> partlyCancelled(record.getPartlyCancelled());
            case ATTACHED ->
                new EditDecision.Attached(GraphReader.read(record.getAttached().getSubgraph()));
            case REMOVED ->
                new EditDecision.Removed(
                        record.getRemoved().getPathsList(),
                        releases(record.getRemoved().getReleasedList()));
            case RETAINED -> retained(record.getRetained());
            case REVOKE_ASKED -> RevokeDecisions.read(record.getRevokeAsked());
            case REVOKE_SETTLED -> RevokeDecisions.read(record.getRevokeSettled());
            case CLEARING_BEGUN -> RevokeDecisions.read(record.getClearingBegun());
            case CLEARING_CHOSE -> RevokeDecisions.read(record.getClearingChose());
            case CLEARING_ENDED -> RevokeDecisions.read(record.getClearingEnded());
            case PROPERTY_CHANGED -> property(record.getPropertyChanged());
            case RESERVATION_MADE, RESERVATION_BOOKED, RESERVATION_ENDED, JOB_ADMITTED ->
                ReservationDecisions.read(record);
            case DECISION_NOT_SET ->
                throw new WireException("A decision is of a kind that this version does not know.");
        };
    }

    private static Decision urged(DecisionRecord.JobUrged urged) {
        return new JobDecision.JobUrged(new JobId(urged.getJob()), urged.getUrgency());
    }

    private static Decision limited(DecisionRecord.JobLimited limited) {
        return new JobDecision.JobLimited(
                new JobId(limited.getJob()), limited.getDurationSec(), limited.getExtension());
    }

    private static Decision childChanged(DecisionRecord.ChildChanged changed) throws WireException {
        return new LevelDecision.ChildChanged(new JobId(changed.getJob()), RecordMessages.read(changed.getChild()));
    }

    private static Decision hurt(DecisionRecord.JobHurt hurt) {
        return new JobDecision.JobHurt(new JobId(hurt.getJob()), hurt.getPathsList());
    }

    private static Decision statusChanged(DecisionRecord.StatusChanged changed) throws WireException {
        return new EditDecision.StatusChanged(
                changed.getPath(),
                Enums.read(changed.getStatus()),
                changed.hasNote() ? Optional.of(StatusMessages.read(changed.getNote())) : Optional.empty());
    }

    private static Decision proposed(DecisionRecord.RescaleProposed proposed) {
        return new RescaleDecision.Proposed(
                new JobId(proposed.getJob()),
                proposed.getNumber(),
                proposed.getFrom(),
                proposed.getTo(),
                proposed.getHeldList().stream().map(DecisionReader::held).toList());
    }

    private static Decision settled(DecisionRecord.RescaleSettled settled) throws WireException {
        return new RescaleDecision.Settled(
                new JobId(settled.getJob()), settled.getNumber(), Enums.read(settled.getOutcome()), settled.getWhy());
    }

    private static Decision heard(DecisionRecord.StatusHeard heard) throws WireException {
        return new EditDecision.StatusHeard(job(heard.getChild()), heard.getPath(), Enums.read(heard.getStatus()));
    }

    private static Decision asked(DecisionRecord.ProvisionAsked asked) {
        return new GrowDecision.ProvisionAsked(asked.getProvider(), asked.getRequestId());
    }

    private static Decision freed(DecisionRecord.Freed freed) throws WireException {
        return new ReturnDecision.Freed(
                freed.getReturnId(),
                freed.hasProvisioned() ? Optional.of(freed.getProvisioned()) : Optional.empty(),
                Grants.readUnreleased(freed.getUnreleasedList()));
    }

    private static Decision retained(DecisionRecord.Retained retained) {
        return new ReturnDecision.Retained(
                retained.getShrinkId(), releases(retained.getReleasedList()), parcels(retained.getKeptList()));
    }

    private static Decision stopping(DecisionRecord.JobStopping stopping) throws WireException {
        return new JobDecision.JobStopping(
                new JobId(stopping.getJob()),
                Enums.read(stopping.getThen()),
                stopping.getWhy(),
                stopping.hasUntilSec() ? OptionalLong.of(stopping.getUntilSec()) : OptionalLong.empty(),
                stopping.hasUsage() ? Optional.of(UsageMessages.read(stopping.getUsage())) : Optional.empty());
    }

    private static Decision ended(DecisionRecord.JobEnded ended) throws WireException {
        return new JobDecision.JobEnded(
                new JobId(ended.getJob()),
                Enums.read(ended.getState()),
                ended.getWhy(),
                ended.getAtSec(),
                ended.hasUsage() ? Optional.of(UsageMessages.read(ended.getUsage())) : Optional.empty());
    }

    private static Decision submitted(DecisionRecord.JobSubmitted submitted) throws WireException {
        Jobspec jobspec = JobspecCodec.read(submitted.getJobspec());
        IfLost ifLost = switch (submitted.getIfLostCase()) {
            case SHRINK -> new IfLost.Shrink();
            case REQUEUE -> new IfLost.Requeue(jobspec);
            case IFLOST_NOT_SET -> new IfLost.Keep();
        };
        return new JobDecision.JobSubmitted(
                new JobId(submitted.getJob()),
                submitted.getName(),
                RecordMessages.owner(submitted.getOwner()),
                jobspec,
                RecordMessages.read(submitted.getSubmission()),
                ifLost);
    }

    static JobDecision.JobGranted granted(DecisionRecord.JobGranted granted) throws WireException {
        return new JobDecision.JobGranted(
                new JobId(granted.getJob()),
                granted.getName(),
                RecordMessages.owner(granted.getOwner()),
                granted.getReserved() ? BookingKind.RESERVATION : BookingKind.ALLOCATION,
                Grants.read(granted.getWindow()),
                granted.hasQueue() ? Optional.of(granted.getQueue()) : Optional.empty(),
                granted.getHeldList().stream().map(DecisionReader::held).toList(),
                granted.hasChildPath() ? Optional.of(granted.getChildPath()) : Optional.empty(),
                ifLost(granted),
                granted.hasMalleable() ? Optional.of(JobspecCodec.read(granted.getMalleable())) : Optional.empty(),
                granted.getAskedSec());
    }

    private static IfLost ifLost(DecisionRecord.JobGranted granted) throws WireException {
        return switch (granted.getIfLostCase()) {
            case SHRINK -> new IfLost.Shrink();
            case AGAIN -> new IfLost.Requeue(JobspecCodec.read(granted.getAgain()));
            case IFLOST_NOT_SET -> new IfLost.Keep();
        };
    }

    private static HeldPart held(DecisionRecord.HeldPart part) {
        Map<ResourceType, Long> draws = new HashMap<>();
        part.getDrawsMap().forEach((type, amount) -> draws.put(new ResourceType(type), amount));
        return new HeldPart(part.getPath(), part.getAmount(), part.getWhole(), draws);
    }

    private static Decision grown(DecisionRecord.Grown grown) throws WireException {
        return new GrowDecision.Grown(
                Grants.read(grown.getGrant()),
                job(grown.getJob()),
                JobspecCodec.read(grown.getJobspec()),
                arrival(grown.getArrival()),
                handles(grown.getHandlesList()),
                grown.getLocalList());
    }

    private static Optional<JobId> job(long id) {
        return id == 0 ? Optional.empty() : Optional.of(new JobId(id));
    }

    private static GrowRoute arrival(DecisionRecord.Arrival arrival) throws WireException {
        return switch (arrival) {
            case ARRIVAL_LOCAL -> GrowRoute.LOCAL;
            case ARRIVAL_PARENT -> GrowRoute.PARENT;
            case ARRIVAL_PROVIDER -> GrowRoute.PROVIDER;
            case ARRIVAL_UNSPECIFIED, UNRECOGNIZED ->
                throw new WireException("A grow has a source that this version does not know.");
        };
    }

    private static List<Handle> handles(List<DecisionRecord.Handle> handles) {
        return handles.stream()
                .map(handle -> new Handle(handle.getPath(), handle.getValue()))
                .toList();
    }

    private static Decision gaveBack(DecisionRecord.GaveBack gaveBack) {
        return new ReturnDecision.GaveBack(
                gaveBack.getReturnId(),
                job(gaveBack.getChild()),
                parcels(gaveBack.getFromChildList()),
                releases(gaveBack.getReleasedList()),
                parcels(gaveBack.getRemovedList()),
                parcels(gaveBack.getUpwardList()),
                gaveBack.getProvidedList().stream()
                        .map(release -> new ReturnDecision.ProviderRelease(
                                release.getProvider(), release.getRequestId(), handles(release.getHandlesList())))
                        .toList());
    }

    private static List<Parcel> parcels(List<DecisionRecord.Part> parts) {
        return parts.stream()
                .map(part -> new Parcel(part.getGrantId(), part.getPathsList()))
                .toList();
    }

    private static List<ReturnDecision.Release> releases(List<DecisionRecord.Release> releases) {
        return releases.stream()
                .map(release -> new ReturnDecision.Release(new JobId(release.getJob()), release.getPathsList()))
                .toList();
    }

    private static Decision partlyCancelled(DecisionRecord.PartlyCancelled partly) {
        return new JobDecision.PartlyCancelled(
                new JobId(partly.getJob()),
                partly.getPathsList(),
                partly.getAmountsList(),
                partly.getSubtrees(),
                partly.getLeftList());
    }

    private static Decision property(DecisionRecord.PropertyChanged changed) {
        return new EditDecision.PropertyChanged(
                changed.getPath(),
                changed.getKey(),
                changed.hasValue() ? Optional.of(changed.getValue()) : Optional.empty());
    }
}
