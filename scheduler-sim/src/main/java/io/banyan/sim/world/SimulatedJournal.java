package io.banyan.sim.world;

import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Transaction;
import java.util.List;

/** The journal of one instance on its disk, and the state that a replay must restore. */
final class SimulatedJournal {
    private final String path;
    private final Disk disk;
    /** The state of an instance whose process ended when all of it was safe; empty where some was not. */
    private String expected = "";

    /** An empty one, of the instance with this path. */
    SimulatedJournal(String path, Disk disk) {
        this.path = path;
        this.disk = disk;
    }

    /** Brings a new process to where the last one was. Returns whether there was one. */
    boolean replay(StateMachine fresh) {
        List<Transaction> past = disk.recover();
        try {
            past.forEach(transaction ->
                    transaction.decisions().forEach(decision -> fresh.replay(decision, transaction.atMillis())));
        } catch (RuntimeException | AssertionError e) {
            throw new Violation(path + " cannot continue from its journal: " + e, e);
        }
        return !past.isEmpty();
    }

    /** Checks that an instance that has replayed it has its earlier state. */
    void requireAllIn(StateMachine fresh) {
        String before = expected;
        expected = "";
        if (before.isEmpty()) {
            return;
        }
        String after = fresh.instance().inspect().text();
        if (!before.equals(after)) {
            throw new Violation(
                    path + " differs from its state before it ended.\nBefore:\n" + before + "Now:\n" + after);
        }
    }

    void write(List<Transaction> transactions) {
        disk.write(transactions);
    }

    void sync() {
        disk.sync();
    }

    /** The process ends. Its state must be found again, unless it is empty. */
    void crash(Disk.Remains remains, String state) {
        expected = state;
        disk.crash(remains);
    }

    /**
     * Rewrites the journal without records that an instance with the given number of remembered jobs no longer needs.
     */
    void shorten(int maxEndedJobs) {
        var compaction = new JournalCompaction(maxEndedJobs);
        List<Transaction> all = disk.recover();
        all.forEach(compaction::note);
        disk.rewrite(all.stream()
                .flatMap(transaction -> compaction.left(transaction).stream())
                .toList());
    }
}
