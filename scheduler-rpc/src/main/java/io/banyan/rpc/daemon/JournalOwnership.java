package io.banyan.rpc.daemon;

import io.banyan.graph.io.GraphFormat;
import io.banyan.rpc.store.Foundation;
import io.banyan.rpc.store.SqlJournal;
import java.io.IOException;
import java.nio.file.Path;

/** The check that a journal is that of the instance which a daemon is to continue. */
final class JournalOwnership {
    private final DaemonConfig config;
    private final SqlJournal journal;

    JournalOwnership(DaemonConfig config, SqlJournal journal) {
        this.config = config;
        this.journal = journal;
    }

    private boolean isShared() {
        return config.sharing().isPresent();
    }

    /** Returns the words for the place of the journal at the beginning of a sentence. */
    String place() {
        return isShared()
                ? "The journal " + journal.name()
                : "The state directory " + config.state().path();
    }

    /**
     * Requires that the journal is empty or of the same instance.
     *
     * @throws IOException with one sentence, if it is of another
     */
    void requireOwn() throws IOException {
        boolean isFounded = journal.foundations().exists();
        boolean isOfTop = isFounded || journal.isEmpty();
        boolean isOfChild = !isFounded;
        boolean isOurs = switch (config.resources()) {
            case GraphFile given -> isOfTop;
            case Founded it -> isOfTop;
            case Parent parent -> isOfChild;
        };
        if (!isOurs) {
            throw new IOException(place() + " belongs to "
                    + (isFounded ? "the top of a tree" : "a child instance")
                    + ".\nMaybe: start on another " + (isShared() ? "schema." : "--state."));
        }
        switch (config.resources()) {
            case GraphFile given -> {
                if (isFounded) {
                    requireSame(given);
                }
            }
            case Founded it -> {
                if (!isFounded) {
                    throw new IOException(
                            place() + " has no earlier state to continue from.\nMaybe: start with --graph FILE.");
                }
            }
            case Parent parent -> {
                // The foundation is in its first decision.
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
            throw new IOException(place() + " was created with a graph other than "
                    + given.file()
                    + ", and keeps that graph with its changes.\nMaybe: start without --graph, and change the graph with 'banyan resource add' and 'banyan resource remove'; or start on another "
                    + (isShared() ? "schema." : "--state."));
        }
    }
}
