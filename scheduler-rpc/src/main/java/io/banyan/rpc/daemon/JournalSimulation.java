package io.banyan.rpc.daemon;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.FileTrouble;
import io.banyan.graph.io.GraphFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalVerifier;
import io.banyan.instance.message.Transaction;
import io.banyan.rpc.store.Foundation;
import io.banyan.rpc.store.JournalBackup;
import io.banyan.rpc.store.SqlJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Asks the questions of a daemon's journal again, in virtual time ({@link JournalVerifier}). The daemon may run
 * meanwhile: a copy of the journal is read.
 */
public final class JournalSimulation {
    private final SqlJournal journal;
    private final Foundation foundation;
    private long start;
    private long length;

    private JournalSimulation(SqlJournal journal, Foundation foundation) {
        this.journal = journal;
        this.foundation = foundation;
    }

    /**
     * Verifies the journal of a state directory or of a backup.
     *
     * @param progress receives the number of processed transactions, in thousandths of their total
     * @throws IOException with one sentence, if it cannot be read, is damaged, is that of a child, or does not say
     *     enough
     * @throws GraphException if the graph on which it was founded cannot be used
     */
    public static JournalVerifier.Report of(Path journal, LongConsumer progress) throws IOException, GraphException {
        FileTrouble.requirePermitted("read the journal", journal);
        if (!Files.isRegularFile(journal)) {
            throw new IOException(
                    "There is no journal " + journal
                            + ".\nMaybe: specify the state directory of a daemon, or a backup of its journal; a journal on a PostgreSQL server is not supported here.");
        }
        Path place = Files.createTempDirectory("banyan-journal-");
        try {
            Path copy = place.resolve("journal.db");
            JournalBackup.write(journal, copy);
            try (SqlJournal opened = SqlJournal.open(copy)) {
                if (!opened.foundations().exists()) {
                    throw new IOException("The journal " + journal
                            + " belongs to a child instance, which does not record the input from its parent.");
                }
                Foundation foundation = opened.foundations().restore(place.resolve("founded"));
                return new JournalSimulation(opened, foundation).run(journal, progress);
            }
        } finally {
            remove(place);
        }
    }

    private static void remove(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private JournalVerifier.Report run(Path shown, LongConsumer progress) throws IOException, GraphException {
        journal.replay(this::count);
        if (start == length) {
            throw new IOException(
                    "The journal " + shown
                            + " does not record the causes of its decisions: an earlier version wrote it, or nothing was decided since it was compacted.");
        }
        // Loads the graph once, so that an unusable graph is reported as such.
        var unused = file().load(InstanceConfig.root("banyan"));
        var verifier = new JournalVerifier(this::founded, start);
        long[] done = {0};
        journal.replay(transaction -> {
            verifier.accept(transaction);
            progress.accept(1000 * ++done[0] / length);
        });
        return verifier.report();
    }

    private void count(Transaction transaction) {
        length++;
        start = JournalVerifier.isStart(transaction) ? length : start;
    }

    private GraphFile file() {
        return new GraphFile(foundation.graph(), foundation.format().map(GraphFormat::parse), foundation.allowlist());
    }

    private Instance founded(InstanceConfig config) {
        try {
            return GraphFile.root(config, file().load(config), foundation.horizon());
        } catch (GraphException e) {
            throw new IllegalStateException("the graph can no longer be read: " + e.getMessage(), e);
        }
    }
}
