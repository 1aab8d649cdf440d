package io.banyan.rpc.service;

import io.banyan.instance.Principal;
import io.banyan.instance.Role;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.PastJobsMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.HistoryReply;
import io.banyan.v1.HistoryRequest;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions about jobs that are over. They go past the instance: whoever asks for a year waits for a disk, and nobody else does.
 *
 * @param history that is asked
 * @param executor on which
 */
record HistoryCalls(History history, Executor executor) {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryCalls.class);

    void ask(HistoryRequest request, StreamObserver<HistoryReply> caller) {
        ((ServerCallStreamObserver<HistoryReply>) caller).setOnCancelHandler(() -> {});
        Optional<Principal> client = Caller.client();
        if (client.isEmpty()) {
            caller.onError(Failure.UNAUTHENTICATED.because("Nobody has checked who makes this call."));
            return;
        }
        executor.execute(() -> answer(client.get(), request, caller));
    }

    private void answer(Principal client, HistoryRequest request, StreamObserver<HistoryReply> caller) {
        try {
            Optional<String> owner = client.role() == Role.USER ? Optional.of(client.name()) : Optional.empty();
            HistoryQuery query = PastJobsMessages.read(request, owner);
            caller.onNext(PastJobsMessages.write(history.ask(query)));
            caller.onCompleted();
        } catch (WireException e) {
            caller.onError(Failure.of(e));
        } catch (IOException | RuntimeException e) {
            LOG.error("A question about the past has no answer", e);
            caller.onError(Failure.INTERNAL.because("The history cannot be read: " + e.getMessage()));
        }
    }
}
