package io.banyan.instance.message.client;

import io.banyan.resource.JobId;
import java.util.Objects;
import java.util.Optional;

/**
 * One try to match, apart from what came of it.
 *
 * @param id the job id that the request took, whether there is such a job now or not; empty for a question about
 *     satisfiability, and for what was no match
 * @param atSec the planner's time at which it was matched
 * @param nanos how long the matcher took; 0 where nobody measures
 * @param preorder vertices that were looked at, see {@link io.banyan.match.Visits}
 * @param postorder vertices that fitted with all below them
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
