package io.banyan.rpc.wire.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.Parcel;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.RecordMessages;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.RevokeMessages;
import io.banyan.v1.AskStatuses;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.GiveUp;
import io.banyan.v1.GrowUp;
import io.banyan.v1.Heartbeat;
import io.banyan.v1.Leave;
import io.banyan.v1.Register;
import io.banyan.v1.Return;
import java.util.List;
import java.util.Optional;

/** The messages of a child to its parent on the wire. An object reads one session, from one thread at a time. */
public final class ChildFrames {
    private static final int LIGHT_BYTES = 64 << 10;

    private final Chunks.Assembly assembly = new Chunks.Assembly();

    /** The frames of a child's own message: one, or its pieces. */
    public static List<ChildFrame> write(UpMessage message) {
        return write(new ToParent.Own(message));
    }

    /**
     * Returns the frames of a message: one, or its pieces.
     *
     * @throws TooLargeException where the parent would not take them
     */
    public static List<ChildFrame> write(ToParent message) {
        ChildFrame frame = switch (message) {
            case ToParent.Own own -> fitting(own.message());
            case Relayed.Answer answer -> RelayFrames.write(answer);
        };
        if (frame.getSerializedSize() <= Chunks.MAX_MESSAGE_BYTES) {
            return List.of(frame);
        }
        return Chunks.cut(frame).stream()
                .map(chunk -> ChildFrame.newBuilder().setChunk(chunk).build())
                .toList();
    }

    /** Reads a message that is the child's own. */
    public Optional<UpMessage> read(ChildFrame frame) throws WireException {
        Optional<ToParent> message = receive(frame);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        return switch (message.get()) {
            case ToParent.Own own -> Optional.of(own.message());
            case Relayed.Answer answer -> throw new WireException("A forwarded answer is not a message of a child.");
        };
    }

    /** The message that a frame completes; empty for a piece that is not the last. */
    public Optional<ToParent> receive(ChildFrame frame) throws WireException {
        if (frame.getMessageCase() != ChildFrame.MessageCase.CHUNK) {
            assembly.requireNothingPending();
            return Optional.of(CheckedMessage.value(() -> said(frame)));
        }
        Optional<ByteString> whole = assembly.add(frame.getChunk());
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        ChildFrame put = parse(whole.get());
        return Optional.of(CheckedMessage.value(() -> said(put)));
    }

    private static ToParent said(ChildFrame frame) throws WireException {
        return frame.getMessageCase() == ChildFrame.MessageCase.ASK_ANSWER
                ? RelayFrames.read(frame.getAskAnswer())
                : new ToParent.Own(message(frame));
    }

    /** Whether writing it is little work compared with its decision. */
    public static boolean isLight(ToParent message) {
        return switch (message) {
            case ToParent.Own own -> isLight(own.message());
            case Relayed.Answer answer -> RelayFrames.isLight(answer);
        };
    }

    private static boolean isLight(UpMessage message) {
        return switch (message) {
            case UpMessage.Return back -> paths(back.parcels()) <= Grants.LIGHT;
            case UpMessage.Heartbeat it -> it.summary().size() <= Grants.LIGHT;
            case UpMessage.Register register -> register.held().size() <= Grants.LIGHT;
            case UpMessage.Statuses it -> it.news().statuses().size() <= Grants.LIGHT;
            case UpMessage.AskStatuses it -> true;
            case UpMessage.Grow it -> true;
            case UpMessage.GiveUp it -> true;
            case UpMessage.Leave it -> true;
            case UpMessage.Revoked it -> true;
        };
    }

    /** Whether reading it keeps the thread that brings it for a short time only. */
    public static boolean isLight(ChildFrame frame) {
        return frame.getMessageCase() != ChildFrame.MessageCase.CHUNK && frame.getSerializedSize() <= LIGHT_BYTES;
    }

    private static int paths(List<Parcel> parcels) {
        return parcels.stream().mapToInt(parcel -> parcel.paths().size()).sum();
    }

    /**
     * Shortens a message that must be sent in any case. A heartbeat then describes the first instances only, and a
     * registration names only some of the held grants. The parent sends the other grants again, which the child knows.
     */
    private static ChildFrame fitting(UpMessage message) {
        ChildFrame frame = frame(message);
        if (!Chunks.isTooLarge(frame.getSerializedSize())) {
            return frame;
        }
        return switch (message) {
            case UpMessage.Heartbeat(InstanceSummary summary)
            when summary.size() > 1 -> fitting(new UpMessage.Heartbeat(summary.ofFewer()));
            case UpMessage.Register it
            when !it.held().isEmpty() ->
                fitting(new UpMessage.Register(
                        it.job(),
                        it.name(),
                        it.address(),
                        it.joined(),
                        it.held().subList(0, it.held().size() / 2)));
            case UpMessage other -> frame;
        };
    }

