package io.banyan.rpc.history;

import java.io.IOException;

/**
 * The history of ended jobs, including those that the instance no longer remembers. Any thread may query it, and no
 * other thread waits for that.
 */
@FunctionalInterface
public interface History {
    /**
     * The jobs that a query asks for, the last ones if there are too many. O(log n + returned jobs).
     *
     * @throws IOException with one sentence, if they cannot be read
     */
    PastJobs ask(HistoryQuery query) throws IOException;
}
