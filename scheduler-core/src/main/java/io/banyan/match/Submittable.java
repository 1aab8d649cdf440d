package io.banyan.match;

import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Malleability;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.SubmissionCheck;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;

/**
 * Checks a jobspec for a submission, as far as the checks do not depend on the instance: those of {@link
 * SubmissionCheck}, its dependencies, deadline, checkpoint, malleability and instance, its match policy, and that its
 * resources do not contradict themselves. Any thread.
 */
public final class Submittable {
    private Submittable() {}

    /**
     * Checks a jobspec. O(its size).
     *
     * @throws JobspecException with one sentence, if no instance accepts it
     */
    public static void check(Jobspec jobspec) throws JobspecException {
        var asked = jobspec.attributes().extensions();
        try {
            SubmissionCheck.check(jobspec);
            var conditions = io.banyan.jobspec.Conditions.of(jobspec);
            if (conditions.deadlineSec().isPresent() && jobspec.attributes().durationSec() == 0) {
                throw new JobspecException("a job with a deadline must have a duration");
            }
            boolean isMalleable = Malleability.of(jobspec).isPresent();
            if (NestedInstance.of(jobspec).isPresent()
                    && (isMalleable || jobspec.tasks().isEmpty())) {
                throw new JobspecException(
                        isMalleable
                                ? "a job that starts an instance is not malleable; its instance can grow and shrink"
                                : "a job that starts an instance has a task, which uses the instance");
            }
            asked.policy().ifPresent(MatchPolicy::parse);
        } catch (IllegalArgumentException e) {
            throw new JobspecException(String.valueOf(e.getMessage()));
        }
        new RequestCheck(TraverserKind.FLEXIBLE, asked).check(jobspec.resources());
    }
}
