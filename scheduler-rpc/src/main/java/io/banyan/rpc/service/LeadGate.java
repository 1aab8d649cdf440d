package io.banyan.rpc.service;

import io.banyan.rpc.wire.Failure;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Refuses every call while another daemon leads, except those about the daemon itself: a refused call has no effect. It
 * precedes the check of the caller, because a standby does not know the credentials of children yet. Any thread may
 * call.
 */
public final class LeadGate {
    /** Health and reflection. */
    private static final String OF_THE_DAEMON = "grpc.";

    private static final String OVER = "This daemon no longer leads, and stops.";

    private volatile @Nullable String closed;
    private volatile BooleanSupplier leads = () -> true;

    /** From now on calls are refused with this sentence. */
    public void close(String sentence) {
        closed = sentence;
    }

    /**
     * Permits calls from now on, as long as this daemon leads: a daemon that was frozen, and whose lease has expired,
     * does not answer with outdated data.
     *
     * @param leads whether it does; asked at each call
     */
    public void open(BooleanSupplier leads) {
        this.leads = leads;
        closed = null;
    }

    /** Returns the check behind this gate. */
    public ServerInterceptor before(ServerInterceptor check) {
        return new ServerInterceptor() {
            @Override
            public <Q, A> ServerCall.Listener<Q> interceptCall(
                    ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
                String sentence = sentence();
                if (sentence == null
                        || call.getMethodDescriptor().getFullMethodName().startsWith(OF_THE_DAEMON)) {
                    return check.interceptCall(call, headers, next);
                }
                call.close(Failure.STANDBY.status(sentence), Failure.STANDBY.trailers());
                return new ServerCall.Listener<>() {};
            }
        };
    }

    /** Why calls are refused, if they are. */
    private @Nullable String sentence() {
        String known = closed;
        return known == null && !leads.getAsBoolean() ? OVER : known;
    }
}
