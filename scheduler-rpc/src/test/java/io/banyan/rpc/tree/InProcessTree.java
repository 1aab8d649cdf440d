package io.banyan.rpc.tree;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.Principal;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.agent.Agent;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.NoOutlets;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.audit.AuditLog;
import io.banyan.rpc.audit.AuditTrail;
import io.banyan.rpc.child.ChildSessions;
import io.banyan.rpc.parent.ParentLink;
import io.banyan.rpc.relay.LocalCalls;
import io.banyan.rpc.relay.Relay;
import io.banyan.rpc.relay.RelayGate;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Throttle;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.service.SchedulerService;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A tree of instances in this virtual machine, over gRPC's in-process transport: a spawned child is another one of
 * these.
 */
public final class InProcessTree implements AutoCloseable {
    private static final Path NO_TABLE = Path.of("there-is-none");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final InstanceLimits LIMITS =
            new InstanceLimits(16, 100, 100_000, 100, 10_000, 2_000, 100, 10, 20_000, 5_000);

    final Map<JobId, InProcessTree> children = new ConcurrentHashMap<>();
    final ChildCredentials credentials = new ChildCredentials();
    final Token token = Token.random();

    private final String address = UUID.randomUUID().toString();
    private final Mailbox mailbox = new Mailbox(1000);
    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
    private final AtomicInteger handOffs = new AtomicInteger();
    private final Executor longWork = work -> {
        handOffs.incrementAndGet();
        executor.execute(work);
    };
    private final ChildSessions sessions = new ChildSessions(mailbox, credentials, longWork);
    private final Path directory;
    private final Optional<AuditLog> audit;
    private final SchedulerService scheduler;
    private final CallerCheck check;
    private final Relay relay;
    private final Optional<ParentLink> link;
    private final MemoryJournal journal = new MemoryJournal(100);
    private final Agent agent;
    private Server server;

    private InProcessTree(Instance instance, Optional<Dial> dial, Path directory) {
        this.directory = directory;
        this.audit = Files.isDirectory(directory)
                ? Optional.of(AuditLog.open(directory.resolve("audit.log"), 1 << 20, 1))
                : Optional.empty();
        this.scheduler = new SchedulerService(mailbox, journal, longWork);
        this.check = check();
        var calls = new LocalCalls(List.of(scheduler), List.of(check), executor, executor);
        this.relay = new Relay(mailbox, calls, sessions);
        this.link = dial.map(it -> new ParentLink(
                List.of(it.parent()::channel), it.credential(), mailbox, relay, executor, new Random(1), PATIENCE));
        Outlets.ToParent up = message -> link.ifPresent(to -> to.send(message));
        this.agent = new Agent(
                instance,
                journal,
                mailbox,
                new Outlets(up, sessions, new ChildrenHere(), new NoOutlets(), new NoOutlets(), new NoOutlets()),
                InstantSource.system());
        listen();
        agent.start();
        link.ifPresent(ParentLink::open);
    }

    /** The root of a tree. */
    public static InProcessTree root(ResourceGraph graph) {
        return root(graph, NO_TABLE);
    }

    /**
     * Creates the tree's top instance with a table of tokens in a directory, in which there is an audit log for it, and
     * one for each child in a directory below.
     */
    static InProcessTree root(ResourceGraph graph, Path directory) {
        Instance instance = Instance.root(
                InstanceConfig.root("top").within(LIMITS), graph, new TimeWindow(0, Long.MAX_VALUE >> 20));
        return new InProcessTree(instance, Optional.empty(), directory);
    }

    /** The instance that runs in this job. */
    public InProcessTree child(JobId job) {
        return Objects.requireNonNull(children.get(job), "there is no such child");
    }

    /** Returns what the instance answers its owner. */
    public Answer ask(Request request) {
        return asked(request).answer();
    }

    Heard asked(Request request) {
        return asked(Principal.OWNER, request);
    }

    Heard asked(Principal client, Request request) {
        var heard = new CompletableFuture<Heard>();
        mailbox.ask(client, request, TimeUnit.MINUTES.toNanos(1), new ReplyTo() {
            @Override
            public void answer(Answer answer, List<LevelTiming> timings) {
                heard.complete(new Heard(answer, timings));
            }

            @Override
            public void fail(Failure failure, String sentence) {
                heard.completeExceptionally(failure.because(sentence));
            }
        });
        return heard.orTimeout(30, TimeUnit.SECONDS).join();
    }

    /** The line of an instance as this one sees it. */
    InstanceSummary summary(String path) {
        return find(((Answer.Tree) ask(new Request.Tree())).root(), path).orElseThrow();
    }

    private static Optional<InstanceSummary> find(InstanceSummary at, String path) {
        return at.path().equals(path)
                ? Optional.of(at)
                : at.children().stream()
                        .flatMap(child -> find(child, path).stream())
                        .findFirst();
    }

    /**
     * How often something for its children or its clients was passed on to another thread than the one that brought it
     * or decided on it.
     */
    int handOffs() {
        return handOffs.get();
    }

    ManagedChannel channel() {
        return InProcessChannelBuilder.forName(address).directExecutor().build();
    }

    /** Cuts every session and refuses new ones. */
    void deafen() throws InterruptedException {
        server.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    private CallerCheck check() {
        try {
            return new CallerCheck(
                    new Principals(token, directory.resolve("tokens")),
                    credentials,
                    ChildSessions.SERVICE,
                    Set.of(),
                    audit.map(log -> new Doorkeeping(new AuditTrail(log, InstantSource.system()), new Throttle(0)))
                            .orElseGet(Doorkeeping::none));
        } catch (IOException e) {
            throw new IllegalStateException("a table that was just written can be read", e);
        }
    }

    void listen() {
        try {
            server = InProcessServerBuilder.forName(address)
                    .directExecutor()
                    .intercept(check.before(new RelayGate(relay, client -> true)))
                    .addService(sessions)
                    .addService(scheduler)
                    .build()
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException("in process, nobody else can have this name", e);
        }
    }

    @Override
    public void close() {
        children.values().forEach(InProcessTree::close);
        link.ifPresent(ParentLink::close);
        agent.close();
        audit.ifPresent(AuditLog::close);
        server.shutdownNow();
        executor.shutdownNow();
    }

    /** An answer, and where its time went. */
    record Heard(Answer answer, List<LevelTiming> timings) {}

    private record Dial(InProcessTree parent, Token credential) {}

    private Path below(JobId child) {
        try {
            return Files.isDirectory(directory)
                    ? Files.createDirectories(directory.resolve(child.toString()))
                    : directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts children as objects. */
    private final class ChildrenHere implements Outlets.Processes {
        @Override
        public void start(Effect.StartChild child) {
            InstanceConfig config =
                    InstanceConfig.child(child.name(), child.child()).within(LIMITS);
            var dial = new Dial(InProcessTree.this, credentials.issue(child.child()));
            children.put(
                    child.child(), new InProcessTree(Instance.child(config), Optional.of(dial), below(child.child())));
        }

        @Override
        public void stop(Effect.StopChild stop) {
            InProcessTree child = children.remove(stop.child());
            executor.execute(() -> {
                if (child != null) {
                    child.close();
                }
                mailbox.tell(new Event.ChildExited(stop.child(), "closed"));
            });
        }

        @Override
        public void abandon(Effect.AbandonChild abandoned) {
            stop(new Effect.StopChild(abandoned.child(), 0, false));
        }
    }
}
