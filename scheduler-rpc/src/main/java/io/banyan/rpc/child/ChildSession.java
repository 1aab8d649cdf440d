package io.banyan.rpc.child;

import io.banyan.instance.message.Event;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.relay.AnswerTo;
import io.banyan.rpc.relay.Passed;
import io.banyan.rpc.session.Backlog;
import io.banyan.rpc.session.Intake;
import io.banyan.rpc.session.Outbox;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.session.ChildFrames;
import io.banyan.rpc.wire.session.Down;
import io.banyan.rpc.wire.session.ParentFrames;
import io.banyan.rpc.wire.session.Relayed;
import io.banyan.rpc.wire.session.RelayedCall;
import io.banyan.rpc.wire.session.ToChild;
import io.banyan.rpc.wire.session.ToParent;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/** One session with a child. gRPC calls it from one thread at a time. */
final class ChildSession implements StreamObserver<ChildFrame> {
    private final JobId job;
    private final ChildSessions sessions;
    private final Inbox inbox;
    private final Intake intake;
    private final Backlog backlog;
    private final UnsentDown unsent;
    private final Outbox<ToChild, ParentFrame> outbox;
    private final ChildFrames frames = new ChildFrames();
    private final OpenAsks asks = new OpenAsks();
    private final OpenAsks.Way way = new WayDown();
    private boolean registered;
    private volatile boolean takesAsks;
    private volatile boolean takesRevokes;

    ChildSession(
            JobId job,
            ServerCallStreamObserver<ParentFrame> toChild,
            ChildSessions sessions,
            Inbox inbox,
            Executor executor) {
        this.job = job;
        this.sessions = sessions;
        this.inbox = inbox;
        this.intake = new Intake(executor);
        this.backlog = new Backlog(() -> toChild.request(1));
        this.unsent = new UnsentDown(job, inbox, this::send);
        this.outbox = new Outbox<>(toChild, ParentFrames::write, ParentFrames::isLight, unsent, executor);
        toChild.disableAutoRequest();
        toChild.request(1);
        toChild.setOnReadyHandler(outbox::ready);
        toChild.setOnCancelHandler(() -> intake.take(true, this::gone));
    }

    /**
     * Sends a message of the parent. A child that reads too slowly is cut off; it will reconnect and receive the
     * messages again.
     */
    void send(Down down) {
        if (down.message() instanceof DownMessage.Revoke revoke && !takesRevokes) {
            String why = "its version does not support the return of resources on request";
            inbox.tell(new Event.ChildSaid(job, new UpMessage.Revoked(revoke.revokeId(), why)));
            return;
        }
        boolean sent = outbox.send(down);
        if (!sent) {
            fail(Failure.OVERLOADED.because("Job " + job.value() + " does not accept messages from its parent."));
        } else if (down.message() instanceof DownMessage.RegisterRefused
                || down.message() instanceof DownMessage.LeaveSeen) {
            outbox.complete();
            asks.close();
        }
    }

    /** Passes a call on to the child. */
    Passed pass(InstancePath path, RelayedCall call, AnswerTo answer) {
        if (!takesAsks) {
            answer.end(
                    Failure.INCOMPATIBLE.because(
                            "Instance " + path
                                    + " has a version that cannot be reached through its parent.\nMaybe: connect to it directly with its own --state."));
            return Passed.OVER;
        }
        return asks.begin(path, call, answer, way);
    }

    private final class WayDown implements OpenAsks.Way {
        @Override
        public void send(Relayed.Down message) {
            if (!outbox.send(message)) {
                fail(Failure.OVERLOADED.because("Job " + job.value() + " does not accept messages from its parent."));
            }
        }

        @Override
        public boolean takeBack(Relayed.Down message) {
            return outbox.takeBack(message);
        }
    }

    /** Ends the session. */
    void fail(RuntimeException error) {
        outbox.fail(error);
        asks.close();
    }

    @Override
    public void onNext(ChildFrame frame) {
        intake.take(ChildFrames.isLight(frame), () -> {
            hear(frame);
            backlog.next();
        });
    }

    private void hear(ChildFrame frame) {
        try {
            if (frame.getMessageCase() == ChildFrame.MessageCase.REGISTER) {
                takesAsks = frame.getRegister().getTakesAsks();
                takesRevokes = frame.getRegister().getTakesRevokes();
            }
            Optional<ToParent> said = frames.receive(frame);
            if (said.isPresent()) {
                switch (said.get()) {
                    case ToParent.Own own -> hear(own.message());
                    case Relayed.Answer answer -> asks.answered(answer);
                }
            }
        } catch (WireException e) {
            fail(Failure.of(e));
        }
    }

    @Override
    public void onError(Throwable error) {
        intake.take(true, this::gone);
    }

    @Override
    public void onCompleted() {
        intake.take(true, () -> {
            gone();
            outbox.complete();
        });
    }

    private void hear(UpMessage message) {
        if (message instanceof UpMessage.Register register) {
            if (!register.job().equals(job)) {
                fail(Failure.FORBIDDEN.because("This credential is valid for job " + job.value()
                        + " only, and not for job " + register.job().value() + "."));
                return;
            }
            registered = true;
            sessions.begun(job, this);
        } else if (!registered) {
            fail(Failure.NOT_NOW.because("The first message of a session must be the registration."));
            return;
        }
        if (!inbox.tell(new Event.ChildSaid(job, message), List.of(), backlog.add())) {
            fail(Failure.STOPPING.because("The parent is stopping."));
        }
    }

    private void gone() {
        asks.close();
        if (sessions.ended(job, this)) {
            inbox.tell(new Event.ChildUnlinked(job));
        }
    }
}
