package io.banyan.rpc.security;

import io.banyan.instance.message.value.Role;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.client.InstanceHeader;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Optional;
import java.util.Set;

/**
 * Lets a call pass only with a credential that is good for it: a client's whose role may call the method, or, for the
 * session of a child and nothing else, that child's. A token goes before a certificate, and before the user at the
 * other end of a socket. Methods named as open need none; a credential that comes with them all the same must be known.
 */
public final class CallerCheck implements ServerInterceptor {
    private final Principals principals;
    private final ChildCredentials children;
    private final String sessionService;
    private final Set<String> openMethods;
    private final Doorkeeping doorkeeping;
    private final AuditRecorder recorder;
    private final Throttle throttle;
    private final Optional<ServerInterceptor> gate;

    /**
     * A check for one daemon that passes nothing on.
     *
     * @param principals the admitted principals
     * @param children the credentials of its children
     * @param sessionService full name of the service that only children call
     * @param openMethods full names of the methods that anybody may call
     * @param doorkeeping the other actions for each call
     */
    public CallerCheck(
            Principals principals,
            ChildCredentials children,
            String sessionService,
            Set<String> openMethods,
            Doorkeeping doorkeeping) {
        this(principals, children, sessionService, openMethods, doorkeeping, Optional.empty());
    }

    private CallerCheck(
            Principals principals,
            ChildCredentials children,
            String sessionService,
            Set<String> openMethods,
            Doorkeeping doorkeeping,
            Optional<ServerInterceptor> gate) {
        this.principals = principals;
        this.children = children;
        this.sessionService = sessionService;
        this.openMethods = Set.copyOf(openMethods);
        this.doorkeeping = doorkeeping;
        this.recorder = doorkeeping.recorder();
        this.throttle = doorkeeping.throttle();
        this.gate = gate;
    }

    /**
     * Returns the check in front of a gate for calls that name an instance. The instance that serves such a call checks
     * the permission. A call that names no instance does not come to the gate, and one that does goes nowhere else.
     */
    public CallerCheck before(ServerInterceptor newGate) {
        return new CallerCheck(principals, children, sessionService, openMethods, doorkeeping, Optional.of(newGate));
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        String service = String.valueOf(call.getMethodDescriptor().getServiceName());
        Optional<Caller> caller = callerOf(call, headers);
        boolean isClient = caller.isPresent() && caller.get() instanceof Caller.Client;
        if (openMethods.contains(call.getMethodDescriptor().getFullMethodName())
                && !isClient
                && (caller.isPresent() || !showsCredential(call, headers))) {
            return HeldCall.start("", (failure, sentence) -> {}, call, headers, next);
        }
        if (caller.isEmpty()) {
            return refuse(caller, call, Failure.UNAUTHENTICATED, unknown(call, headers));
        }
        Connection connection = call.getAttributes().get(Connection.KEY);
        if (connection != null && !connection.admit(name(caller.get()), isOwner(caller.get()))) {
            return refuse(caller, call, Failure.OVERLOADED, tooMany(caller.get()));
        }
        String method = call.getMethodDescriptor().getFullMethodName();
        boolean isPassedOn = caller.get() instanceof Caller.Client && headers.containsKey(InstanceHeader.KEY);
        if (isPassedOn && gate.isEmpty()) {
            return refuse(caller, call, Failure.INVALID, "This daemon forwards no calls.");
        }
        Optional<String> refusal =
                isPassedOn ? Optional.empty() : refusal(caller.get(), method, service.equals(sessionService));
        if (refusal.isPresent()) {
            return refuse(caller, call, Failure.FORBIDDEN, refusal.get());
        }
        Context context = Context.current().withValue(Caller.CallerKey.KEY, caller.get());
        return switch (caller.get()) {
            case Caller.Child child -> Contexts.interceptCall(context, call, headers, counted(child, next));
            case Caller.Client client ->
                serve(
                        client,
                        call,
                        headers,
                        counted(client, watching(client, method, isPassedOn ? passing(next) : next)),
                        context);
        };
    }

    private <Q, A> ServerCallHandler<Q, A> passing(ServerCallHandler<Q, A> next) {
        return (call, headers) -> gate.orElseThrow().interceptCall(call, headers, next);
    }

    /** Counts an open call. A call that holds too much is refused at the door as well, somewhat later. */
    private <Q, A> ServerCallHandler<Q, A> counted(Caller caller, ServerCallHandler<Q, A> next) {
        return (call, headers) -> HeldCall.start(
                name(caller),
                (failure, sentence) -> recorder.refused(Optional.of(caller), call, failure, sentence),
                call,
                headers,
                next);
    }

