package io.banyan.elastic;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * A job that waits, or runs, as a policy sees it.
 *
 * @param number its own, by which proposals name it
 * @param bounds how much it can run with
 * @param priority the higher comes first
 * @param submittedSec of two of the same priority the one that came earlier comes first
 * @param prospect how it gets on, where that is known
 */
public record ElasticJob(long number, Malleable bounds, int priority, long submittedSec, Optional<Prospect> prospect) {
    /** The order in which jobs come: by priority, then by submission, then by number. */
    public static final Comparator<ElasticJob> FIRST = Comparator.comparingInt(ElasticJob::priority)
            .reversed()
            .thenComparingLong(ElasticJob::submittedSec)
            .thenComparingLong(ElasticJob::number);

    /** Checks that nothing is missing. */
    public ElasticJob {
        Objects.requireNonNull(bounds, "bounds");
        Objects.requireNonNull(prospect, "prospect");
    }

    /** Whether it comes before another one. */
    public boolean isBefore(ElasticJob other) {
        return FIRST.compare(this, other) < 0;
    }
}
