package io.banyan.rpc.service;

import io.banyan.instance.JobRequest;
import io.banyan.instance.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.QueueMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.QueueGrpc;
import io.banyan.v1.SubmitReply;
import io.banyan.v1.SubmitRequest;
import io.banyan.v1.UrgeReply;
import io.banyan.v1.UrgeRequest;
import io.grpc.stub.StreamObserver;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** The service {@code Queue}: jobs that wait. */
public final class QueueService extends QueueGrpc.QueueImplBase {
    private final Calls calls;
    private final Function<String, Optional<String>> refusal;

    /**
     * The service of the instance with this inbox.
     *
     * @param refusal why nothing can be run for an owner; empty where it can
     * @param executor on which what is large is read and written
     */
    public QueueService(Inbox inbox, Function<String, Optional<String>> refusal, Executor executor) {
        this.refusal = refusal;
        this.calls = new Calls(inbox, executor);
    }

    @Override
    public void submit(SubmitRequest request, StreamObserver<SubmitReply> caller) {
        calls.ask(
                request,
                caller,
                client -> checked(client, QueueMessages.read(request)),
                (answer, timings) -> QueueMessages.submitted(answer));
    }

    /** Before it waits for something that could not run. */
    private JobRequest.Submit checked(Principal client, JobRequest.Submit request) throws WireException {
        Optional<String> why = request.jobspec().tasks().isEmpty() ? Optional.empty() : refusal.apply(client.name());
        if (why.isPresent()) {
            throw new WireException(Failure.FORBIDDEN, why.get());
        }
        return request;
    }

    @Override
    public void urge(UrgeRequest request, StreamObserver<UrgeReply> caller) {
        calls.ask(
                request,
                caller,
                client -> QueueMessages.read(request),
                (answer, timings) -> QueueMessages.urged(answer));
    }
}
