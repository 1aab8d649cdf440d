package io.banyan.rpc.trace;

import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every call its {@link RequestId}: in its context, in the trailers of one that fails, and in the sentence of one
 * that fails by a bug, so that its caller can quote it. The first of the interceptors, so that calls that the others
 * refuse have one as well. O(1) a call.
 */
public final class RequestIds implements ServerInterceptor {
    private static final Logger LOG = LoggerFactory.getLogger(RequestIds.class);

    /** For any server. */
    public RequestIds() {}

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String id = RequestId.of(headers);
        Context context = Context.current().withValue(RequestId.IN_CONTEXT, id);
        Context before = context.attach();
        try {
            return next.startCall(new Named<>(call, id), headers);
        } finally {
            context.detach(before);
        }
    }

    /** A call that sends its id at its end. */
    private static final class Named<Q, A> extends SimpleForwardingServerCall<Q, A> {
        private final String id;

        Named(ServerCall<Q, A> call, String id) {
            super(call);
            this.id = id;
        }

        @Override
        public void close(Status status, Metadata trailers) {
            if (status.isOk()) {
                super.close(status, trailers);
                return;
            }
            if (LOG.isDebugEnabled()) {
                LOG.debug(
                        "{} {} ({})",
                        getMethodDescriptor().getFullMethodName(),
                        status.getCode(),
                        status.getDescription());
            }
            trailers.put(RequestId.HEADER, id);
            super.close(isBug(status) ? named(status) : status, trailers);
        }

        private static boolean isBug(Status status) {
            return status.getCode() == Status.Code.INTERNAL || status.getCode() == Status.Code.UNKNOWN;
        }

        private Status named(Status status) {
            String sentence = status.getDescription() == null ? "The call failed." : status.getDescription();
            return status.withDescription(sentence + " Request id: " + id + ".");
        }
    }
}
