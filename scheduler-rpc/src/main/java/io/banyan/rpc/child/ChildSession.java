package io.banyan.rpc.child;

import io.banyan.instance.DownMessage;
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
import io.banyan.schedule.JobId;
import io.banyan.v1.ChildFrame;
import io.banyan.v1.ParentFrame;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.Executor;

/** One session with a child. gRPC calls it from one thread at a time. */
final class ChildSession implements StreamObserver<ChildFrame> {
    private final JobId job;
    private final ChildSessions sessions;
    private final Inbox inbox;
    private final ServerCallStreamObserver<ParentFrame> stream;
    private final Intake intake;
    private final Outbox<Down, ParentFrame> outbox;
    private final ChildFrames frames = new ChildFrames();
    private boolean registered;

    ChildSession(
            JobId job,
            ServerCallStreamObserver<ParentFrame> toChild,
            ChildSessions sessions,
            Inbox inbox,
            Executor executor) {
        this.job = job;
        this.sessions = sessions;
        this.inbox = inbox;
        this.stream = toChild;
        this.intake = new Intake(executor);
        this.outbox = new Outbox<>(toChild, ParentFrames::write, ParentFrames::isLight, executor);
        toChild.disableAutoRequest();
        toChild.request(1);
        toChild.setOnReadyHandler(outbox::ready);
        toChild.setOnCancelHandler(() -> intake.take(true, this::gone));
    }

    /** Sends what the parent says. A child that takes too little is cut off; it will come back and be told again. */
    void send(Down down) {
        boolean sent = outbox.send(down);
        if (!sent) {
            fail(Failure.OVERLOADED.because("Job " + job.value() + " does not take what its parent says."));
        } else if (down.message() instanceof DownMessage.RegisterRefused
                || down.message() instanceof DownMessage.LeaveSeen) {
            outbox.complete();
        }
    }

    /** Ends the session. */
    void fail(RuntimeException error) {
        outbox.fail(error);
    }

    @Override
    public void onNext(ChildFrame frame) {
        intake.take(ChildFrames.isLight(frame), () -> {
            hear(frame);
            stream.request(1);
        });
    }

    private void hear(ChildFrame frame) {
        try {
            Optional<UpMessage> message = frames.read(frame);
            if (message.isPresent()) {
                hear(message.get());
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
                fail(Failure.FORBIDDEN.because("This credential is good for job " + job.value()
                        + " only, and not for job " + register.job().value() + "."));
                return;
            }
            registered = true;
            sessions.begun(job, this);
        } else if (!registered) {
            fail(Failure.NOT_NOW.because("The first message of a session is the registration."));
            return;
        }
        if (!inbox.tell(new Event.ChildSaid(job, message))) {
            fail(Failure.OVERLOADED.because("The parent has too much to do; come back later."));
        }
    }

    private void gone() {
        if (sessions.ended(job, this)) {
            inbox.tell(new Event.ChildUnlinked(job));
        }
    }
}
