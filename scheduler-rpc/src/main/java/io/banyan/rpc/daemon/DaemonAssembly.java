package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.resource.PrintableText;
import io.banyan.rpc.agent.Agent;
import io.banyan.rpc.agent.Mailbox;
import io.banyan.rpc.agent.Outlets;
import io.banyan.rpc.child.ChildSessions;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.Execution;
import io.banyan.rpc.files.DiskFull;
import io.banyan.rpc.health.HealthChecks;
import io.banyan.rpc.health.HealthCounts;
import io.banyan.rpc.history.History;
import io.banyan.rpc.launch.ChildPlaces;
import io.banyan.rpc.launch.CommandRun;
import io.banyan.rpc.launch.JobCommand;
import io.banyan.rpc.launch.LocalLauncher;
import io.banyan.rpc.parent.ParentLink;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.relay.Relay;
import io.banyan.rpc.relay.RelayGate;
import io.banyan.rpc.security.ChildCredentials;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.service.InstancesService;
import io.banyan.rpc.service.LeadGate;
import io.banyan.rpc.service.ProvidersService;
import io.banyan.rpc.service.ReservationService;
import io.banyan.rpc.service.SchedulerService;
import io.banyan.rpc.service.WatchService;
import io.banyan.rpc.store.Journal;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.JournalRemains;
import io.banyan.rpc.store.Lead;
import io.banyan.rpc.store.MemoryJournal;
import io.banyan.rpc.trace.RequestIds;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.watch.Notices;
import io.banyan.rpc.watch.Reporter;
import io.grpc.BindableService;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The parts around a daemon's instance: servers, links and launchers, with the order in which they open and close. */
final class DaemonAssembly implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DaemonAssembly.class);
    /**
     * A journal in memory ends with its process and is never read; and a transaction can contain a subgraph of 100,000
     * elements.
     */
    private static final int MEMORY_JOURNAL_LENGTH = 0;

    private final DaemonConfig config;
    private final StateDirectory state;
    private final Mailbox mailbox;
    private final Closing closing;
    private final Optional<JournalRecovery> recovery;
    private boolean isRestart;
    private Calendars calendars = Calendars.NONE;
    private final Notices notices =
            new Notices(Long.toString(System.currentTimeMillis(), Character.MAX_RADIX), Notices.DEFAULT_REMEMBERED);
    private final MemoryJournal memory = new MemoryJournal(MEMORY_JOURNAL_LENGTH);
    private final MetricsSetup metricsSetup;
    private final Token token;
    private final Principals principals;
    private final JobUsers users;
    private final JobExecution jobs;
    private final ChildCredentials credentials = new ChildCredentials();
    private final CallServer callServer;
    private final Address address;
    private final ChildSessions children;
    private final LeadGate gate = new LeadGate();
    private final HealthReport health = new HealthReport();
    private final HealthChecks checks;
    private final Optional<Standby> standby;
    private final ChildPlaces places;
    private final LocalLauncher launcher;
    private final DaemonProviders daemonProviders;
    private final Optional<ParentLink> parent;
    private final Optional<CommandRun> command;

    private DaemonAssembly(DaemonConfig config, Mailbox mailbox, Closing closing) throws DaemonException, IOException {
        this.config = config;
        this.state = config.state();
        this.mailbox = mailbox;
        this.closing = closing;
        closing.add(StateLock.take(state));
        this.metricsSetup = closing.add(MetricsSetup.open(config, mailbox));
        this.recovery = recovery();
        this.token = TokenFile.readOrMake(state.token());
        this.principals = new Principals(token, state.tokens(), CallServer.locals(config));
        this.users = JobUsers.of(principals, config.security().jobsAsRoot());
        this.jobs = new JobExecution(config, users, mailbox);
        this.daemonProviders = DaemonProviders.open(config, mailbox, closing);
        this.checks = closing.add(new HealthChecks(mailbox, config.execution().command(), config.health()));
        metricsSetup.show(checks);
        EventLoops loops = closing.add(EventLoops.forDaemon());
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        closing.add(executor::shutdownNow);
        this.children = new ChildSessions(mailbox, credentials, executor);
        if (recovery.flatMap(JournalRecovery::lead).isPresent()) {
            gate.close("This daemon waits to lead; it cannot answer yet.");
        }
        this.callServer = new CallServer(config, principals, credentials, closing);
        var services = new Services(clientServices(executor), List.of(children, health.service()));
        health.covers(services.all());
        var threads = Services.Threads.open(executor, closing);
        Relay relay = services.relay(mailbox, children, metricsSetup.before(callServer.check()), threads);
        this.address = callServer.open(
                loops,
                recovery.isPresent(),
                new RelayGate(relay, principals::isStillIn),
                check -> metricsSetup.before(new RequestIds(), gate.before(check)),
                services,
                threads);
        this.standby = standby();
        this.places = new ChildPlaces(
                state,
                recovery.flatMap(JournalRecovery::children)
                        .map(OrphanedChildren::notes)
                        .orElse(ChildPlaces.Notes.NONE));
        places.restore();
        this.launcher =
                closing.add(new LocalLauncher(places, addresses(), credentials, config.launcher(), users, mailbox));
        this.parent = switch (config.resources()) {
            case GraphFile file -> Optional.empty();
            case Founded it -> Optional.empty();
            case Parent above -> Optional.of(Upward.open(above, config, relay, loops, mailbox, closing));
        };
        this.command = parent.isPresent() ? command() : Optional.empty();
    }

    /** The calendars of the reservations with which the daemon began. For the thread that began it. */
    Calendars calendars() {
        return calendars;
    }

    /** The command for which the instance was spawned. It has half of the time that the instance has to stop. */
    private Optional<CommandRun> command() throws IOException {
        Duration grace = Duration.ofMillis(config.instance().limits().stopMillis() / 2);
        return JobCommand.read(state.command())
                .map(it -> closing.add(new CommandRun(state, it, mailbox, address, grace)));
    }

    /** Opens the parts that need no instance yet. Requests from now on wait in the mailbox. */
    static DaemonAssembly lay(DaemonConfig config, Mailbox mailbox) throws DaemonException {
        var closing = new Closing();
        try {
            if (config.execution().kind() == Execution.LOCAL) {
                config.execution().hooks().check();
            }
            return new DaemonAssembly(config, mailbox, closing);
        } catch (DaemonException e) {
            closing.close();
            throw e;
        } catch (IOException e) {
            closing.close();
            throw new DaemonException(
                    FileTrouble.sentence(DiskFull.named(e, config.state().path())), e);
        } catch (IllegalArgumentException e) {
            closing.close();
            throw new DaemonException(String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<Standby> standby() throws IOException {
        Optional<Lead> lead = recovery.flatMap(JournalRecovery::lead);
        if (lead.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(closing.add(new Standby(recovery.get(), lead.get(), Standby.holder(state), address)));
    }

    /** Where this daemon is, and those that may go on in its place. */
    private List<Address> addresses() {
        return Stream.concat(
                        Stream.of(address), config.sharing().map(StandbySettings::peers).orElse(List.of()).stream())
                .distinct()
                .toList();
    }

    /**
     * Waits until this daemon leads, where others share its journal.
     *
     * @param waiting receives the address of the daemon that leads in the meantime
     * @return whether it leads; otherwise it was closed
     * @throws GraphException if the graph on which the instance was founded cannot be used
     */
    boolean lead(Consumer<Address> waiting) throws IOException, GraphException, InterruptedException {
        if (standby.isEmpty()) {
            return true;
        }
        tellWhere();
        return standby.get().await(settings(), leader -> {
            gate.close("This daemon waits; the one at " + leader.address() + " leads.");
            waiting.accept(Address.parse(leader.address()));
            LOG.info("This daemon waits at {}; the one at {} leads", address, leader.address());
        });
    }

    private void tellWhere() throws IOException {
        if (Files.notExists(state.token())) {
            TokenFile.write(state.token(), token);
        }
        AddressFile.write(state, address);
    }

    private InstanceConfig settings() {
        return config.instance().at(address.toString());
    }

    /**
     * Starts the instance and the server, and publishes their address.
     *
     * @param graph the resources of the top, where they were read already
     * @throws GraphException if the graph on which the instance was founded cannot be used
     */
    void open(Optional<ResourceGraph> graph, InstantSource clock, Outlets.Ending ending)
            throws IOException, GraphException {
        Optional<Lead> lead = recovery.flatMap(JournalRecovery::lead);
        callServer.lead();
        if (lead.isPresent()) {
            lead.get().keep(sentence -> {
                LOG.error(sentence);
                health.report(false);
                ending.failed(sentence);
            });
        }
        if (standby.isPresent()) {
            expectTheKnown(recovery);
            OrphanedChildren.restoreNoted(
                    recovery.flatMap(JournalRecovery::children).orElseThrow(), places, credentials, config.launcher());
        }
        InstanceConfig settings = settings();
        Instance instance = recovery.isPresent()
                ? recovery.get().instance(settings, graph)
                : JournalRecovery.none(settings, config.resources(), graph);
        warnOfAmbiguousNames(instance);
        calendars = new Calendars(instance.inspect().calendars());
        if (recovery.isPresent()) {
            recovery.get().begin(instance, clock.millis());
        }
        new OrphanedChildren(state, places, launcher, credentials).takeOver(instance.children());
        var outlets = new Outlets(
                parent.<Outlets.ToParent>map(link -> link).orElse(Absent.PARENT),
                children,
                launcher,
                jobs.start(places, clock, closing),
                daemonProviders.providers(),
                ending,
                (transaction, owners) -> notices.add(Reporter.of(transaction, owners)));
        Journal journal = recovery.map(JournalRecovery::journal).orElse(memory);
        Agent agent = closing.add(new Agent(instance, journal, mailbox, outlets, clock, metricsSetup.watch()));
        daemonProviders.begin(instance);
        if (isRestart) {
            agent.restart();
        }
        agent.start();
        recovery.ifPresent(it -> closing.add(it.keepShort(instance)));
        tellWhere();
        gate.open(lead.<BooleanSupplier>map(held -> held::isHeld).orElse(() -> true));
        health.report(true);
        checks.start();
        parent.ifPresent(ParentLink::open);
        command.ifPresent(CommandRun::start);
    }

    private static void warnOfAmbiguousNames(Instance instance) {
        List<String> names = instance.graph().map(ResourceGraph::ambiguousNames).orElse(List.of());
        if (!names.isEmpty()) {
            LOG.warn(
                    "Several nodes are called '{}'{}; requests that name a node by such a name are refused",
                    PrintableText.escaped(names.get(0)),
                    names.size() == 1 ? "" : ", and the same applies to " + (names.size() - 1) + " other names");
        }
    }

    Address address() {
        return address;
    }

    /** A message about the Unix-domain socket. */
    String aboutSocket() {
        return callServer.aboutSocket();
    }

    /** Where it serves metrics, if it does. */
    Optional<Address> metrics() {
        return metricsSetup.address();
    }

    /** The health of the nodes as the daemon has seen it. */
    HealthCounts healthCounts() {
        return checks.counts();
    }

    /** Applies settings that can change while it runs. */
    void take(Settings settings) {
        mailbox.limitTo(DaemonSettings.queueCapacity(settings));
        callServer.take(SecurityKeys.config(settings), LogKeys.logging(settings));
        recovery.ifPresent(it -> it.keep(JournalKeys.history(settings)));
        checks.take(HealthKeys.config(settings));
    }

    /** Records that no provider has resources of this daemon, so that nothing must be returned at its end. */
    void nothingIsOutside() {
        daemonProviders.nothingIsOut();
    }

    /** From now on it says that it does not serve. */
    void retire() {
        health.retire();
        checks.close();
        command.ifPresent(CommandRun::stop);
    }

    @Override
    public void close() {
        closing.close();
    }

    /** The decisions of earlier daemons. */
    private Optional<JournalRecovery> recovery() throws IOException {
        if (config.journal() == JournalKind.MEMORY) {
            if (JournalRemains.at(state.journal()) != JournalRemains.NOTHING) {
                throw new IOException("The state directory " + state.path()
                        + " has a journal on disk, which a daemon with its journal in memory would not continue."
                        + "\nMaybe: start without --journal memory, or on another --state.");
            }
            if (Files.notExists(state.forgetful())) {
                Files.createFile(state.forgetful());
            }
            return Optional.empty();
        }
        Optional<JournalRecovery> opened = Optional.of(closing.add(JournalRecovery.open(config)));
        if (config.sharing().isEmpty()) {
            expectTheKnown(opened);
        }
        return opened;
    }

    /** Lets the children of an earlier daemon in. */
    private void expectTheKnown(Optional<JournalRecovery> known) throws IOException {
        isRestart = known.isPresent() && known.get().exists();
        if (isRestart) {
            OrphanedChildren.restoreCredentials(state, credentials);
        }
    }

    private List<BindableService> clientServices(ExecutorService executor) {
        List<BindableService> services = new ArrayList<>(jobs.services(executor));
        services.add(new SchedulerService(mailbox, history(), executor));
        services.add(new InstancesService(mailbox, users, executor));
        services.add(new ReservationService(mailbox, executor));
        services.add(new ProvidersService(daemonProviders.providers()::quotes, executor));
        services.add(new WatchService(notices, principals::isStillIn, executor, InstantSource.system()));
        return services;
    }

    private History history() {
        return recovery.map(JournalRecovery::history).orElse(memory);
    }
}
