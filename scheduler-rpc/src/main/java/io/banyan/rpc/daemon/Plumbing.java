package io.banyan.rpc.daemon;

import io.banyan.instance.Instance;
import io.banyan.provider.ExternalProvider;
import io.banyan.rpc.agent.Agent;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.child.ChildSessions;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.launch.LocalLauncher;
import io.banyan.rpc.parent.ParentLink;
import io.banyan.rpc.provider.ProviderCalls;
import io.banyan.rpc.provider.ProviderSpec;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.service.InstancesService;
import io.banyan.rpc.service.SchedulerService;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.Channels;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.Servers;
import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything around a daemon's instance: what listens, what dials, what starts processes, and in which order they open and close. */
final class Plumbing implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Plumbing.class);
    private static final int JOURNAL_LENGTH = 1000;
    private static final long DRAIN_MILLIS = 500;

    private final StateDirectory state;
    private final Mailbox mailbox;
    private final Closing closing;
    private final Address address;
    private final ChildSessions children;
    private final LocalLauncher launcher;
    private final Optional<ProviderCalls> provider;
    private final Optional<ParentLink> parent;

    private Plumbing(DaemonConfig config, Mailbox mailbox, Closing closing) throws DaemonException, IOException {
        this.state = config.state();
        this.mailbox = mailbox;
        this.closing = closing;
        closing.add(StateLock.take(state));
        fenceLeftOver(state);
        EventLoops loops = closing.add(EventLoops.forDaemon());
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        closing.add(executor::shutdownNow);
        var credentials = new ChildCredentials();
        this.children = new ChildSessions(mailbox, credentials, executor);
        Server server = Servers.listen(
                config.listen(), loops, executor, check(config, credentials), services(mailbox, executor));
        closing.add(() -> shutDown(server));
        this.address = new Address(config.listen().host(), server.getPort());
        this.launcher = closing.add(new LocalLauncher(state, address, credentials, config.launcher(), mailbox));
        this.provider = config.provider().map(ProviderSpec::create).map(this::calls);
        this.parent =
                config.parent().isPresent() ? Optional.of(link(config.parent().get(), loops)) : Optional.empty();
    }

    /** Opens what needs no instance yet. What is asked from now on waits in the mailbox. */
    static Plumbing lay(DaemonConfig config, Mailbox mailbox) throws DaemonException {
        var closing = new Closing();
        try {
            return new Plumbing(config, mailbox, closing);
        } catch (DaemonException e) {
            closing.close();
            throw e;
        } catch (IOException | IllegalArgumentException e) {
            closing.close();
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Lets the instance run, and tells everybody where it is. */
    void open(Instance instance, InstantSource clock, Outlets.Ending ending) throws IOException {
        var outlets = new Outlets(
                parent.<Outlets.ToParent>map(link -> link).orElse(Absent.PARENT),
                children,
                launcher,
                provider.<Outlets.Providers>map(calls -> calls).orElseGet(() -> Absent.provider(mailbox)),
                ending);
        var journal = closing.add(new MemoryJournal(JOURNAL_LENGTH));
        Agent agent = closing.add(new Agent(instance, journal, mailbox, outlets, clock));
        agent.start();
        state.writeAddress(address);
        parent.ifPresent(ParentLink::open);
    }

    Address address() {
        return address;
    }

    Optional<String> providerName() {
        return provider.map(ProviderCalls::name);
    }

    @Override
    public void close() {
        closing.close();
    }

    /** The journal ended with the last daemon, so that its children hold what this one would give away again. */
    private static void fenceLeftOver(StateDirectory state) throws IOException {
        if (!Files.isDirectory(state.children())) {
            return;
        }
        try (Stream<Path> children = Files.list(state.children())) {
            for (Path child : children.sorted().toList()) {
                int killed = Fencing.killAll(new StateDirectory(child));
                if (killed > 0) {
                    LOG.warn("{} processes were killed that an earlier daemon left behind on {}", killed, child);
                }
            }
        }
    }

    private static CallerCheck check(DaemonConfig config, ChildCredentials credentials) throws IOException {
        // Whether a daemon is well is no secret on its own machine.
        Set<String> open = config.listen().isLoopback() ? Set.of(HealthGrpc.SERVICE_NAME) : Set.of();
        return new CallerCheck(
                TokenFile.readOrCreate(config.state().token()), credentials, ChildSessions.SERVICE, open);
    }

    private List<BindableService> services(Mailbox inbox, ExecutorService executor) {
        return List.of(
                new SchedulerService(inbox, executor),
                new InstancesService(inbox, executor),
                children,
                new HealthStatusManager().getHealthService(),
                ProtoReflectionServiceV1.newInstance());
    }

    private ProviderCalls calls(ExternalProvider plugin) {
        return closing.add(new ProviderCalls(plugin, mailbox));
    }

    private ParentLink link(Parent config, EventLoops loops) throws IOException {
        ScheduledExecutorService dialling = Executors.newScheduledThreadPool(
                1, Thread.ofPlatform().name("banyan-parent").daemon(true).factory());
        closing.add(dialling::shutdownNow);
        return closing.add(new ParentLink(
                () -> Channels.forSession(config.address(), loops),
                TokenFile.read(config.credential()),
                mailbox,
                dialling,
                new Random()));
    }

    private static void shutDown(Server server) throws InterruptedException {
        server.shutdown();
        if (!server.awaitTermination(DRAIN_MILLIS, TimeUnit.MILLISECONDS)) {
            server.shutdownNow();
        }
    }
}