    private static String name(Caller caller) {
        return switch (caller) {
            case Caller.Child child -> "job " + child.job();
            case Caller.Client client -> client.principal().name();
        };
    }

    private static boolean isOwner(Caller caller) {
        return caller instanceof Caller.Client client && client.isOwner();
    }

    private static String tooMany(Caller caller) {
        return "'" + name(caller) + "' has reached the limit of connections for one client; close some and try again.";
    }

    private <Q, A> ServerCallHandler<Q, A> watching(Caller.Client client, String method, ServerCallHandler<Q, A> next) {
        return Permissions.isChange(method) ? (call, headers) -> recorder.accepted(client, call, headers, next) : next;
    }

    private <Q, A> ServerCall.Listener<Q> serve(
            Caller.Client client,
            ServerCall<Q, A> call,
            Metadata headers,
            ServerCallHandler<Q, A> next,
            Context context) {
        long waitMillis =
                client.isOwner() ? 0 : throttle.take(client.principal().name());
        if (waitMillis == 0) {
            return Contexts.interceptCall(context, call, headers, next);
        }
        String sentence =
                "'" + client.principal().name() + "' exceeds its rate of calls; try again in " + waitMillis + " ms.";
        recorder.refused(Optional.of(client), call, Failure.OVERLOADED, sentence);
        call.close(Failure.OVERLOADED.status(sentence), Failure.OVERLOADED.trailers(waitMillis));
        return new ServerCall.Listener<>() {};
    }

    private static Optional<String> refusal(Caller caller, String method, boolean session) {
        return switch (caller) {
            case Caller.Client client
            when session -> Optional.of("Only a child instance with the credential of its job can open a session.");
            case Caller.Client client -> refusal(client, method);
            case Caller.Child child when session -> Optional.empty();
            case Caller.Child child -> Optional.of("The credential of a child instance is valid only for its session.");
        };
    }

    private static Optional<String> refusal(Caller.Client client, String method) {
        Optional<Role> least = Permissions.least(method);
        if (least.isEmpty()) {
            return Optional.of("No client may call " + method + ".");
        }
        Role role = client.principal().role();
        return role.compareTo(least.get()) >= 0
                ? Optional.empty()
                : Optional.of("'" + client.principal().name() + "' has the role " + role
                        + " here, but this call requires the role "
                        + (least.get() == Role.ADMIN ? "admin" : "" + least.get()) + ".");
    }

    private Optional<Caller> callerOf(ServerCall<?, ?> call, Metadata headers) {
        RelayedCaller passedOn = call.getAttributes().get(RelayedCaller.KEY);
        if (passedOn != null) {
            return Optional.of(passedOn.caller());
        }
        Optional<Token> token = BearerToken.in(headers);
        if (token.isPresent()) {
            return callerOf(token.get().digest());
        }
        Optional<Connection.Peer> peer = peer(call);
        return peer.isPresent()
                ? principals.ofPeer(peer.get()).client().map(it -> it)
                : Certificates.commonName(call.getAttributes()).flatMap(principals::ofCertificate);
    }

    private static Optional<Connection.Peer> peer(ServerCall<?, ?> call) {
        return Optional.ofNullable(call.getAttributes().get(Connection.KEY)).flatMap(Connection::peer);
    }

    private static boolean showsCredential(ServerCall<?, ?> call, Metadata headers) {
        return BearerToken.in(headers).isPresent()
                || Certificates.commonName(call.getAttributes()).isPresent();
    }

    private String unknown(ServerCall<?, ?> call, Metadata headers) {
        if (BearerToken.in(headers).isPresent()) {
            return "This daemon does not know the token of the call.";
        }
        Optional<Connection.Peer> peer = peer(call);
        if (peer.isPresent()) {
            return principals.ofPeer(peer.get()).refusal();
        }
        Optional<String> name = Certificates.commonName(call.getAttributes());
        return name.isPresent()
                ? "No user of this daemon has a certificate with the common name '" + name.get()
                        + "'.\nMaybe: banyan token add NAME --role ROLE --certificate '" + name.get() + "'"
                : "The call has neither a token nor a certificate with a common name.";
    }

    private Optional<Caller> callerOf(TokenDigest presented) {
        Optional<Caller> client = principals.of(presented).map(it -> it);
        if (client.isPresent()) {
            return client;
        }
        Optional<JobId> job = children.jobOf(presented);
        return job.map(Caller.Child::new);
    }

    private <Q, A> ServerCall.Listener<Q> refuse(
            Optional<Caller> caller, ServerCall<Q, A> call, Failure failure, String sentence) {
        recorder.refused(caller, call, failure, sentence);
        call.close(failure.status(sentence), failure.trailers());
        return new ServerCall.Listener<>() {};
    }
}
