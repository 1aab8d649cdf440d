package io.banyan.jobspec;

import io.banyan.rset.IdSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Other jobs that must have started, or ended, before a job may start (RFC 26).
 *
 * @param jobs their numbers: one, or those of an array. None for {@link Scheme#SINGLETON} in a jobspec, whose jobs
 *     follow from its name and owner
 * @param any whether one of them is enough; else all of them must have come so far
 */
public record Dependency(Scheme scheme, IdSet jobs, boolean any) {
    /** The condition that the other jobs must have met. */
    public enum Scheme {
        /** The other job started. */
        AFTER,
        /** The other job ended well. */
        AFTEROK,
        /** The other job ended in any way, whether it had started or not. */
        AFTERANY,
        /** The other job started, and did not end well. */
        AFTERNOTOK,
        /**
         * The other job started, and something else than its own command ended it: a cancel, its time limit, a lost
         * node.
         */
        AFTEREXCEPT,
        /** All jobs of the same name and owner that were submitted before ended. */
        SINGLETON;

        /** The name in a jobspec. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The names of all, in their order. */
        public static List<String> words() {
            return Arrays.stream(values()).map(Scheme::word).toList();
        }
    }

    /** On all of these jobs. */
    public Dependency(Scheme scheme, IdSet jobs) {
        this(scheme, jobs, false);
    }

    /** Checks that there are jobs. */
    public Dependency {
        Objects.requireNonNull(scheme, "scheme");
        if (jobs.isEmpty() && scheme != Scheme.SINGLETON) {
            throw new IllegalArgumentException("'" + scheme.word() + "' does not name a job");
        }
    }

    @Override
    public String toString() {
        return scheme.word() + (jobs.isEmpty() ? "" : ":" + jobs) + (any ? "?any=true" : "");
    }
}
