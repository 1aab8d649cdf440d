package io.banyan.rpc.service;

import io.banyan.instance.Answer;
import io.banyan.instance.Request;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.WireException;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every call: the message becomes a request, the request goes to the inbox with the caller's deadline, and the answer becomes a
 * message, off the thread that owns the instance.
 *
 * @param inbox of the instance
 * @param executor for writing answers
 */
record Calls(Inbox inbox, Executor executor) {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);
    private static final long WITHOUT_DEADLINE_NANOS = TimeUnit.HOURS.toNanos(1);

    /** Reads a message. */
    interface Reader {
        Request read() throws WireException;
    }

    /** Writes a message. */
    interface Writer<A> {
        A write(Answer answer, List<LevelTiming> timings) throws WireException;
    }

    <A> void ask(StreamObserver<A> caller, Reader reader, Writer<A> writer) {
        // A caller that has gone away is not told; without this handler telling it would throw.
        ((ServerCallStreamObserver<A>) caller).setOnCancelHandler(() -> {});
        try {
            inbox.ask(reader.read(), timeoutNanos(), new Reply<>(caller, writer, executor));
        } catch (WireException | RuntimeException e) {
            refuse(caller, e);
        }
    }

    private static long timeoutNanos() {
        Deadline deadline = Context.current().getDeadline();
        return deadline == null ? WITHOUT_DEADLINE_NANOS : deadline.timeRemaining(TimeUnit.NANOSECONDS);
    }

    private static void refuse(StreamObserver<?> caller, Exception cause) {
        if (!(cause instanceof WireException)) {
            LOG.error("A call failed", cause);
        }
        caller.onError(Failure.of(cause));
    }

    /** Answers one call. */
    private record Reply<A>(StreamObserver<A> caller, Writer<A> writer, Executor executor) implements ReplyTo {
        @Override
        public void answer(Answer answer, List<LevelTiming> timings) {
            executor.execute(() -> write(answer, timings));
        }

        @Override
        public void fail(Failure failure, String sentence) {
            caller.onError(failure.because(sentence));
        }

        private void write(Answer answer, List<LevelTiming> timings) {
            try {
                caller.onNext(writer.write(answer, timings));
                caller.onCompleted();
            } catch (WireException | RuntimeException e) {
                refuse(caller, e);
            }
        }
    }
}
