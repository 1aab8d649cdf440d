package io.banyan.cli.query;

import io.banyan.instance.Instance;
import io.banyan.rpc.agent.Agent;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.NoOutlets;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.security.CallerCheck;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Doorkeeping;
import io.banyan.rpc.security.OpenCalls;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.service.SchedulerService;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.transport.Servers;
import io.grpc.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** An instance behind a daemon's agent, journal and server, on this machine; its time stands still at the epoch. */
final class LoopbackDaemon implements AutoCloseable {
    private static final Token TOKEN = Token.random();
    private static final int JOURNAL_LENGTH = 100;
    private static final long CLOSE_SECONDS = 10;

    private final EventLoops loops = EventLoops.forDaemon();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Server server;
    private final Agent agent;
    private final BanyanClient client;

    LoopbackDaemon(Instance instance) throws IOException {
        var mailbox = new Mailbox(Mailbox.DEFAULT_CAPACITY);
        var journal = new MemoryJournal(JOURNAL_LENGTH);
        var nothing = new NoOutlets();
        server = Servers.listen(
                new Address("127.0.0.1", 0),
                loops,
                Optional.empty(),
                new OpenCalls(),
                List.of(new CallerCheck(
                        new Principals(TOKEN, Path.of("there-is-none")),
                        new ChildCredentials(),
                        "none",
                        Set.of(),
                        Doorkeeping.none())),
                List.of(new SchedulerService(mailbox, journal, executor)));
        agent = new Agent(
                instance,
                journal,
                mailbox,
                new Outlets(up -> {}, (child, down, timings) -> {}, nothing, nothing, nothing, nothing),
                InstantSource.fixed(Instant.EPOCH));
        agent.start();
        client = BanyanClient.connect(new Address("127.0.0.1", server.getPort()), TOKEN, Duration.ofMinutes(5));
    }

    BanyanClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        try {
            // What the server still has to tell its connections needs the loops.
            server.shutdownNow().awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agent.close();
        executor.shutdownNow();
        loops.close();
    }
}
