package io.banyan.rpc.security;

import io.banyan.rpc.wire.Failure;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import java.util.Optional;

/** Receives the calls that change something, and the refused calls. Any thread may call; no call blocks. */
public interface AuditRecorder {
    /** Remembers nothing. */
    AuditRecorder NONE = new AuditRecorder() {
        @Override
        public <Q, A> ServerCall.Listener<Q> accepted(
                Caller.Client client, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return next.startCall(call, headers);
        }

        @Override
        public void refused(Optional<Caller> caller, ServerCall<?, ?> call, Failure failure, String sentence) {}
    };

    /** Handles an accepted change: passes it on and observes its result. */
    <Q, A> ServerCall.Listener<Q> accepted(
            Caller.Client client, ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next);

    /** Handles a refused call. */
    void refused(Optional<Caller> caller, ServerCall<?, ?> call, Failure failure, String sentence);
}
