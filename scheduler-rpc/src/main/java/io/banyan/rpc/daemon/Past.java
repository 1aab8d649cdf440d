package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.Decision;
import io.banyan.instance.Instance;
import io.banyan.instance.InstanceConfig;
import io.banyan.instance.Shortening;
import io.banyan.planner.TimeWindow;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.Foundation;
import io.banyan.rpc.store.SqlJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the daemons on a state directory decided, and on which graph: a journal with its foundation. Opened when the directory is locked, read
 * by {@link #instance}. Closed before that, it leaves the directory as it was.
 */
final class Past implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Past.class);
    /** A job that is forgotten leaves two records or more, so that at least half of such a journal goes. */
    private static final int WORTH_SHORTENING = 4;

    private final DaemonConfig config;
    private final StateDirectory state;
    private final SqlJournal journal;
    private final boolean isNewFile;
    private boolean isUsed;

    private Past(DaemonConfig config, SqlJournal journal, boolean isNewFile) {
        this.config = config;
        this.state = config.state();
        this.journal = journal;
        this.isNewFile = isNewFile;
    }

    /**
     * Opens it, or an empty one.
     *
     * @throws IOException with one sentence, if it cannot be opened or is another instance's
     */
    static Past open(DaemonConfig config) throws IOException {
        StateDirectory state = config.state();
        boolean isNewFile = Files.notExists(state.journal());
        var past = new Past(config, SqlJournal.open(state.journal()), isNewFile);
        past.journal.keep(config.history());
        try {
            past.requireOwn();
            return past;
        } catch (IOException e) {
            past.close();
            throw e;
        }
    }

    /** Whether there is one: only then are there children to be expected. */
    boolean exists() throws IOException {
        return !journal.isEmpty() || journal.foundations().exists();
    }

    SqlJournal journal() {
        return journal;
    }

    private void requireOwn() throws IOException {
        boolean isFounded = journal.foundations().exists();
        boolean isOfTop = isFounded || journal.isEmpty();
        boolean isOfChild = !isFounded;
        boolean isOurs = switch (config.resources()) {
            case GraphFile given -> isOfTop;
            case Founded it -> isOfTop;
            case Parent parent -> isOfChild;
        };
        if (!isOurs) {
            throw new IOException("The state directory " + state.path() + " belongs to "
                    + (isFounded ? "the top of a tree" : "a child instance")
                    + ".\nMaybe: start on another --state.");
        }
        switch (config.resources()) {
            case GraphFile given -> {
                if (isFounded) {
                    requireSame(given);
                }
            }
            case Founded it -> {
                if (!isFounded) {
                    throw new IOException("The state directory " + state.path()
                            + " has no past to go on from.\nMaybe: start with --graph FILE.");
                }
            }
            case Parent parent -> {
                // What it is founded on is in its first decision.
            }
        }
    }

    private void requireSame(GraphFile given) throws IOException {
        Foundation foundation = journal.foundations().read(Path.of(""));
        boolean isSameFormat = given.format().isEmpty()
                || foundation.format().isEmpty()
                || given.format().map(GraphFormat::toString).equals(foundation.format());
        if (!isSameFormat
                || !given.allowlist().equals(foundation.allowlist())
                || !journal.foundations().holds(given.file())) {
            throw new IOException("The state directory " + state.path() + " was founded on another graph than "
                    + given.file()
                    + ", and keeps what has become of that one.\nMaybe: start without --graph, and change"
                    + " the graph by 'banyan attach' and 'banyan remove'; or start on another --state.");
        }
    }

    /**
     * The instance as the last daemon left it, or a new one.
     *
     * @param loaded the graph of the top, where it was read already
     * @throws IOException with one sentence, if the past cannot be read, or a record of it is damaged or does not fit
     * @throws GraphException if the graph on which it was founded cannot be used
     */
    Instance instance(InstanceConfig settings, Optional<ResourceGraph> loaded) throws IOException, GraphException {
        Instance instance = begin(settings, loaded);
        var shortening = new Shortening(settings.limits().maxEndedJobs());
        journal.replay(transaction -> {
            shortening.note(transaction);
            for (Decision decision : transaction.decisions()) {
                instance.replay(decision, transaction.atMillis());
            }
        });
        Optional<String> job = settings.parentJob().map(id -> "/" + id);
        if (instance.graph().isPresent() && job.isPresent() && !instance.path().endsWith(job.get())) {
            throw new IOException("The state directory " + state.path() + " belongs to the instance " + instance.path()
                    + ", and not to job " + settings.parentJob().get() + " of its parent.");
        }
        isUsed = true;
        shorten(shortening);
        return instance;
    }

    private void shorten(Shortening shortening) throws IOException {
        long leftOut = shortening.jobsLeftOut();
        if (leftOut > 0 && leftOut >= shortening.noted() / WORTH_SHORTENING) {
            long before = journal.size();
            journal.shorten(shortening::left);
            LOG.info(
                    "The journal is shorter by {} jobs that are forgotten: {} records of {}",
                    leftOut,
                    journal.size(),
                    before);
        }
    }

    /** An instance of a daemon that keeps nothing for the next one. */
    static Instance none(InstanceConfig settings, Optional<ResourceGraph> loaded) {
        if (settings.parentJob().isPresent()) {
            return Instance.child(settings, ProcessProbe.INSTANCE);
        }
        TimeWindow horizon = GraphFile.horizon(Instant.now().getEpochSecond());
        return Instance.root(settings, loaded.orElseThrow(), horizon, ProcessProbe.INSTANCE);
    }

    private Instance begin(InstanceConfig settings, Optional<ResourceGraph> loaded) throws IOException, GraphException {
        if (settings.parentJob().isPresent()) {
            return Instance.child(settings, ProcessProbe.INSTANCE);
        }
        if (journal.foundations().exists()) {
            return restored(settings);
        }
        GraphFile given = (GraphFile) config.resources();
        ResourceGraph graph = loaded.isPresent() ? loaded.get() : given.load(settings);
        TimeWindow horizon = GraphFile.horizon(Instant.now().getEpochSecond());
        journal.foundations()
                .lay(new Foundation(
                        horizon, given.file(), given.format().map(GraphFormat::toString), given.allowlist()));
        return Instance.root(settings, graph, horizon, ProcessProbe.INSTANCE);
    }

    private Instance restored(InstanceConfig settings) throws IOException, GraphException {
        removeUnpacked();
        try {
            Foundation foundation = journal.foundations().restore(state.founded());
            var file = new GraphFile(
                    foundation.graph(), foundation.format().map(GraphFormat::parse), foundation.allowlist());
            return Instance.root(settings, file.load(settings), foundation.horizon(), ProcessProbe.INSTANCE);
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
        journal.close();
        if (isNewFile && !isUsed) {
            Files.deleteIfExists(state.journal());
        }
    }
}
