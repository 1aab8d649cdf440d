package io.banyan.instance;

import java.util.List;

/**
 * The decisions that one event led to: all of them are in the journal, or none.
 *
 * @param atMillis when the event happened
 * @param decisions in the order in which they were made; at least one
 */
public record Transaction(long atMillis, List<Decision> decisions) {
    /** Copies the list. */
    public Transaction {
        decisions = List.copyOf(decisions);
        if (decisions.isEmpty()) {
            throw new IllegalArgumentException("a transaction without a decision");
        }
    }
}
