package io.banyan.rpc.security;

import io.banyan.instance.Role;
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
 * Lets a call pass only with a credential that is good for it: a client's whose role may call the method, or, for the session of a child and nothing
 * else, that child's. A token goes before a certificate. Services named as open need none.
 */
public final class CallerCheck implements ServerInterceptor {
    private final Principals principals;
    private final ChildCredentials children;
    private final String sessionService;
    private final Set<String> openServices;

    /**
     * A check for one daemon.
     *
     * @param principals whom it lets in
     * @param children what its children present
     * @param sessionService full name of the service that only children call
     * @param openServices full names of the services that anybody may call
     */
    public CallerCheck(
            Principals principals, ChildCredentials children, String sessionService, Set<String> openServices) {
        this.principals = principals;
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
        Optional<Caller> caller = callerOf(call, headers);
        if (caller.isEmpty()) {
            return refuse(
                    call, Failure.UNAUTHENTICATED, "This daemon does not know the token that came with the call.");
        }
        Optional<String> refusal =
                refusal(caller.get(), call.getMethodDescriptor().getFullMethodName(), service.equals(sessionService));
        if (refusal.isPresent()) {
            return refuse(call, Failure.FORBIDDEN, refusal.get());
        }
        Context context = Context.current().withValue(Caller.CallerKey.KEY, caller.get());
        return Contexts.interceptCall(context, call, headers, next);
    }

    private static Optional<String> refusal(Caller caller, String method, boolean session) {
        return switch (caller) {
            case Caller.Client client
            when session -> Optional.of("Only a child instance, with the credential of its job, opens a session.");
            case Caller.Client client -> refusal(client, method);
            case Caller.Child child when session -> Optional.empty();
            case Caller.Child child -> Optional.of("The credential of a child instance is good for its session only.");
        };
    }

    private static Optional<String> refusal(Caller.Client client, String method) {
        Optional<Role> least = Permissions.least(method);
        if (least.isEmpty()) {
            return Optional.of("Nobody may call " + method + ".");
        }
        Role role = client.principal().role();
        return role.compareTo(least.get()) >= 0
                ? Optional.empty()
                : Optional.of("'" + client.principal().name() + "' is a " + role + " here, and this takes a "
                        + least.get() + ".");
    }

    private Optional<Caller> callerOf(ServerCall<?, ?> call, Metadata headers) {
        Optional<Token> token = BearerToken.in(headers);
        if (token.isPresent()) {
            return callerOf(token.get().digest());
        }
        return Certificates.commonName(call.getAttributes()).flatMap(principals::ofCertificate);
    }

    private Optional<Caller> callerOf(Digest presented) {
        Optional<Caller> client = principals.of(presented).map(it -> it);
        if (client.isPresent()) {
            return client;
        }
        Optional<JobId> job = children.jobOf(presented);
        return job.map(Caller.Child::new);
    }

    private static <Q, A> ServerCall.Listener<Q> refuse(ServerCall<Q, A> call, Failure failure, String sentence) {
        call.close(failure.status(sentence), failure.trailers());
        return new ServerCall.Listener<>() {};
    }
}
