package io.banyan.cli.call;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.history.HistoryQuery;
import io.banyan.rpc.history.PastJobs;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All jobs that ended in a span of time, in the order of their ends, in any number. The history returns the last jobs
 * of a span. Therefore two walks are needed: one backwards, which finds where the pages begin, and one forwards through
 * the pages. Not more than a page is in memory.
 */
public final class PastPages {
    /** The source that answers queries about the past. */
    @FunctionalInterface
    public interface Past {
        PastJobs ask(HistoryQuery query) throws ClientException;
    }

    private final Past past;
    private final Optional<String> user;
    private final int most;

    /**
     * Creates the pages of a history.
     *
     * @param user whose jobs; empty for all that may be seen
     * @param most how many are asked for at once
     */
    public PastPages(Past past, Optional<String> user, int most) {
        this.past = past;
        this.user = user;
        this.most = most;
    }

    /**
     * Passes on the record of each job that ended in the span from {@code sinceSec} to {@code untilSec}. O(log n) and
     * O(jobs).
     */
    public void each(long sinceSec, long untilSec, Consumer<JobRecord> told) throws ClientException {
        Deque<Long> ends = new ArrayDeque<>();
        long until = untilSec;
        PastJobs page = ask(sinceSec, until, most);
        while (page.areMore()) {
            long second = page.jobs().get(0).endedSec().orElseThrow();
            // Of that second there may be more. Where all of it is of one second, that has as much room as there is.
            ends.push(until);
            until = second + 1 < until ? second + 1 : second;
            page = ask(sinceSec, until, most);
        }
        page.jobs().forEach(told);
        for (long end : ends) {
            ask(until, end, HistoryQuery.MOST).jobs().forEach(told);
            until = end;
        }
    }

    private PastJobs ask(long since, long until, int atMost) throws ClientException {
        return past.ask(new HistoryQuery(since, until, user, atMost));
    }
}
