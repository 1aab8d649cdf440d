package io.banyan.rpc.audit;

import io.banyan.rpc.security.Caller;
import io.banyan.rpc.security.Recorder;
import io.banyan.rpc.trace.RequestId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.Said;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Makes an entry of each call that changes something, when it is over, and of each that is refused at the door. What was asked is seen as it passes: the
 * entry says which method and which job, and nothing else of the request.
 */
public final class AuditTrail implements Recorder {
    private final AuditLog log;
    private final InstantSource clock;

    /** A trail that ends in this log. */
    public AuditTrail(AuditLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> accepted(
            Caller.Client client, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        var watched = new Watched<>(client, call);
        return new SimpleForwardingServerCallListener<>(next.startCall(watched, headers)) {
            @Override
            public void onMessage(Q request) {
                watched.isAbout(Said.job(request));
                super.onMessage(request);
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
        log.add(entry(caller, call, RequestId.current(), 0, failure.word(), sentence));
    }

    private AuditEntry entry(
            Optional<Caller> caller, ServerCall<?, ?> call, String request, long job, String outcome, String why) {
        String method = call.getMethodDescriptor().getFullMethodName();
        String what = method.substring(method.lastIndexOf('.', method.indexOf('/')) + 1);
        AuditEntry.Asker asker = caller.map(AuditTrail::asker).orElse(AuditEntry.Asker.UNKNOWN);
        return new AuditEntry(clock.millis(), asker, address(call), what, request, job, outcome, why);
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

    private static String address(ServerCall<?, ?> call) {
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        return switch (address) {
            case null -> "";
            case InetSocketAddress inet -> inet.getAddress().getHostAddress() + ":" + inet.getPort();
            case SocketAddress other -> other.toString();
        };
    }

    /** A call that is looked at as it passes. Its answer may be given by another thread than the one that brought its request. */
    private final class Watched<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final Caller.Client client;
        private final String request = RequestId.current();
        private volatile long job;
        private volatile boolean refused;
        private volatile boolean told;

        Watched(Caller.Client client, ServerCall<Q, A> call) {
            super(call);
            this.client = client;
        }

        void isAbout(OptionalLong named) {
            if (named.isPresent()) {
                job = named.getAsLong();
            }
        }

        /** The asker has gone before the answer; what was asked may be done all the same. */
        void cancelled() {
            if (!told) {
                tell("unheard", "");
            }
        }

        @Override
        public void sendMessage(A reply) {
            isAbout(Said.job(reply));
            refused = Said.isNo(reply);
            super.sendMessage(reply);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk()) {
                tell(refused ? "refused" : "done", "");
            } else {
                Failure failure = Failure.in(status.asRuntimeException(trailers));
                tell(failure.word(), String.valueOf(status.getDescription()));
            }
            super.close(status, trailers);
        }

        private void tell(String outcome, String why) {
            told = true;
            log.add(entry(Optional.of(client), delegate(), request, job, outcome, why));
        }
    }
}
