package io.banyan.instance.message.decision;

import io.banyan.queue.DecayedUsage.Payer;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** Decisions on queues, and not on one of their jobs. */
public sealed interface QueueDecision extends Decision {
    /**
     * A queue takes jobs and starts them, or does not.
     *
     * @param queue its name; empty if the instance has one queue
     * @param why the reason of a stop; may be empty
     */
    record QueueChanged(String queue, boolean takes, boolean starts, String why) implements QueueDecision {
        /** Checks that nothing is missing. */
        public QueueChanged {
            Objects.requireNonNull(queue, "queue");
            Objects.requireNonNull(why, "why");
        }
    }

    /**
     * The waiting jobs have another order, because their ages and the usage of their payers have changed. The decision
     * contains all usage until then.
     *
     * @param used the usage by payer
     */
    record Ranked(SortedMap<Payer, Double> used) implements QueueDecision {
        /** Copies the map. */
        public Ranked {
            used = Collections.unmodifiableSortedMap(new TreeMap<>(used));
        }
    }
}
