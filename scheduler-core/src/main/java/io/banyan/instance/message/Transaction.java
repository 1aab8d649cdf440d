package io.banyan.instance.message;

import io.banyan.instance.message.decision.Decision;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The decisions that one event led to: all of them are in the journal, or none.
 *
 * @param atMillis when the event happened
 * @param decisions in the order in which they were made; there is one at least, or a cause that needs none
 * @param cause the reason why it is in the journal; empty if it was not recorded
 */
public record Transaction(long atMillis, List<Decision> decisions, Optional<JournalCause> cause) {
    /** Creates a transaction with an unknown occasion. */
    public Transaction(long atMillis, List<Decision> decisions) {
        this(atMillis, decisions, Optional.empty());
    }

    /** Copies the list. */
    public Transaction {
        decisions = List.copyOf(decisions);
        Objects.requireNonNull(cause, "cause");
        if (decisions.isEmpty() && !needsNone(cause)) {
            throw new IllegalArgumentException("a transaction without a decision");
        }
    }

    private static boolean needsNone(Optional<JournalCause> cause) {
        return cause.isPresent()
                && switch (cause.get()) {
                    case JournalCause.Happened it -> it.isEnd() || it.event() instanceof Event.TimeReached;
                    case JournalCause.Untold it -> false;
                    case JournalCause.Begun it -> true;
                    case JournalCause.Shortened it -> true;
                };
    }
}
