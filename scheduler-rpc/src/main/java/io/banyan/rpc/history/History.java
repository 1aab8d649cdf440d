package io.banyan.rpc.history;

import java.io.IOException;

/**
 * Jobs that are over, also those that the instance itself has forgotten. Any thread may ask; nobody else waits for
 * that.
 */
@FunctionalInterface
public interface History {
    /**
     * The jobs that a query asks for, the last ones if there are too many. O(log n) and what it answers.
     *
     * @throws IOException with one sentence, if they cannot be read
     */
    PastJobs ask(HistoryQuery query) throws IOException;
}
