package io.banyan.rpc.wire.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.jobspec.JobspecWriter;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.Grants;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.JobspecCodec;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.RevokeMessages;
import io.banyan.v1.AskStatuses;
import io.banyan.v1.Freed;
import io.banyan.v1.Granted;
import io.banyan.v1.GrowRefused;
import io.banyan.v1.HeartbeatSeen;
import io.banyan.v1.LeaveSeen;
import io.banyan.v1.ParentFrame;
import io.banyan.v1.RegisterRefused;
import io.banyan.v1.Registered;
import io.banyan.v1.Stop;
import java.util.List;
import java.util.Optional;

/** The messages of a parent to a child on the wire. An object reads one session, from one thread at a time. */
public final class ParentFrames {
    private static final int LIGHT_BYTES = 64 << 10;

    private final Chunks.Assembly assembly = new Chunks.Assembly();
    private volatile boolean takesGiveUps;

    /**
     * The frames of a message: one, or its pieces.
     *
     * @throws TooLargeException where the child would not take them
     */
    public static List<ParentFrame> write(ToChild message) {
        ParentFrame frame = switch (message) {
            case Down down -> fitting(down);
            case Relayed.Down relayed -> RelayFrames.write(relayed);
        };
        if (frame.getSerializedSize() <= Chunks.MAX_MESSAGE_BYTES) {
            return List.of(frame);
        }
        return Chunks.cut(frame).stream()
                .map(chunk -> ParentFrame.newBuilder().setChunk(chunk).build())
                .toList();
    }

    /**
     * Whether the parent has said that it understands a {@link io.banyan.instance.message.level.UpMessage.GiveUp}. Any
     * thread may ask.
     */
    public boolean takesGiveUps() {
        return takesGiveUps;
    }

    /** Reads a message that is the parent's own. */
    public Optional<Down> read(ParentFrame frame) throws WireException {
        Optional<ToChild> message = receive(frame);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        return switch (message.get()) {
            case Down down -> Optional.of(down);
            case Relayed.Down relayed -> throw new WireException("A forwarded call is not a message of a parent.");
        };
    }

    /** The message that a frame completes; empty for a piece that is not the last. */
    public Optional<ToChild> receive(ParentFrame frame) throws WireException {
        if (frame.getMessageCase() != ParentFrame.MessageCase.CHUNK) {
            assembly.requireNothingPending();
            return Optional.of(CheckedMessage.value(() -> message(frame)));
        }
        Optional<ByteString> whole = assembly.add(frame.getChunk());
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        ParentFrame put = parse(whole.get());
        return Optional.of(CheckedMessage.value(() -> message(put)));
    }

    private ToChild message(ParentFrame frame) throws WireException {
        if (frame.hasRegistered()) {
            takesGiveUps = frame.getRegistered().getTakesGiveUps();
        }
        return switch (frame.getMessageCase()) {
            case ASK, ASK_CANCELLED, ASK_MORE -> RelayFrames.read(frame);
            case ParentFrame.MessageCase own -> down(frame);
        };
    }

    /** Whether writing it is little work compared with its decision. */
    public static boolean isLight(ToChild message) {
        return switch (message) {
            case Down down -> isLight(down);
            case Relayed.Down relayed -> RelayFrames.isLight(relayed);
        };
    }

    private static boolean isLight(Down down) {
        return switch (down.message()) {
            case DownMessage.Granted granted -> Grants.isLight(granted.grant());
            case DownMessage.Registered registered -> Grants.isLight(registered.resources());
            case DownMessage.Statuses it -> it.news().statuses().size() <= Grants.LIGHT;
            case DownMessage.AskStatuses it -> true;
            case DownMessage.RegisterRefused it -> true;
            case DownMessage.GrowRefused refused ->
                refused.reasons().stream()
                                .mapToInt(level -> level.reasons().size())
                                .sum()
                        <= Grants.LIGHT;
            case DownMessage.Freed freed ->
                freed.unreleased().stream().mapToInt(it -> it.handles().size()).sum() <= Grants.LIGHT;
            case DownMessage.Revoke revoke -> RevokeMessages.isLight(revoke.target());
            case DownMessage.HeartbeatSeen it -> true;
            case DownMessage.Stop it -> true;
            case DownMessage.LeaveSeen it -> true;
        };
    }

    /** Whether reading it keeps the thread that brings it for a short time only. */
    public static boolean isLight(ParentFrame frame) {
        return switch (frame.getMessageCase()) {
            case GRANTED -> Grants.isLight(frame.getGranted().getGrant());
            case REGISTERED -> Grants.isLight(frame.getRegistered().getResources());
            case STATUSES -> frame.getStatuses().getStatusesCount() <= Grants.LIGHT;
            case ASK_STATUSES, REGISTER_REFUSED, HEARTBEAT_SEEN, STOP, LEAVE_SEEN, MESSAGE_NOT_SET -> true;
            case GROW_REFUSED, FREED, REVOKE, ASK, ASK_CANCELLED, ASK_MORE -> frame.getSerializedSize() <= LIGHT_BYTES;
            case CHUNK -> false;
        };
    }

