package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.history.History;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A journal that lives as long as its process, and remembers no more than a number of the latest transactions and of
 * the latest ended jobs.
 */
public final class MemoryJournal implements Journal, History {
    private static final int USUAL_ENDED = 10_000;

    private final int most;
    private final int mostEnded;
    private final Deque<Transaction> latest = new ArrayDeque<>();
    private final Deque<JobRecord> ended = new ArrayDeque<>();

    /** A journal of at most so many transactions, and the usual number of jobs that are over. */
    public MemoryJournal(int most) {
        this(most, USUAL_ENDED);
    }

    /** A journal of at most so many transactions, and so many jobs that are over. */
    public MemoryJournal(int most, int mostEnded) {
        this.most = most;
        this.mostEnded = mostEnded;
    }

    @Override
    public synchronized void append(List<Transaction> transactions, List<JobRecord> over) {
        latest.addAll(transactions);
        while (latest.size() > most) {
            latest.removeFirst();
        }
        ended.addAll(over);
        while (ended.size() > mostEnded) {
            ended.removeFirst();
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
    public synchronized PastJobs ask(HistoryQuery query) {
        List<JobRecord> found = new ArrayList<>();
        Iterator<JobRecord> latestFirst = ended.descendingIterator();
        while (latestFirst.hasNext() && found.size() <= query.most()) {
            JobRecord job = latestFirst.next();
            long endedSec = job.endedSec().orElseThrow();
            if (endedSec >= query.sinceSec()
                    && endedSec < query.untilSec()
                    && query.owner().stream().allMatch(job.owner()::equals)) {
                found.add(job);
            }
        }
        boolean areMore = found.size() > query.most();
        return new PastJobs(
                found.subList(0, Math.min(found.size(), query.most())).reversed(), areMore);
    }

    @Override
    public void close() {
        // There is nothing to let go of.
    }
}
