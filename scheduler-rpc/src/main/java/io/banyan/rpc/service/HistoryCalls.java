package io.banyan.rpc.service;

import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.agent.FairQueue;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.PastJobsMessages;
import io.banyan.v1.HistoryReply;
import io.banyan.v1.HistoryRequest;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries about ended jobs. They bypass the instance: a query for a year waits for the disk, and delays no other call.
 * Two queries run at a time, each on a thread and a connection to the database; the others wait in a small queue, in
 * which clients take turns.
 */
final class HistoryCalls {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryCalls.class);
    private static final int THREADS = 2;
    private static final int MOST_WAITING = 64;
    private static final long LATER_MILLIS = 500;

    private final History history;
    private final FairQueue<Question> waiting = new FairQueue<>(MOST_WAITING);
    private final ThreadPoolExecutor threads;

    /** One call. */
    private record Question(
            Principal client,
            HistoryRequest request,
            ServerCallStreamObserver<HistoryReply> caller,
            @Nullable Deadline deadline,
            String id) {}

    /** Creates queries to this history. A thread that is idle for some time ends. */
    HistoryCalls(History history) {
        this.history = history;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("banyan-history").daemon(true).factory());
        threads.allowCoreThreadTimeOut(true);
    }

    void ask(HistoryRequest request, StreamObserver<HistoryReply> observer) {
        var caller = (ServerCallStreamObserver<HistoryReply>) observer;
        caller.setOnCancelHandler(() -> {});
        Optional<Principal> client = Caller.client();
        if (client.isEmpty()) {
            caller.onError(Failure.UNAUTHENTICATED.because("The caller has not been authenticated."));
            return;
        }
        String name = client.get().name();
        var question =
                new Question(client.get(), request, caller, Context.current().getDeadline(), RequestId.current());
        synchronized (waiting) {
            if (waiting.hasRoomFor(name)) {
                waiting.add(name, question);
                threads.execute(this::answerNext);
                return;
            }
        }
        caller.onError(Failure.OVERLOADED.because(
                "Too many history queries of '" + name + "' are waiting; try again later.", LATER_MILLIS));
    }

    private void answerNext() {
        Question next;
        synchronized (waiting) {
            next = waiting.poll();
        }
        if (next != null) {
            RequestId.during(next.id, () -> answer(next));
        }
    }

    private void answer(Question question) {
        try {
            if (question.caller.isCancelled() || (question.deadline != null && question.deadline.isExpired())) {
                throw new WireException(
                        Failure.DEADLINE, "The query waited in the daemon's queue until its deadline passed.");
            }
            Principal client = question.client;
            Optional<String> owner = client.role() == Role.USER ? Optional.of(client.name()) : Optional.empty();
            String user = question.request.getUser();
            if (owner.isPresent() && !user.isEmpty() && !user.equals(client.name())) {
                throw new WireException(
                        Failure.FORBIDDEN,
                        "The jobs of other users are not visible to '" + client.name() + "', who has the role user.");
            }
            HistoryQuery query = PastJobsMessages.read(question.request, owner);
            question.caller.onNext(PastJobsMessages.write(history.ask(query)));
            question.caller.onCompleted();
        } catch (WireException e) {
            refuse(question, e);
        } catch (IOException | RuntimeException | Error e) {
            if (!question.caller.isCancelled()) {
                LOG.error("A history query has no answer", e);
            }
            // The message does not reveal the location of the database to the client.
            refuse(question, new WireException(Failure.INTERNAL, "The history cannot be read; see the daemon's log."));
        }
    }

    private static void refuse(Question question, WireException cause) {
        try {
            question.caller.onError(Failure.of(cause));
        } catch (RuntimeException | Error over) {
            LOG.debug("The client of a history query was gone before the answer: {}", over.getMessage());
        }
    }
}
