package io.banyan.jobspec;

import io.banyan.rset.IdSet;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Other jobs that must have ended before a job may start (RFC 26).
 *
 * @param jobs their numbers: one, or those of an array; all of them must have ended as the scheme says
 */
public record Dependency(Scheme scheme, IdSet jobs) {
    /** How the others must have ended. */
    public enum Scheme {
        /** Well. */
        AFTEROK,
        /** In any way. */
        AFTERANY,
        /** Not well. */
        AFTERNOTOK;

        /** The name in a jobspec. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static List<String> words() {
            return Arrays.stream(values()).map(Scheme::word).toList();
        }
    }

    /** Checks that there are jobs. */
    public Dependency {
        Objects.requireNonNull(scheme, "scheme");
        if (jobs.isEmpty()) {
            throw new IllegalArgumentException("'" + scheme.word() + "' names no job");
        }
    }

    @Override
    public String toString() {
        return scheme.word() + ":" + jobs;
    }
}
