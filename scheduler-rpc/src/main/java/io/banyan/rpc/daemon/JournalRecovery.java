package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryPolicy;
import io.banyan.rpc.store.Foundation;
import io.banyan.rpc.store.Journal;
import io.banyan.rpc.store.Lead;
import io.banyan.rpc.store.SharedChildren;
import io.banyan.rpc.store.SharedJournal;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rpc.store.UnreachableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of earlier daemons on a journal, and the graph on which they began. It is opened when the state
 * directory is locked. A journal on a server is {@linkplain #readOn read} while another daemon leads. If it is closed
 * before {@link #instance} was called, nothing has changed.
 */
final class JournalRecovery implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalRecovery.class);
    private final DaemonConfig config;
    private final StateDirectory state;
    private final SqlJournal journal;
    private final Optional<SharedJournal> shared;
    private final JournalOwnership ownership;
    private final boolean isNewFile;
    private Optional<InstanceReplay> made = Optional.empty();
    private boolean isUsed;
    private boolean isShorter;

    private JournalRecovery(
            DaemonConfig config, SqlJournal journal, Optional<SharedJournal> shared, boolean isNewFile) {
        this.config = config;
        this.state = config.state();
        this.journal = journal;
        this.shared = shared;
        this.ownership = new JournalOwnership(config, journal);
        this.isNewFile = isNewFile;
    }

    /**
     * Opens it, or an empty one.
     *
     * @throws IOException with one sentence, if it cannot be opened or is another instance's
     */
    static JournalRecovery open(DaemonConfig config) throws IOException {
        return config.sharing().isPresent() ? onServer(config, config.sharing().get()) : inDirectory(config);
    }

    private static JournalRecovery onServer(DaemonConfig config, StandbySettings sharing) throws IOException {
        if (Files.exists(config.state().journal())) {
            throw new IOException("The state directory " + config.state().path()
                    + " has its own journal, which a daemon with its journal on a server would not continue."
                    + "\nMaybe: start without --journal, or on another --state.");
        }
        SharedJournal shared = SharedJournal.open(sharing.url(), sharing.passwordFile(), sharing.lease());
        shared.journal().keep(config.history());
        return new JournalRecovery(config, shared.journal(), Optional.of(shared), false);
    }

    private static JournalRecovery inDirectory(DaemonConfig config) throws IOException {
        StateDirectory state = config.state();
        refuse(LostPast.at(state, isOfChild(config)));
        boolean isNewFile = Files.notExists(state.journal());
        var recovery = new JournalRecovery(config, SqlJournal.open(state.journal()), Optional.empty(), isNewFile);
        recovery.journal.keep(config.history());
        try {
            if (!recovery.exists()) {
                refuse(LostPast.ofUnfounded(state, isOfChild(config)));
            }
            recovery.ownership.requireOwn();
            return recovery;
        } catch (IOException e) {
            recovery.close();
            throw e;
        }
    }

    private static boolean isOfChild(DaemonConfig config) {
        return switch (config.resources()) {
            case GraphFile given -> false;
            case Founded it -> false;
            case Parent parent -> true;
        };
    }

    private static void refuse(Optional<String> why) throws IOException {
        if (why.isPresent()) {
            throw new IOException(why.get());
        }
    }

    /** Whether there is one: only then are there children to be expected. */
    boolean exists() throws IOException {
        return !journal.isEmpty() || journal.foundations().exists();
    }

    /** To be written by the one daemon that leads. */
    Journal journal() {
        return shared.isPresent() ? shared.get() : journal;
    }

    /** Keeps the journal short from now on, until the result is closed. */
    AutoCloseable keepShort(Instance instance) {
        return journal.keepShort(
                config.instance().limits().maxEndedJobs(),
                config.shortenAfter(),
                now -> isTop(instance) ? Optional.of(shortened(instance, now)) : Optional.empty());
    }

    /**
     * Says that a process begins, and how it decides, so that its questions can be asked again. Before the first event;
     * of a child instance nothing is said.
     */
    void begin(Instance instance, long nowMillis) throws IOException {
        if (isTop(instance)) {
            List<Transaction> beginning = new ArrayList<>();
            if (isShorter) {
                beginning.add(shortened(instance, nowMillis));
            }
            beginning.add(
                    new Transaction(nowMillis, List.of(), Optional.of(new JournalCause.Begun(instance.config()))));
            journal().append(beginning);
        }
    }

    private static boolean isTop(Instance instance) {
        return instance.config().parentJob().isEmpty();
    }

    private static Transaction shortened(Instance instance, long nowMillis) {
        return new Transaction(
                nowMillis, List.of(), Optional.of(new JournalCause.Shortened(instance.prepareCompaction())));
    }

    /** From now on that much of the history is kept. */
    void keep(HistoryPolicy policy) {
        journal.keep(policy);
    }

    /** The jobs that are over. */
    History history() {
        return journal.history();
    }

    /** The lead among daemons that share a journal; empty if no other daemon can share it. */
    Optional<Lead> lead() {
        return shared.map(SharedJournal::lead);
    }

    /** The children of the instance, noted where other daemons find them. */
    Optional<SharedChildren> children() {
        return shared.map(SharedJournal::children);
    }

    /**
     * Reads the decisions of the leader since the last time, so that a takeover is fast.
     *
     * @throws UnreachableException with one sentence, if the server does not answer; later it may
     * @throws IOException with one sentence, if it cannot be read, or a record of it is damaged or does not fit
     * @throws GraphException if the graph on which the instance was founded cannot be used
     */
    void readOn(InstanceConfig settings) throws IOException, GraphException {
        if (made.isPresent()) {
            try {
                if (journal.follow(made.get())) {
                    return;
                }
                LOG.info("The journal is read from its beginning because it has become shorter");
            } catch (UnreachableException e) {
                throw e;
            } catch (IOException e) {
                LOG.info("The journal is read from its beginning again: {}", e.getMessage());
            }
            made = Optional.empty();
        }
        if (exists()) {
            made = Optional.of(replayed(settings, Optional.empty()));
        }
    }

    private InstanceReplay replayed(InstanceConfig settings, Optional<ResourceGraph> loaded)
            throws IOException, GraphException {
        ownership.requireOwn();
        var replay = new InstanceReplay(
                begin(settings, loaded), new JournalCompaction(settings.limits().maxEndedJobs()));
        journal.replay(replay);
        return replay;
    }

    /**
     * The instance as the last daemon left it, or a new one.
     *
     * @param loaded the graph of the top, where it was read already
     * @throws IOException with one sentence, if the past cannot be read, or a record of it is damaged or does not fit
     * @throws GraphException if the graph on which it was founded cannot be used
     */
    Instance instance(InstanceConfig settings, Optional<ResourceGraph> loaded) throws IOException, GraphException {
        boolean wasFollowed = made.isPresent();
        if (wasFollowed) {
            readOn(settings);
        }
        if (made.isEmpty() || !journal.endsHere()) {
            made = Optional.of(replayed(settings, loaded));
        }
        Instance instance = made.get().instance();
        Optional<String> job = settings.parentJob().map(id -> "/" + id);
        if (instance.graph().isPresent() && job.isPresent() && !instance.path().endsWith(job.get())) {
            throw new IOException(ownership.place() + " belongs to the instance " + instance.path() + ", not to job "
                    + settings.parentJob().get() + " of its parent.");
        }
        isUsed = true;
        Files.deleteIfExists(state.forgetful());
        if (!wasFollowed) {
            // Other daemons wait for the new leader, so that it must not spend time on writing now.
            shorten(made.get().compaction());
        }
        made.get().policyChange().ifPresent(LOG::warn);
        made = Optional.empty();
        return instance;
    }

    private void shorten(JournalCompaction compaction) throws IOException {
        if (compaction.isWorthIt()) {
            long before = journal.size();
            try {
                journal.shorten(compaction::left);
            } catch (UnreachableException e) {
                LOG.info("The journal is not compacted at this start: {}", e.getMessage());
                return;
            }
            isShorter = true;
            LOG.info(
                    "The journal was compacted: {} obsolete decisions dropped, {} records of {} remain",
                    compaction.leftOut(),
                    journal.size(),
                    before);
        }
    }

    /** An instance of a daemon that keeps nothing for the next one. */
    static Instance none(InstanceConfig settings, ResourceSource source, Optional<ResourceGraph> loaded)
            throws GraphException {
        long nowSec = Instant.now().getEpochSecond();
        return switch (source) {
            case Parent it -> Instance.child(settings, ProcessProbe.INSTANCE);
            case Founded it -> GraphFile.root(settings, loaded.orElseThrow(), GraphFile.horizon(nowSec));
            case GraphFile file -> GraphFile.root(settings, loaded.orElseThrow(), file.plan(nowSec));
        };
    }

    private Instance begin(InstanceConfig settings, Optional<ResourceGraph> loaded) throws IOException, GraphException {
        if (settings.parentJob().isPresent()) {
            return Instance.child(settings, ProcessProbe.INSTANCE);
        }
        if (journal.foundations().exists()) {
            return restored(settings);
        }
        if (shared.isPresent() && LostPast.hasChildren(state)) {
            throw new IOException(
                    ownership.place() + " is empty, but " + state.children()
                            + " contains children of a daemon that used another journal: they would be ended.\nMaybe: specify the previous schema in --journal, or start on another --state.");
        }
        GraphFile given = (GraphFile) config.resources();
        ResourceGraph graph = loaded.isPresent() ? loaded.get() : given.load(settings);
        TimeWindow horizon = given.plan(Instant.now().getEpochSecond());
        journal.foundations()
                .lay(new Foundation(
                        horizon, given.file(), given.format().map(GraphFormat::toString), given.allowlist()));
        return GraphFile.root(settings, graph, horizon);
    }

    private Instance restored(InstanceConfig settings) throws IOException, GraphException {
        removeUnpacked();
        try {
            Foundation foundation = journal.foundations().restore(state.founded());
            var file = new GraphFile(
                    foundation.graph(), foundation.format().map(GraphFormat::parse), foundation.allowlist());
            return GraphFile.root(settings, file.load(settings), foundation.horizon());
        } finally {
            removeUnpacked();
        }
    }

    private void removeUnpacked() throws IOException {
        if (Files.isDirectory(state.founded())) {
            try (Stream<Path> files = Files.walk(state.founded())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        journal().close();
        if (isNewFile && !isUsed) {
            Files.deleteIfExists(state.journal());
        }
    }
}
