package io.banyan.instance.message.client;

import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/**
 * One run of the matcher, without its result.
 *
 * @param id the job id that the request took, whether such a job exists now or not; empty for a check of
 *     satisfiability, and if no match was made
 * @param atSec the planner's time of the match
 * @param nanos the time that the matcher took; 0 if it was not measured
 * @param preorder the number of visited vertices, see {@link io.banyan.match.Visits}
 * @param postorder the number of vertices that fitted with all below them
 */
public record MatchRun(Optional<JobId> id, long atSec, long nanos, long preorder, long postorder) {
    /** Nothing was matched. */
    public static final MatchRun NONE = new MatchRun(Optional.empty(), 0, 0, 0, 0);

    /** Checks that nothing is missing. */
    public MatchRun {
        Objects.requireNonNull(id, "id");
    }

    public MatchRun taking(JobId taken) {
        return new MatchRun(Optional.of(taken), atSec, nanos, preorder, postorder);
    }
}
