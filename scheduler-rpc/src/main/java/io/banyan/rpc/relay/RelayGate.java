package io.banyan.rpc.relay;

import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.security.ClientPlace;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.banyan.rpc.wire.session.Payload;
import io.banyan.rpc.wire.session.RelayedCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Passes a client's call on that names an instance in its header {@code banyan-instance}, and its answer back. It
 * follows the check of the caller; the instance that serves the call checks the caller's rights.
 */
public final class RelayGate implements ServerInterceptor {
    /** Maximal size of the messages of an answer that the client has not taken, in bytes. */
    static final long MOST_HELD_BYTES = 4L << 20;

    private static final long WITHOUT_DEADLINE_NANOS = TimeUnit.HOURS.toNanos(1);

    private final CallForwarder relay;
    private final Predicate<Caller.Client> isStillIn;

    /**
     * A gate to one instance's relay.
     *
     * @param isStillIn whether a client still has the principal and role of its call; checked for each message of a
     *     stream
     */
    public RelayGate(CallForwarder relay, Predicate<Caller.Client> isStillIn) {
        this.relay = relay;
        this.isStillIn = isStillIn;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String named = headers.get(InstanceHeader.KEY);
        if (named == null || !(Caller.current().orElse(null) instanceof Caller.Client client)) {
            return next.startCall(call, headers);
        }
        try {
            var passing = new PassedCall<>(call, client, InstancePath.parse(named));
            call.request(2);
            return passing;
        } catch (IllegalArgumentException malformed) {
            StatusRuntimeException refusal = Failure.INVALID.because(Failure.sentenceOf(malformed));
            call.close(refusal.getStatus(), Failure.INVALID.trailers());
            return new ServerCall.Listener<>() {};
        }
    }

    /** One call. Its answer comes from other threads than its request. */
    private final class PassedCall<Q, A> extends ServerCall.Listener<Q> implements AnswerTo {
        private final ServerCall<Q, A> call;
        private final Caller.Client client;
        private final InstancePath instance;
        private final @Nullable Deadline deadline = Context.current().getDeadline();
        private final String requestId = RequestId.current();
        private @Nullable Q request;
        private @Nullable Passed passed;
        /** Messages that the client has not taken. They are bounded, since a sender may exceed its permits. */
        private final ArrayDeque<Payload> held = new ArrayDeque<>();

        private long heldBytes;
        private int untold;
        private boolean hasBegun;
        private boolean isOver;
        private boolean isClosed;
        /** The caller no longer waits; this can happen before the call to cancel is known. */
        private boolean isGivenUp;

        PassedCall(ServerCall<Q, A> call, Caller.Client client, InstancePath instance) {
            this.call = call;
            this.client = client;
            this.instance = instance;
        }

        @Override
        public void onMessage(Q message) {
            request = message;
        }

        @Override
        public void onHalfClose() {
            if (request == null) {
                end(Failure.INVALID.because("The call has no request."));
                return;
            }
            var method = call.getMethodDescriptor();
            long nanos = deadline == null ? WITHOUT_DEADLINE_NANOS : deadline.timeRemaining(TimeUnit.NANOSECONDS);
            Passed begun = relay.pass(
                    new RelayedCall(
                            instance,
                            method.getFullMethodName(),
                            Payload.of(method.streamRequest(request)),
                            client.principal(),
                            new RelayedCall.Origin(ClientPlace.of(call.getAttributes()), ""),
                            System.nanoTime() + nanos,
                            requestId),
                    this);
            request = null;
            boolean isForNobody;
            synchronized (this) {
                passed = begun;
                isForNobody = isGivenUp;
            }
            if (isForNobody) {
                begun.cancel();
            } else {
                tellTaken();
            }
        }

        @Override
        public void onCancel() {
            Passed gone;
            synchronized (this) {
                isOver = true;
                isGivenUp = true;
                gone = passed;
            }
            if (gone != null) {
                gone.cancel();
            }
        }

        @Override
        public void onReady() {
            synchronized (this) {
                if (!isOver) {
                    sendHeld();
                }
            }
            tellTaken();
        }

        @Override
        public void add(Optional<Payload> message, Optional<StatusRuntimeException> end) {
            boolean isTooMuch;
            synchronized (this) {
                if (isOver) {
                    return;
                }
                message.ifPresent(this::hold);
                isTooMuch = end.isEmpty() && (held.size() > Payload.MOST_AHEAD || heldBytes > MOST_HELD_BYTES);
                if (!isTooMuch) {
                    isOver = end.isPresent();
                    sendHeld();
                    end.ifPresent(this::close);
                }
            }
            if (isTooMuch) {
                giveUp(Failure.OVERLOADED.because("The client reads the answer of instance " + instance
                        + " too slowly, so the call was ended; read faster, or connect to the instance directly."));
            } else if (end.isEmpty()) {
                goOn();
            }
        }

        private void hold(Payload message) {
            held.addLast(message);
            heldBytes += message.size();
        }

        /**
         * Sends as many messages as the client takes. Sends all of them if no more come or if the answer is one
         * message, which is counted by itself.
         */
        private void sendHeld() {
            boolean isOne = call.getMethodDescriptor().getType().serverSendsOneMessage();
            try {
                while (!held.isEmpty() && (isOver || isOne || call.isReady())) {
                    send(held.removeFirst());
                }
            } catch (StatusRuntimeException malformed) {
                isOver = true;
                held.clear();
                close(Failure.INTERNAL.because(
                        "Instance " + instance + " sent an answer that this one does not understand."));
            }
        }

        private void send(Payload message) {
            heldBytes -= message.size();
            if (!hasBegun) {
                hasBegun = true;
                call.sendHeaders(new Metadata());
            }
            call.sendMessage(call.getMethodDescriptor().parseResponse(message.open()));
            untold++;
        }

        private void close(StatusRuntimeException end) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            Metadata trailers = end.getTrailers();
            if (!hasBegun && end.getStatus().isOk()) {
                call.sendHeaders(new Metadata());
            }
            call.close(end.getStatus(), trailers == null ? new Metadata() : trailers);
        }

        /** Ends the call for the client, and notifies the instance. */
        private void giveUp(StatusRuntimeException why) {
            synchronized (this) {
                held.clear();
                heldBytes = 0;
            }
            end(why);
            onCancel();
        }

        /** Requests more messages of a stream if the client may still see it. */
        private void goOn() {
            if (isStillIn.test(client)) {
                tellTaken();
                return;
            }
            giveUp(Failure.UNAUTHENTICATED.because(
                    "The token or certificate of this call is no longer valid, or its role has changed."));
        }

        private void tellTaken() {
            Passed from;
            int taken;
            synchronized (this) {
                from = passed;
                if (from == null || isOver || untold == 0 || !call.isReady()) {
                    return;
                }
                taken = untold;
                untold = 0;
            }
            from.more(taken);
        }
    }
}
