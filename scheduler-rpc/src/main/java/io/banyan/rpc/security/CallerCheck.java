package io.banyan.rpc.security;

import io.banyan.rpc.wire.Failure;
import io.banyan.schedule.JobId;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Optional;
import java.util.Set;

/**
 * Lets a call pass only with a credential that is good for it. The instance's token opens everything but the sessions of
 * children; a child's credential opens its own session and nothing else. Services named as open need none.
 */
public final class CallerCheck implements ServerInterceptor {
    private final Token token;
    private final ChildCredentials children;
    private final String sessionService;
    private final Set<String> openServices;

    /**
     * A check for one daemon.
     *
     * @param token the instance's own
     * @param children what its children present
     * @param sessionService full name of the service that only children call
     * @param openServices full names of the services that anybody may call
     */
    public CallerCheck(Token token, ChildCredentials children, String sessionService, Set<String> openServices) {
        this.token = token;
        this.children = children;
        this.sessionService = sessionService;
        this.openServices = Set.copyOf(openServices);
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String service = String.valueOf(call.getMethodDescriptor().getServiceName());
        if (openServices.contains(service)) {
            return next.startCall(call, headers);
        }
        Optional<Caller> caller = BearerToken.in(headers).flatMap(this::callerOf);
        if (caller.isEmpty()) {
            return refuse(
                    call, Failure.UNAUTHENTICATED, "This daemon does not know the token that came with the call.");
        }
        boolean session = service.equals(sessionService);
        return switch (caller.get()) {
            case Caller.Owner owner
            when session ->
                refuse(
                        call,
                        Failure.FORBIDDEN,
                        "Only a child instance, with the credential of its job, opens a session.");
            case Caller.Child child
            when !session ->
                refuse(call, Failure.FORBIDDEN, "The credential of a child instance is good for its session only.");
            case Caller any ->
                Contexts.interceptCall(Context.current().withValue(Caller.CallerKey.KEY, any), call, headers, next);
        };
    }

    private Optional<Caller> callerOf(Token presented) {
        if (token.matches(presented)) {
            return Optional.of(new Caller.Owner());
        }
        Optional<JobId> job = children.jobOf(presented);
        return job.map(Caller.Child::new);
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, Failure failure, String sentence) {
        call.close(failure.status(sentence), failure.trailers());
        return new ServerCall.Listener<>() {};
    }
}