    private static ChildFrame frame(UpMessage message) {
        var frame = ChildFrame.newBuilder();
        switch (message) {
            case UpMessage.Register register ->
                frame.setRegister(Register.newBuilder()
                        .setProtocol(Protocol.VERSION)
                        .setJob(register.job().value())
                        .setName(register.name())
                        .setAddress(register.address())
                        .setJoined(register.joined())
                        .setTakesAsks(true)
                        .setTakesRevokes(true)
                        .addAllHeld(register.held()));
            case UpMessage.Grow grow ->
                frame.setGrow(GrowUp.newBuilder()
                        .setRequestId(grow.requestId())
                        .setJobspec(JobspecWriter.json(grow.jobspec()))
                        .setHops(grow.hops())
                        .setTimeoutMillis(grow.timeoutMillis()));
            case UpMessage.GiveUp gaveUp -> frame.setGiveUp(GiveUp.newBuilder().setRequestId(gaveUp.requestId()));
            case UpMessage.Return back ->
                frame.setReturn(Return.newBuilder()
                        .setReturnId(back.returnId())
                        .addAllParcels(
                                back.parcels().stream().map(ChildFrames::write).toList()));
            case UpMessage.Heartbeat heartbeat ->
                frame.setHeartbeat(Heartbeat.newBuilder().setSummary(RecordMessages.write(heartbeat.summary())));
            case UpMessage.Statuses statuses -> frame.setStatuses(StatusMessages.write(statuses.news()));
            case UpMessage.AskStatuses it -> frame.setAskStatuses(AskStatuses.getDefaultInstance());
            case UpMessage.Revoked revoked -> frame.setRevoked(RevokeMessages.write(revoked));
            case UpMessage.Leave leave ->
                frame.setLeave(Leave.newBuilder().setReason(leave.reason()).setLeavesSomething(!leave.isAllBack()));
        }
        return frame.build();
    }

    private static UpMessage message(ChildFrame frame) throws WireException {
        return switch (frame.getMessageCase()) {
            case REGISTER -> register(frame.getRegister());
            case GROW ->
                new UpMessage.Grow(
                        frame.getGrow().getRequestId(),
                        JobspecCodec.read(frame.getGrow().getJobspec()),
                        frame.getGrow().getHops(),
                        frame.getGrow().getTimeoutMillis());
            case GIVE_UP -> new UpMessage.GiveUp(frame.getGiveUp().getRequestId());
            case RETURN ->
                new UpMessage.Return(
                        frame.getReturn().getReturnId(),
                        frame.getReturn().getParcelsList().stream()
                                .map(parcel -> new Parcel(parcel.getGrantId(), parcel.getPathsList()))
                                .toList());
            case HEARTBEAT ->
                new UpMessage.Heartbeat(RecordMessages.read(frame.getHeartbeat().getSummary()));
            case STATUSES -> new UpMessage.Statuses(StatusMessages.read(frame.getStatuses()));
            case ASK_STATUSES -> new UpMessage.AskStatuses();
            case REVOKED -> RevokeMessages.read(frame.getRevoked());
            case LEAVE ->
                new UpMessage.Leave(
                        frame.getLeave().getReason(), !frame.getLeave().getLeavesSomething());
            case ASK_ANSWER, CHUNK, MESSAGE_NOT_SET ->
                throw new WireException("A child sent a message that this version does not know.");
        };
    }

    private static UpMessage register(Register register) throws WireException {
        Protocol.requireSame(register);
        return new UpMessage.Register(
                new JobId(register.getJob()),
                register.getName(),
                register.getAddress(),
                register.getJoined(),
                register.getHeldList());
    }

    private static io.banyan.v1.Parcel write(Parcel parcel) {
        return io.banyan.v1.Parcel.newBuilder()
                .setGrantId(parcel.grantId())
                .addAllPaths(parcel.paths())
                .build();
    }

    private static ChildFrame parse(ByteString bytes) throws WireException {
        try {
            return ChildFrame.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("The pieces of a child's message do not make up a message.", e);
        }
    }
}
