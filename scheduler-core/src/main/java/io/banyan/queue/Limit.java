package io.banyan.queue;

import java.util.Objects;

/**
 * A limit on concurrent use: by the jobs that run or have a reservation, or, for {@link #SUBMITTED}, by all jobs that
 * have not ended.
 *
 * @param queue the queue of the jobs; empty for all queues together
 * @param of the kind of payer
 * @param name the user or account; empty for each one, and for all together
 * @param what {@link #JOBS}, {@link #SUBMITTED}, or a resource type
 * @param most the maximum
 */
public record Limit(String queue, Of of, String name, String what, long most) {
    /** Jobs that run or have a reservation. */
    public static final String JOBS = "jobs";
    /** The jobs that have not ended. A payer at this limit cannot submit more. */
    public static final String SUBMITTED = "submitted";

    /** The party whose share is limited. */
    public enum Of {
        /** One job's. */
        JOB("max"),
        USER("user"),
        ACCOUNT("account"),
        /** All together. */
        ALL("total"),
        /** The jobs of one array, which is named by its first job. Its submitter says it. */
        ARRAY("array");

        private final String word;

        Of(String word) {
            this.word = word;
        }

        /** Returns the word that the configuration uses. */
        public String word() {
            return word;
        }
    }

    /** Checks that nothing is missing. */
    public Limit {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(of, "of");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(what, "what");
        if (most < 0) {
            throw new IllegalArgumentException("a limit must be 0 or more, found " + most);
        }
    }

    /** The share of this user or account. */
    Limit by(String newName) {
        return new Limit(queue, of, newName, what, most);
    }

    Limit in(String newQueue) {
        return new Limit(newQueue, of, name, what, most);
    }

    /** Returns the limit as it is configured, such as {@code user.node=4} or {@code user:alice.jobs=8}. */
    @Override
    public String toString() {
        return of.word() + (name.isEmpty() ? "" : ":" + name) + "." + what + "=" + most;
    }
}
