package io.banyan.rpc.service;

import io.banyan.rpc.wire.Failure;
import io.grpc.BindableService;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import org.jspecify.annotations.Nullable;

/** Refuses every call while another daemon leads: none of them has had any effect. Any thread may call. */
public final class LeadGate implements ServerInterceptor {
    private volatile @Nullable String closed;

    /** From now on calls are refused with this sentence. */
    public void close(String sentence) {
        closed = sentence;
    }

    /** From now on calls go on. */
    public void open() {
        closed = null;
    }

    /** A service behind this gate. */
    public BindableService before(BindableService service) {
        return () -> ServerInterceptors.intercept(service, this);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String sentence = closed;
        if (sentence == null) {
            return next.startCall(call, headers);
        }
        call.close(Failure.STANDBY.status(sentence), Failure.STANDBY.trailers());
        return new ServerCall.Listener<>() {};
    }
}
