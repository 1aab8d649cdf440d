package io.banyan.rpc.service;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.Principal;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.banyan.rpc.wire.client.AnswerWriter;
import io.banyan.rpc.wire.client.RequestReader;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every call: the message becomes a request, the request goes to the inbox with the caller's deadline, and
 * the answer becomes a message. Small messages are read on the thread that brought them and written on the one that
 * owns the instance, because passing them to another thread costs more.
 *
 * @param inbox of the instance
 * @param isLight which answers are small
 * @param executor for reading large requests and writing large answers
 */
record CallDispatch(Inbox inbox, Predicate<Answer> isLight, Executor executor) {
    private static final Logger LOG = LoggerFactory.getLogger(CallDispatch.class);
    private static final long WITHOUT_DEADLINE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** The calls of the instance with this inbox. */
    CallDispatch(Inbox inbox, Executor executor) {
        this(inbox, AnswerWriter::isLight, executor);
    }

    /** Returns the calls in a mode in which all answers may be large. */
    CallDispatch withLargeAnswers() {
        return new CallDispatch(inbox, answer -> false, executor);
    }

    /** Reads a message, on any thread: the caller is an argument, and is not read from the context of the thread. */
    interface Reader {
        Request read(Principal client) throws WireException;
    }

    /** Writes a message. */
    interface Writer<A> {
        A write(Answer answer, List<LevelTiming> timings) throws WireException;
    }

    <A> void ask(Object message, StreamObserver<A> caller, Reader reader, Writer<A> writer) {
        var reply = new Reply<>(caller, writer, this, RequestId.current());
        // A disconnected caller gets no answer; without this handler an answer would throw.
        ((ServerCallStreamObserver<A>) caller).setOnCancelHandler(() -> inbox.left(reply));
        Deadline deadline = Context.current().getDeadline();
        Optional<Principal> client = Caller.client();
        if (client.isEmpty()) {
            caller.onError(Failure.UNAUTHENTICATED.because("The caller has not been authenticated."));
            return;
        }
        if (RequestReader.isLight(message)) {
            ask(client.get(), deadline, reader, reply);
        } else {
            executor.execute(() -> ask(client.get(), deadline, reader, reply));
        }
    }

    private void ask(Principal client, @Nullable Deadline deadline, Reader reader, Reply<?> reply) {
        try {
            inbox.ask(client, reader.read(client), nanosUntil(deadline), reply);
        } catch (WireException | RuntimeException | Error e) {
            refuse(reply.caller(), e, reply.requestId());
        }
    }

    private static long nanosUntil(@Nullable Deadline deadline) {
        return deadline == null ? WITHOUT_DEADLINE_NANOS : deadline.timeRemaining(TimeUnit.NANOSECONDS);
    }

    private static void refuse(StreamObserver<?> caller, Throwable cause, String id) {
        if (((ServerCallStreamObserver<?>) caller).isCancelled()) {
            RequestId.during(id, () -> LOG.debug("The client was gone before the answer: {}", cause.getMessage()));
        } else if (!(cause instanceof WireException)) {
            RequestId.during(id, () -> LOG.error("A call failed", cause));
        }
        try {
            caller.onError(Failure.of(cause));
        } catch (RuntimeException | Error again) {
            RequestId.during(id, () -> LOG.debug("That could not be reported either: {}", again.getMessage()));
        }
    }

    /** Answers one call. */
    private record Reply<A>(StreamObserver<A> caller, Writer<A> writer, CallDispatch calls, String requestId)
            implements ReplyTo {
        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {
            if (calls.isLight.test(answer)) {
                write(answer, timings);
            } else {
                calls.executor.execute(() -> write(answer, timings));
            }
        }

        @Override
        public void fail(Failure failure, String sentence) {
            refuse(caller, new WireException(failure, sentence), requestId);
        }

        private void write(Answer answer, List<LevelTiming> timings) {
            try {
                caller.onNext(writer.write(answer, timings));
                caller.onCompleted();
            } catch (WireException | RuntimeException | Error e) {
                // Where memory is short it is this call that fails, and not the instance whose thread may be the one
                // that writes.
                refuse(caller, e, requestId);
            }
        }
    }
}
