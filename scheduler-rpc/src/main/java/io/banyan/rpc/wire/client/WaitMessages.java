package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.jobspec.Dependency;
import io.banyan.queue.Excess;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.v1.PendingReply;
import io.banyan.v1.PendingRequest;
import io.banyan.v1.WaitDependency;
import io.banyan.v1.WaitsForJobs;
import io.banyan.v1.WaitsForLimit;
import io.banyan.v1.WaitsForQueue;
import io.banyan.v1.WaitsForReservation;
import io.banyan.v1.WaitsForRoom;
import io.banyan.v1.WaitsHeld;
import io.banyan.v1.WaitsKept;
import io.banyan.v1.WaitsStopping;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Why jobs wait, there and back. */
public final class WaitMessages {
    private WaitMessages() {}

    /** The question. */
    public static PendingRequest write(JobRead.Pending request) {
        return PendingRequest.newBuilder()
                .setJob(request.job().map(JobId::value).orElse(0L))
                .setEstimated(request.isEstimated())
                .build();
    }

    /** The question. */
    public static JobRead.Pending read(PendingRequest message) throws WireException {
        return CheckedMessage.value(() -> new JobRead.Pending(
                message.getJob() == 0 ? Optional.empty() : Optional.of(new JobId(message.getJob())),
                message.getEstimated()));
    }

    /** To the question. */
    public static PendingReply pending(Answer answer) throws WireException {
        return switch (answer) {
            case JobAnswer.Pending pending ->
                PendingReply.newBuilder()
                        .addAllWaiting(pending.waiting().stream()
                                .map(WaitMessages::write)
                                .toList())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The answer. */
    public static JobAnswer.Pending read(PendingReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<Waiting> waiting = new ArrayList<>(reply.getWaitingCount());
            for (io.banyan.v1.Waiting one : reply.getWaitingList()) {
                waiting.add(read(one));
            }
            return new JobAnswer.Pending(waiting);
        });
    }

    static Waiting read(io.banyan.v1.Waiting one) throws WireException {
        return new Waiting(
                new JobId(one.getJob()),
                reason(one),
                one.hasStartSec() ? OptionalLong.of(one.getStartSec()) : OptionalLong.empty());
    }

    static io.banyan.v1.Waiting write(Waiting waiting) {
        var message = io.banyan.v1.Waiting.newBuilder().setJob(waiting.job().value());
        waiting.startSec().ifPresent(message::setStartSec);
        switch (waiting.why()) {
            case WaitReason.Held it -> message.setHeld(WaitsHeld.getDefaultInstance());
            case WaitReason.Stopping it -> message.setStopping(WaitsStopping.getDefaultInstance());
            case WaitReason.OverLimit over ->
                message.setOverLimit(WaitsForLimit.newBuilder()
                        .setLimit(QueueStates.write(over.excess().limit()))
                        .setUsed(over.excess().used())
                        .setWanted(over.excess().wanted()));
            case WaitReason.QueueStopped stopped ->
                message.setQueueStopped(
                        WaitsForQueue.newBuilder().setQueue(stopped.queue()).setWhy(stopped.why()));
            case WaitReason.ForReservation within -> {
                var said = WaitsForReservation.newBuilder().setName(within.name());
                within.opensSec().ifPresent(said::setOpensSec);
                message.setReservation(said);
            }
            case WaitReason.Kept kept ->
                message.setKept(WaitsKept.newBuilder().setName(kept.name()).setUntilSec(kept.untilSec()));
            case WaitReason.BeginTime begin -> message.setBeginsAtMillis(begin.atMillis());
            case WaitReason.Reserved reserved -> {
                message.setReservedFromSec(reserved.startSec());
                reserved.why().ifPresent(why -> message.setNow(write(new Waiting(waiting.job(), why))));
            }
            case WaitReason.Booked booked -> message.setBookedFromSec(booked.startSec());
            case WaitReason.Behind behind -> message.setBehind(behind.jobs());
            case WaitReason.TooLate late -> message.setTooLateAfterSec(late.lastSec());
            case WaitReason.NotUp less -> message.setNotUp(less.vertices());
            case WaitReason.Resources room ->
                message.setRoom(WaitsForRoom.newBuilder()
                        .addAllReasons(
                                room.reasons().stream().map(Grants::write).toList()));
            case WaitReason.Depends depends ->
                message.setDepends(WaitsForJobs.newBuilder()
                        .addAllDependencies(depends.dependencies().stream()
                                .map(one -> WaitDependency.newBuilder()
                                        .setScheme(one.scheme().word())
                                        .setJobs(one.jobs().toString())
                                        .setAny(one.any())
                                        .build())
                                .toList()));
        }
        return message.build();
    }

    private static WaitReason reason(io.banyan.v1.Waiting waiting) throws WireException {
        return switch (waiting.getWhyCase()) {
            case HELD -> new WaitReason.Held();
            case STOPPING -> new WaitReason.Stopping();
            case OVER_LIMIT -> {
                WaitsForLimit over = waiting.getOverLimit();
                yield new WaitReason.OverLimit(
                        new Excess(QueueStates.read(over.getLimit()), over.getUsed(), over.getWanted()));
            }
            case QUEUE_STOPPED ->
                new WaitReason.QueueStopped(
                        waiting.getQueueStopped().getQueue(),
                        waiting.getQueueStopped().getWhy());
            case RESERVATION ->
                new WaitReason.ForReservation(
                        waiting.getReservation().getName(),
                        waiting.getReservation().hasOpensSec()
                                ? OptionalLong.of(waiting.getReservation().getOpensSec())
                                : OptionalLong.empty());
            case KEPT ->
                new WaitReason.Kept(
                        waiting.getKept().getName(), waiting.getKept().getUntilSec());
            case BEGINS_AT_MILLIS -> new WaitReason.BeginTime(waiting.getBeginsAtMillis());
            case RESERVED_FROM_SEC ->
                new WaitReason.Reserved(
                        waiting.getReservedFromSec(),
                        waiting.hasNow() ? Optional.of(reason(waiting.getNow())) : Optional.empty());
            case BOOKED_FROM_SEC -> new WaitReason.Booked(waiting.getBookedFromSec());
            case BEHIND -> new WaitReason.Behind(waiting.getBehind());
            case TOO_LATE_AFTER_SEC -> new WaitReason.TooLate(waiting.getTooLateAfterSec());
            case NOT_UP -> new WaitReason.NotUp(waiting.getNotUp());
            case ROOM ->
                new WaitReason.Resources(waiting.getRoom().getReasonsList().stream()
                        .map(Grants::read)
                        .toList());
            case DEPENDS ->
                new WaitReason.Depends(waiting.getDepends().getDependenciesList().stream()
                        .map(one -> new Dependency(scheme(one.getScheme()), IdSet.parse(one.getJobs()), one.getAny()))
                        .toList());
            case WHY_NOT_SET -> throw new WireException("Why job " + waiting.getJob() + " waits is not stated.");
        };
    }

    private static Dependency.Scheme scheme(String word) {
        return Stream.of(Dependency.Scheme.values())
                .filter(one -> one.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no dependency '" + word + "'"));
    }
}
