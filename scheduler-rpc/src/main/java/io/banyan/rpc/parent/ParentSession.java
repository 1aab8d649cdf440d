package io.banyan.rpc.parent;

import io.banyan.instance.Event;
import io.banyan.instance.UpMessage;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.session.Intake;
import io.banyan.rpc.session.Outbox;
import io.banyan.rpc.wire.ChildFrames;
import io.banyan.rpc.wire.Down;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.ParentFrames;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** One session with the parent. gRPC calls it from one thread at a time. */
final class ParentSession implements ClientResponseObserver<ChildFrame, ParentFrame> {
    private final ParentLink link;
    private final ManagedChannel channel;
    private final Inbox inbox;
    private final Executor executor;
    private final Intake intake;
    private final ParentFrames frames = new ParentFrames();
    private @Nullable ClientCallStreamObserver<ChildFrame> stream;
    private volatile @Nullable Outbox<UpMessage, ChildFrame> outbox;
    private boolean linked;

    ParentSession(ParentLink link, ManagedChannel channel, Inbox inbox, Executor executor) {
        this.link = link;
        this.channel = channel;
        this.inbox = inbox;
        this.executor = executor;
        this.intake = new Intake(executor);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ChildFrame> toParent) {
        var box = new Outbox<UpMessage, ChildFrame>(toParent, ChildFrames::write, ChildFrames::isLight, executor);
        stream = toParent;
        toParent.disableAutoRequestWithInitial(1);
        toParent.setOnReadyHandler(() -> {
            outbox = box;
            box.ready();
            if (!linked) {
                linked = true;
                inbox.tell(new Event.ParentLinked());
            }
        });
    }

    void send(UpMessage message) {
        Outbox<UpMessage, ChildFrame> box = outbox;
        if (box != null && !box.send(message)) {
            box.fail(Failure.OVERLOADED.because("The parent does not take what this instance says."));
        }
    }

    /** Ends the session without another word. */
    void close() {
        channel.shutdownNow();
    }

    @Override
    public void onNext(ParentFrame frame) {
        link.heard();
        intake.take(ParentFrames.isLight(frame), () -> {
            hear(frame);
            requestNext();
        });
    }

    private void requestNext() {
        if (stream != null) {
            stream.request(1);
        }
    }

    private void hear(ParentFrame frame) {
        try {
            Optional<Down> down = frames.read(frame);
            if (down.isPresent()
                    && !inbox.tell(
                            new Event.ParentSaid(down.get().message()),
                            down.get().timings())) {
                over(Failure.OVERLOADED, "this instance has too much to do");
            }
        } catch (WireException e) {
            over(Failure.INVALID, Failure.sentenceOf(e));
        }
    }

    @Override
    public void onError(Throwable error) {
        intake.take(true, () -> over(Failure.in(error), Failure.sentenceOf(error)));
    }

    @Override
    public void onCompleted() {
        intake.take(true, () -> over(Failure.STOPPING, "the parent ended the session"));
    }

    private void over(Failure failure, String sentence) {
        channel.shutdownNow();
        if (linked) {
            linked = false;
            inbox.tell(new Event.ParentUnlinked());
        }
        link.ended(this, failure, sentence);
    }
}
