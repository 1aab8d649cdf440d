package io.banyan.rpc.parent;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.relay.CallForwarder;
import io.banyan.rpc.session.Backlog;
import io.banyan.rpc.session.Intake;
import io.banyan.rpc.session.Outbox;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.session.ChildFrames;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.ParentFrames;
import io.banyan.rpc.wire.session.Relayed;
import io.banyan.rpc.wire.session.ToChild;
import io.banyan.rpc.wire.session.ToParent;
import io.banyan.rpc.wire.session.TooLargeException;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One session with the parent. gRPC calls it from one thread at a time. */
final class ParentSession implements ClientResponseObserver<ChildFrame, ParentFrame> {
    private static final Logger LOG = LoggerFactory.getLogger(ParentSession.class);

    private final ParentLink link;
    private final ManagedChannel channel;
    private final Inbox inbox;
    private final Executor executor;
    private final Intake intake;
    private final Backlog backlog = new Backlog(this::requestNext);
    private final ParentFrames frames = new ParentFrames();
    private @Nullable ClientCallStreamObserver<ChildFrame> stream;
    private final TakenAsks asks;
    private volatile @Nullable Outbox<ToParent, ChildFrame> outbox;
    private boolean linked;
    private volatile boolean isClosedHere;

    ParentSession(ParentLink link, ManagedChannel channel, Inbox inbox, CallForwarder relay, Executor executor) {
        this.link = link;
        this.channel = channel;
        this.inbox = inbox;
        this.executor = executor;
        this.intake = new Intake(executor);
        this.asks = new TakenAsks(relay, this::send);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<ChildFrame> toParent) {
        var box = new Outbox<ToParent, ChildFrame>(toParent, this::write, ChildFrames::isLight, this::unsent, executor);
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

    private List<ChildFrame> write(ToParent message) {
        if (message instanceof Relayed.Answer answer) {
            asks.written(answer);
        }
        return ChildFrames.write(message);
    }

    /**
     * Handles a message that is too large, such as a return of a million vertices. No later session sends it either.
     * Resources to be returned are held until the return is sent, which the statistics of the instance show.
     */
    private void unsent(ToParent message, TooLargeException why) {
        String kind = switch (message) {
            case ToParent.Own own -> own.message().getClass().getSimpleName();
            case Relayed.Answer answer -> "Answer";
        };
        LOG.error("'{}' is not sent to the parent: {}", kind, why.sentence());
    }

    void send(UpMessage message) {
        // An older parent would end the session for it, and loses nothing: the time of a grow is over sooner or later.
        if (!(message instanceof UpMessage.GiveUp) || frames.takesGiveUps()) {
            send(new ToParent.Own(message));
        }
    }

    private void send(ToParent message) {
        Outbox<ToParent, ChildFrame> box = outbox;
        if (box != null && !box.send(message)) {
            box.fail(Failure.OVERLOADED.because("The parent does not accept messages from this instance."));
        }
    }

    /** Ends the session without another word, to this instance as well: it is about to end. */
    void close() {
        isClosedHere = true;
        asks.close();
        channel.shutdownNow();
    }

    @Override
    public void onNext(ParentFrame frame) {
        link.heard();
        intake.take(ParentFrames.isLight(frame), () -> {
            hear(frame);
            backlog.next();
        });
    }

    private void requestNext() {
        if (stream != null) {
            stream.request(1);
        }
    }

    private void hear(ParentFrame frame) {
        try {
            Optional<ToChild> said = frames.receive(frame);
            if (said.isPresent()) {
                switch (said.get()) {
                    case Down down -> hear(down);
                    case Relayed.Down relayed -> asks.hear(relayed);
                }
            }
        } catch (WireException e) {
            over(Failure.INVALID, Failure.sentenceOf(e));
        }
    }

    private void hear(Down down) {
        if (!inbox.tell(new Event.ParentSaid(down.message()), down.timings(), backlog.add())) {
            over(Failure.STOPPING, "this instance is stopping");
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
        asks.close();
        if (linked) {
            linked = false;
            if (!isClosedHere) {
                inbox.tell(new Event.ParentUnlinked());
            }
        }
        link.ended(this, failure, sentence);
    }
}
