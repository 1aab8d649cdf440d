package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.message.Event;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.config.ConfigSource;
import io.banyan.rpc.config.LocalZone;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.health.HealthCounts;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One instance as a process. Any thread may call. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);

    /** How much longer than the instance's own steps of stopping may take all together. */
    private static final long STOP_STEPS = 5;

    private final DaemonConfig config;
    private final Optional<ResourceGraph> graph;
    private final Mailbox mailbox;
    private final DaemonAssembly assembly;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean waiting;
    private volatile boolean broken;
    private volatile Logging logging;

    private Daemon(DaemonConfig config, Optional<ResourceGraph> graph) throws DaemonException {
        this.config = config;
        this.logging = config.logging();
        this.graph = graph;
        this.mailbox = new Mailbox(config.queueCapacity());
        this.assembly = DaemonAssembly.lay(config, mailbox);
    }

    /**
     * Starts a daemon. When it returns, clients can call.
     *
     * @throws DaemonException with a sentence for people, if it cannot start; nothing is left behind then
     */
    public static Daemon start(DaemonConfig config) throws DaemonException {
        Daemon daemon = lay(config);
        daemon.begin(leader -> {});
        return daemon;
    }

    private static Daemon lay(DaemonConfig config) throws DaemonException {
        // The graph comes first: it takes longest, and until it is there nothing was touched.
        return new Daemon(config, graph(config));
    }

    /**
     * Runs a daemon until it has stopped: by a client, by its parent or by a signal. Its log goes to the state
     * directory.
     *
     * @param ready is called when clients can connect
     * @return the process's exit status
     */
    public static int run(DaemonConfig config, Consumer<Daemon> ready) throws DaemonException {
        return run(config, ready, (daemon, leader) -> {});
    }

    /**
     * Runs a daemon that may have to wait for another one to stop leading.
     *
     * @param waiting receives the address of the leading daemon, and of each later one
     */
    public static int run(DaemonConfig config, Consumer<Daemon> ready, BiConsumer<Daemon, Address> waiting)
            throws DaemonException {
        String name = config.instance().name();
        try (var signal = new StopSignal();
                Daemon daemon = signal.comes(lay(config))) {
            boolean isLeader = daemon.begin(leader -> {
                DaemonLog.open(config.state(), daemon.logging);
                waiting.accept(daemon, leader);
            });
            if (!isLeader) {
                return 0;
            }
            signal.stops(daemon);
            DaemonLog.open(config.state(), daemon.logging);
            LOG.info("{} listens on {}", name, daemon.address());
            LOG.info(daemon.assembly.aboutSocket());
            daemon.assembly.calendars().tell(LocalZone.current());
            daemon.metrics().ifPresent(it -> LOG.info("{} serves metrics on {}", name, it));
            ready.accept(daemon);
            daemon.over.await();
            LOG.info("{} stops", name);
            return daemon.broken ? 1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /**
     * Runs a daemon that reads its configuration again on the signal SIGHUP, also on one that comes before it has
     * started.
     *
     * @param settings with which it starts, and of which the configuration is made
     * @param source where they are read again
     */
    public static int run(
            DaemonConfig config,
            Settings settings,
            ConfigSource source,
            Consumer<Daemon> ready,
            BiConsumer<Daemon, Address> waiting)
            throws DaemonException {
        var reloading = new Reloading(settings, source, config.state().path());
        HangUp signal = HangUp.runs(reloading::reload);
        try {
            return run(
                    config,
                    daemon -> {
                        reloading.changes(daemon::take);
                        ready.accept(daemon);
                    },
                    (daemon, leader) -> {
                        reloading.changes(daemon::take);
                        waiting.accept(daemon, leader);
                    });
        } finally {
            signal.close();
        }
    }

    /** Where it listens. */
    public Address address() {
        return assembly.address();
    }

    /** Where it serves metrics, if it does. */
    public Optional<Address> metrics() {
        return assembly.metrics();
    }

    /** The health of the nodes as the daemon has seen it. */
    HealthCounts healthCounts() {
        return assembly.healthCounts();
    }

    /** Whether it has come to its end, by itself or because it was asked to. */
    public boolean isOver() {
        return over.getCount() == 0;
    }

    /** Asks the instance to stop, its children first, and waits until all is closed. */
    public void stop() {
        if (mailbox.tell(new Event.StopAsked())) {
            await(over, config.instance().limits().stopMillis() * STOP_STEPS);
        }
        close();
    }

    /** Closes everything at once; children that still run go on. */
    @Override
    public void close() {
        over.countDown();
        assembly.close();
    }

    /** Applies settings that can change while it runs. */
    private void take(Settings settings) {
        Logging before = logging;
        logging = LogKeys.logging(settings);
        DaemonLog.change(config.state(), before, logging);
        assembly.take(settings);
    }

    /** Whether it waits for another daemon to end. */
    boolean isWaiting() {
        return waiting;
    }

    /** Whether it leads now; otherwise it was closed while it waited. */
    private boolean begin(Consumer<Address> waitsFor) throws DaemonException {
        try {
            boolean isLeader = lead(waitsFor);
            if (isLeader) {
                open();
            }
            return isLeader;
        } catch (IOException e) {
            assembly.close();
            throw new DaemonException(
                    FileTrouble.sentence(DiskFull.named(e, config.state().path())), e);
        } catch (GraphException | IllegalArgumentException e) {
            assembly.close();
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    private boolean lead(Consumer<Address> waitsFor) throws IOException, GraphException {
        waiting = true;
        try {
            return assembly.lead(waitsFor);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiting = false;
        }
    }

    private void open() throws IOException, GraphException {
        assembly.open(graph, InstantSource.system(), new Outlets.Ending() {
            @Override
            public void stopping() {
                assembly.retire();
            }

            @Override
            public void halted(boolean isAllBack) {
                if (isAllBack) {
                    assembly.nothingIsOutside();
                }
                over.countDown();
            }

            @Override
            public void failed(String sentence) {
                broken = true;
                over.countDown();
            }
        });
    }

    private static Optional<ResourceGraph> graph(DaemonConfig config) throws DaemonException {
        try {
            return switch (config.resources()) {
                case GraphFile source when config.sharing().isPresent() || hasPast(config) -> Optional.empty();
                case GraphFile source -> Optional.of(source.load(config.instance()));
                case Founded it -> Optional.empty();
                case Parent parent -> Optional.empty();
            };
        } catch (GraphException | IllegalArgumentException e) {
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean hasPast(DaemonConfig config) {
        return config.journal() == JournalKind.DURABLE
                && Files.exists(config.state().journal());
    }

    private static void await(CountDownLatch latch, long millis) {
        try {
            if (!latch.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.warn("The daemon did not stop within {} ms", millis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
