package io.banyan.rpc.audit;

import io.banyan.rpc.security.AuditRecorder;
import io.banyan.rpc.security.Caller;
import io.banyan.rpc.security.ClientPlace;
import io.banyan.rpc.security.RelayedCaller;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.banyan.rpc.wire.client.Said;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Makes an entry for each call that changes state, at its end, and for each that the caller check refuses. The request
 * is observed as it passes: the entry contains the method, the job and the resources, and nothing else of the request.
 * Of calls that change nothing, only {@linkplain Quota some} are recorded.
 */
public final class AuditTrail implements AuditRecorder {
    private static final String UNHEARD = "unheard";
    private static final int LONGEST_PATH = 200;

    private final AuditLog log;
    private final InstantSource clock;
    private final Quota quota = new Quota();

    /** A trail that ends in this log. */
    public AuditTrail(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
        log.ask(all -> quota.leftOut(clock.millis(), all));
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> accepted(
            Caller.Client client, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        var watched = new Watched<>(client, call, instance(headers));
        return new SimpleForwardingServerCallListener<>(next.startCall(watched, headers)) {
            @Override
            public void onMessage(Q request) {
                watched.asks(request);
                super.onMessage(request);
            }

            @Override
            public void onHalfClose() {
                watched.asked = true;
                super.onHalfClose();
            }

            @Override
            public void onCancel() {
                watched.cancelled();
                super.onCancel();
            }
        };
    }

    @Override
    public void refused(Optional<Caller> caller, ServerCall<?, ?> call, Failure failure, String sentence) {
        AuditEntry.Asker asker = caller.map(AuditTrail::asker).orElse(AuditEntry.Asker.UNKNOWN);
        if (quota.admits(asker, clock.millis())) {
            log.add(entry(asker, call, "", RequestId.current(), 0, "", failure.word(), sentence));
        }
    }

    private AuditEntry entry(
            AuditEntry.Asker asker,
            ServerCall<?, ?> call,
            String instance,
            String request,
            long job,
            String of,
            String outcome,
            String why) {
        String method = call.getMethodDescriptor().getFullMethodName();
        String what = method.substring(method.lastIndexOf('.', method.indexOf('/')) + 1);
        return new AuditEntry(clock.millis(), asker, place(call, instance), what, request, job, of, outcome, why);
    }

    private static AuditEntry.Asker asker(Caller caller) {
        return switch (caller) {
            case Caller.Client client ->
                new AuditEntry.Asker(
                        client.principal().name(),
                        client.principal().role().toString(),
                        client.means().toString());
            case Caller.Child child -> new AuditEntry.Asker("job " + child.job(), "child", "credential");
        };
    }

    /** Returns the instance that a passed-on call names: a path, or any text that a client sends in its place. */
    private static String instance(Metadata headers) {
        String named = headers.get(InstanceHeader.KEY);
        return named == null ? "" : named.substring(0, Math.min(LONGEST_PATH, named.length()));
    }

    private static AuditEntry.Place place(ServerCall<?, ?> call, String instance) {
        RelayedCaller passedOn = call.getAttributes().get(RelayedCaller.KEY);
        return passedOn == null
                ? new AuditEntry.Place(ClientPlace.of(call.getAttributes()), "", instance)
                : new AuditEntry.Place(passedOn.from(), passedOn.through(), instance);
    }

    /**
     * A call that is looked at as it passes. Its answer may be given by another thread than the one that brought its
     * request.
     */
    private final class Watched<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final Caller.Client client;
        private final String instance;
        private final String request = RequestId.current();
        private volatile long job;
        private volatile String of = "";
        private volatile boolean asked;
        private volatile boolean gone;
        private volatile boolean refused;
        private volatile @Nullable Object first;
        private volatile boolean isRoutine;
        private final AtomicBoolean told = new AtomicBoolean();

        Watched(Caller.Client client, ServerCall<Q, A> call, String instance) {
            super(call);
            this.client = client;
            this.instance = instance;
        }

        void asks(Q message) {
            first = message;
            isAbout(message);
        }

        private void isAbout(Object message) {
            OptionalLong named = Said.job(message);
            if (named.isPresent()) {
                job = named.getAsLong();
            }
            of = Said.of(message).orElse(of);
        }

        /**
         * The asker has disconnected before the answer. A complete request is performed all the same, and recorded
         * then; an incomplete request is not performed.
         */
        void cancelled() {
            gone = true;
            if (!asked) {
                tell(UNHEARD, "the request was incomplete", false);
            }
        }

        @Override
        public void sendMessage(A reply) {
            isAbout(reply);
            refused = Said.isNo(reply);
            isRoutine = Said.isRoutine(first, reply);
            super.sendMessage(reply);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (!status.isOk()) {
                Failure failure = Failure.in(status.asRuntimeException(trailers));
                tell(failure.word(), String.valueOf(status.getDescription()), false);
            } else if (isRoutine) {
                told.set(true);
            } else if (gone) {
                tell(UNHEARD, refused ? "refused" : "done", !refused);
            } else {
                tell(refused ? "refused" : "done", "", !refused);
            }
            super.close(status, trailers);
        }

        /** Once. */
        private void tell(String outcome, String why, boolean isChange) {
            AuditEntry.Asker asker = asker(client);
            if (told.compareAndSet(false, true) && (isChange || quota.admits(asker, clock.millis()))) {
                log.add(entry(asker, delegate(), instance, request, job, of, outcome, why));
            }
        }
    }
}
