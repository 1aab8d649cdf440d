package io.banyan.rpc.store;

import io.banyan.instance.Transaction;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/** A journal that lives as long as its process, and remembers no more than a number of the latest transactions. */
public final class MemoryJournal implements Journal {
    private final int most;
    private final Deque<Transaction> latest = new ArrayDeque<>();

    /** A journal of at most this many transactions. */
    public MemoryJournal(int most) {
        this.most = most;
    }

    @Override
    public synchronized void append(List<Transaction> transactions) {
        latest.addAll(transactions);
        while (latest.size() > most) {
            latest.removeFirst();
        }
    }

    @Override
    public boolean waits() {
        return false;
    }

    @Override
    public synchronized void replay(Consumer<Transaction> each) {
        List.copyOf(latest).forEach(each);
    }

    @Override
    public void close() {
        // There is nothing to let go of.
    }
}
