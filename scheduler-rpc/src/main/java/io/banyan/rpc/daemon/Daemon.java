package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.instance.Event;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.instance.Probe;
import io.banyan.match.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One instance as a process. Any thread may call. */
public final class Daemon implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Daemon.class);
    private static final Duration HORIZON = Duration.ofDays(100 * 365);

    /** How much longer than the instance's own steps of stopping may take all together. */
    private static final long STOP_STEPS = 5;

    private static final Probe PROBE = new Probe() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public long memoryBytes() {
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    };

    private final DaemonConfig config;
    private final Mailbox mailbox;
    private final Plumbing plumbing;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean broken;

    private Daemon(DaemonConfig config) throws DaemonException {
        this.config = config;
        this.mailbox = new Mailbox(config.queueCapacity());
        this.plumbing = Plumbing.lay(config, mailbox);
    }

    /**
     * Starts a daemon. When it returns, clients can call.
     *
     * @throws DaemonException with a sentence for people, if it cannot start; nothing is left behind then
     */
    public static Daemon start(DaemonConfig config) throws DaemonException {
        var daemon = new Daemon(config);
        try {
            daemon.begin();
            return daemon;
        } catch (GraphException | IOException | IllegalArgumentException e) {
            daemon.plumbing.close();
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Runs a daemon until it has stopped: by a client, by its parent or by a signal. Its log goes to the state directory.
     *
     * @param ready is told when clients can call
     * @return the process's exit status
     */
    public static int run(DaemonConfig config, Consumer<Daemon> ready) throws DaemonException {
        try (Daemon daemon = start(config)) {
            DaemonLog.open(config.state());
            LOG.info("{} listens on {}", config.name(), daemon.address());
            Runtime.getRuntime().addShutdownHook(new Thread(daemon::stop, "banyan-signal"));
            ready.accept(daemon);
            daemon.over.await();
            LOG.info("{} stops", config.name());
            return daemon.broken ? 1 : 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** Where it listens. */
    public Address address() {
        return plumbing.address();
    }

    /** Whether it has come to its end, by itself or because it was asked to. */
    public boolean isOver() {
        return over.getCount() == 0;
    }

    /** Asks the instance to stop, its children first, and waits until all is closed. */
    public void stop() {
        if (mailbox.tell(new Event.StopAsked())) {
            await(over, config.limits().stopMillis() * STOP_STEPS);
        }
        close();
    }

    /** Closes everything at once; children that still run go on. */
    @Override
    public void close() {
        over.countDown();
        plumbing.close();
    }

    private void begin() throws GraphException, IOException {
        plumbing.open(instance(), InstantSource.system(), new Outlets.Ending() {
            @Override
            public void halted() {
                over.countDown();
            }

            @Override
            public void failed(String sentence) {
                broken = true;
                over.countDown();
            }
        });
    }

    private Instance instance() throws GraphException {
        var settings = new InstanceConfig(
                config.name(),
                address().toString(),
                config.parent().map(Parent::job),
                config.order(),
                plumbing.providerName(),
                config.filters(),
                config.policy(),
                TraverserKind.SIMPLE,
                config.subsystems(),
                false,
                config.limits());
        if (config.graph().isEmpty()) {
            return Instance.child(settings, PROBE);
        }
        ResourceGraph graph = config.format().isPresent()
                ? GraphFiles.load(config.graph().get(), config.format().get())
                : GraphFiles.load(config.graph().get());
        long now = Instant.now().getEpochSecond();
        return Instance.root(settings, graph, new TimeWindow(now, now + HORIZON.toSeconds()), PROBE);
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