    /**
     * A message that is too large only because of its times is sent without them: a child is never refused a message
     * that it can receive.
     */
    private static ParentFrame fitting(Down down) {
        ParentFrame frame = frame(down);
        return Chunks.isTooLarge(frame.getSerializedSize()) ? frame(new Down(down.message(), List.of())) : frame;
    }

    private static ParentFrame frame(Down down) {
        var frame = ParentFrame.newBuilder();
        switch (down.message()) {
            case DownMessage.Registered registered ->
                frame.setRegistered(Registered.newBuilder()
                        .setProtocol(Protocol.VERSION)
                        .setPath(registered.path())
                        .setResources(GraphWriter.write(registered.resources()))
                        .setWindow(Grants.write(registered.window()))
                        .setLeaseMillis(registered.leaseMillis())
                        .setTakesGiveUps(true));
            case DownMessage.RegisterRefused refused ->
                frame.setRegisterRefused(RegisterRefused.newBuilder().setReason(refused.reason()));
            case DownMessage.Granted granted ->
                frame.setGranted(granted(granted).addAllTimings(Grants.writeTimings(down.timings())));
            case DownMessage.GrowRefused refused ->
                frame.setGrowRefused(GrowRefused.newBuilder()
                        .setRequestId(refused.requestId())
                        .setAsked(refused.asked())
                        .addAllLevels(Grants.writeReasons(refused.reasons())));
            case DownMessage.Freed freed ->
                frame.setFreed(Freed.newBuilder()
                        .setReturnId(freed.returnId())
                        .addAllUnreleased(Grants.writeUnreleased(freed.unreleased())));
            case DownMessage.Statuses statuses -> frame.setStatuses(StatusMessages.write(statuses.news()));
            case DownMessage.AskStatuses it -> frame.setAskStatuses(AskStatuses.getDefaultInstance());
            case DownMessage.Revoke revoke -> frame.setRevoke(RevokeMessages.write(revoke));
            case DownMessage.HeartbeatSeen seen -> frame.setHeartbeatSeen(HeartbeatSeen.getDefaultInstance());
            case DownMessage.Stop it -> frame.setStop(Stop.getDefaultInstance());
            case DownMessage.LeaveSeen seen -> frame.setLeaveSeen(LeaveSeen.getDefaultInstance());
        }
        return frame.build();
    }

    private static Granted.Builder granted(DownMessage.Granted granted) {
        var message =
                Granted.newBuilder().setGrant(Grants.write(granted.grant())).setAsked(granted.asked());
        granted.offered().map(JobspecWriter::json).ifPresent(message::setOffered);
        return message;
    }

    private static DownMessage.Granted granted(Granted message) throws WireException {
        return new DownMessage.Granted(
                Grants.read(message.getGrant()),
                message.getAsked(),
                message.hasOffered() ? Optional.of(JobspecCodec.read(message.getOffered())) : Optional.empty());
    }

    private static Down down(ParentFrame frame) throws WireException {
        return switch (frame.getMessageCase()) {
            case REGISTERED ->
                plain(new DownMessage.Registered(
                        frame.getRegistered().getPath(),
                        GraphReader.read(frame.getRegistered().getResources()),
                        Grants.read(frame.getRegistered().getWindow()),
                        frame.getRegistered().getLeaseMillis()));
            case REGISTER_REFUSED ->
                plain(new DownMessage.RegisterRefused(frame.getRegisterRefused().getReason()));
            case GRANTED ->
                new Down(
                        granted(frame.getGranted()),
                        Grants.readTimings(frame.getGranted().getTimingsList()));
            case GROW_REFUSED ->
                plain(new DownMessage.GrowRefused(
                        frame.getGrowRefused().getRequestId(),
                        frame.getGrowRefused().getAsked(),
                        Grants.readReasons(frame.getGrowRefused().getLevelsList())));
            case FREED ->
                plain(new DownMessage.Freed(
                        frame.getFreed().getReturnId(),
                        Grants.readUnreleased(frame.getFreed().getUnreleasedList())));
            case STATUSES -> plain(new DownMessage.Statuses(StatusMessages.read(frame.getStatuses())));
            case ASK_STATUSES -> plain(new DownMessage.AskStatuses());
            case REVOKE -> plain(RevokeMessages.read(frame.getRevoke()));
            case HEARTBEAT_SEEN -> plain(new DownMessage.HeartbeatSeen());
            case STOP -> plain(new DownMessage.Stop());
            case LEAVE_SEEN -> plain(new DownMessage.LeaveSeen());
            case ASK, ASK_CANCELLED, ASK_MORE, CHUNK, MESSAGE_NOT_SET ->
                throw new WireException("A parent sent a message that this version does not know.");
        };
    }

    private static Down plain(DownMessage message) {
        return new Down(message, List.of());
    }

    private static ParentFrame parse(ByteString bytes) throws WireException {
        try {
            return ParentFrame.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("The pieces of a parent's message do not make up a message.", e);
        }
    }
}
