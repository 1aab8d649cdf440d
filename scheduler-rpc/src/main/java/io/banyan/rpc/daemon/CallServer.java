package io.banyan.rpc.daemon;

import io.banyan.rpc.audit.AuditLog;
import io.banyan.rpc.audit.AuditTrail;
import io.banyan.rpc.child.ChildSessions;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.CertificateFiles;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.direct.DirectServer;
import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.LocalAccess;
import io.banyan.rpc.security.LocalUsers;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Throttle;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.ServerTls;
import io.banyan.rpc.transport.Servers;
import io.banyan.rpc.transport.SocketFile;
import io.banyan.rpc.transport.UnixSocket;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.ServerInterceptor;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server of calls: its port, certificate, authentication, services and audit log. */
final class CallServer {
    private static final Logger LOG = LoggerFactory.getLogger(CallServer.class);
    private static final long DRAIN_MILLIS = 500;

    private final DaemonConfig config;
    private final StateDirectory state;
    private final Closing closing;
    private final AuditLog audit;
    private final Throttle throttle;
    private final CallerCheck check;
    private final OpenCalls calls = new OpenCalls();
    private final Optional<ServerTls> tls;
    private Optional<SocketEntrance> socket = Optional.empty();

    CallServer(DaemonConfig config, Principals principals, ChildCredentials credentials, Closing closing)
            throws IOException {
        this.config = config;
        this.state = config.state();
        this.closing = closing;
        SecurityConfig security = config.security();
        this.audit = closing.add(AuditLog.open(
                state.audit(), security.auditFileBytes(), config.logging().oldFiles()));
        this.throttle = new Throttle(security.callsPerSecond());
        // Whether a daemon is well is no secret on its own machine.
        Set<String> open = config.listen().isLoopback()
                ? Set.of(
                        HealthGrpc.getCheckMethod().getFullMethodName(),
                        HealthGrpc.getWatchMethod().getFullMethodName())
                : Set.of();
        this.check = new CallerCheck(
                principals,
                credentials,
                ChildSessions.SERVICE,
                open,
                new Doorkeeping(new AuditTrail(audit, InstantSource.system()), throttle));
        this.tls = tls();
    }

    private Optional<ServerTls> tls() throws IOException {
        if (config.security().tls().isEmpty()) {
            Files.deleteIfExists(state.certificate());
            return Optional.empty();
        }
        closing.add(() -> Files.deleteIfExists(state.certificate()));
        return Optional.of(
                closing.add(ServerTls.open(config.security().tls().get(), it -> CertificateFiles.write(state, it))));
    }

    /** Returns the check of the caller and its rights, for calls without a connection of their own. */
    CallerCheck check() {
        return check;
    }

    /**
     * Listens: where the last daemon did, if any port will do and this one goes on in its place, since its children and
     * clients look for it there.
     *
     * @param goesOn whether there is a past
     * @param gate takes the calls that are passed on to other instances
     * @param around the actions before and after the check
     * @param threads for calls that do not come over a connection of gRPC
     */
    Address open(
            EventLoops loops,
            boolean goesOn,
            ServerInterceptor gate,
            Function<ServerInterceptor, List<ServerInterceptor>> around,
            Services services,
            Services.Threads threads)
            throws IOException {
        List<ServerInterceptor> checks = around.apply(check.before(gate));
        List<BindableService> all = services.all();
        Server server = listen(loops, goesOn, checks, all);
        closing.add(() -> shutDown(server));
        LocalCalls direct = threads.serving(all, checks);
        openDirect(direct);
        socket = config.security().socket().map(it -> closing.add(new SocketEntrance(it, calls, checks, all, direct)));
        if (socket.isPresent() && config.sharing().isEmpty()) {
            socket.get().open();
        }
        return new Address(config.listen().host(), server.getPort());
    }

    /**
     * The daemon's user reaches it through its state directory. Where that is not possible, commands make their calls
     * over TCP.
     */
    private void openDirect(LocalCalls direct) {
        try {
            if (UnixSocket.fits(state.direct())) {
                closing.add(DirectServer.listen(
                        SocketFile.takeInOwn(new UnixSocket(state.direct())), false, direct, calls));
            }
        } catch (IOException e) {
            LOG.info("Commands of the daemon's user reach it over TCP: {}", e.getMessage());
        }
    }

    private Server listen(
            EventLoops loops, boolean goesOn, List<ServerInterceptor> checks, List<BindableService> services)
            throws IOException {
        Optional<Address> last = AddressFile.readLast(state)
                .filter(address -> config.listen().port() == 0
                        && goesOn
                        && address.host().equals(config.listen().host()));
        if (last.isPresent()) {
            try {
                return Servers.listen(last.get(), loops, tls, calls, checks, services);
            } catch (IOException e) {
                LOG.warn(
                        "Children that the previous daemon started cannot find this one: it cannot listen on {} again",
                        last.get());
            }
        }
        return Servers.listen(config.listen(), loops, tls, calls, checks, services);
    }

    /**
     * Returns the users that the socket admits or has admitted. They are known also without a socket, because their
     * jobs may wait.
     */
    static LocalUsers locals(DaemonConfig config) throws IOException {
        return LocalUsers.open(
                config.state().localUsers(),
                config.security().socket().map(SocketConfig::access).orElse(LocalAccess.OWNER));
    }

    /**
     * The daemon leads from now on. One that shares its journal has its socket only then: before, another one has it.
     */
    void lead() {
        if (config.sharing().isPresent()) {
            socket.ifPresent(SocketEntrance::openWhenFree);
        }
    }

    /** A message about the Unix-domain socket, which opens before there is a log. */
    String aboutSocket() {
        return socket.map(SocketEntrance::about).orElse("The daemon has no Unix-domain socket");
    }

    /** Applies settings that can change while it is open. */
    void take(SecurityConfig security, Logging logging) {
        throttle.limitTo(security.callsPerSecond());
        audit.limitTo(security.auditFileBytes(), logging.oldFiles());
    }

    /** Ends a server, and waits a moment for the calls that it serves. */
    static void shutDown(Server server) throws InterruptedException {
        server.shutdown();
        if (!server.awaitTermination(DRAIN_MILLIS, TimeUnit.MILLISECONDS)) {
            server.shutdownNow();
        }
    }
}
