package io.banyan.rpc.service;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.Principal;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.execute.Attendants;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.client.RescaleMessages;
import io.banyan.v1.AttendRequest;
import io.banyan.v1.MalleableGrpc;
import io.banyan.v1.ProposeRequest;
import io.banyan.v1.RescaleAnswer;
import io.banyan.v1.RescaleProposal;
import io.banyan.v1.RescaleReply;
import io.banyan.v1.SlotsReply;
import io.banyan.v1.SlotsRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The service {@code Malleable}: jobs that run with more or fewer slots. */
public final class MalleableService extends MalleableGrpc.MalleableImplBase {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Inbox inbox;
    private final Attendants attendants;
    private final CallDispatch calls;

    /**
     * The service of the instance with this inbox.
     *
     * @param attendants the jobs that listen for proposals
     * @param executor reads and writes large messages
     */
    public MalleableService(Inbox inbox, Attendants attendants, Executor executor) {
        this.inbox = inbox;
        this.attendants = attendants;
        this.calls = new CallDispatch(inbox, executor);
    }

    @Override
    public void propose(ProposeRequest request, StreamObserver<RescaleReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RescaleMessages.read(request),
                (answer, timings) -> RescaleMessages.rescaled(answer));
    }

    @Override
    public void slots(SlotsRequest request, StreamObserver<SlotsReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RescaleMessages.read(request),
                (answer, timings) -> RescaleMessages.slots(answer));
    }

    @Override
    public void answer(RescaleAnswer request, StreamObserver<RescaleReply> caller) {
        calls.ask(
                request,
                caller,
                client -> RescaleMessages.read(request),
                (answer, timings) -> RescaleMessages.rescaled(answer));
    }

    /** Lets the instance decide whose job it is. The caller hears of all later proposals. */
    @Override
    public void attend(AttendRequest request, StreamObserver<RescaleProposal> answer) {
        var caller = (ServerCallStreamObserver<RescaleProposal>) answer;
        Optional<Principal> client = Caller.client();
        if (client.isEmpty()) {
            caller.onError(Failure.UNAUTHENTICATED.because("The caller has not been authenticated."));
            return;
        }
        try {
            RescaleRequest.Attend attend = RescaleMessages.read(request);
            var attendant = new Attendant(attend.job(), caller);
            Runnable leaving = () -> attendants.leave(attend.job(), attendant);
            caller.setOnCancelHandler(leaving);
            caller.setOnCloseHandler(leaving);
            inbox.ask(client.get(), attend, PATIENCE_NANOS, attendant);
        } catch (WireException e) {
            caller.onError(Failure.of(e));
        }
    }

    /** One that listens. */
    private final class Attendant implements ReplyTo, Consumer<MalleableAnswer.Proposal> {
        private final JobId job;
        private final ServerCallStreamObserver<RescaleProposal> caller;

        Attendant(JobId job, ServerCallStreamObserver<RescaleProposal> caller) {
            this.job = job;
            this.caller = caller;
        }

        /** On the thread that owns the instance, so that no proposal comes between the answer and the entry. */
        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {
            if (!(answer instanceof MalleableAnswer.Slots slots)) {
                end(AnswerWriter.failure(answer));
            } else if (!attendants.enter(job, this)) {
                end(new WireException(
                        Failure.OVERLOADED,
                        "Too many clients listen for job " + job + "; the limit is " + Attendants.MOST + "."));
            } else {
                slots.proposal().ifPresent(this);
                if (caller.isCancelled()) {
                    attendants.leave(job, this);
                }
            }
        }

        @Override
        public void fail(Failure failure, String sentence) {
            end(new WireException(failure, sentence));
        }

        @Override
        public synchronized void accept(MalleableAnswer.Proposal proposal) {
            if (!caller.isCancelled()) {
                caller.onNext(RescaleMessages.write(proposal));
            }
        }

        private synchronized void end(WireException why) {
            if (!caller.isCancelled()) {
                caller.onError(Failure.of(why));
            }
        }
    }
}
