package io.banyan.instance.hierarchy;

import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.mapping.PartitionRule;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.queue.Queues;
import java.util.Optional;
import java.util.OptionalLong;

/** Facts about the jobs of queues that book jobs when they are submitted. */
public final class BookedJobs {
    private BookedJobs() {}

    /** Whether the queue of a job books jobs when they are submitted. */
    public static boolean isBookedAtSubmission(InstanceState state, Jobspec jobspec) {
        Queues queues = state.config().queues();
        return queues.policy(queues.queueOf(jobspec)).booksAtSubmission();
    }

    /** Returns the rule by which the nodes of a job are chosen; empty where its match policy has none. */
    public static Optional<PartitionRule> rule(InstanceState state, Jobspec jobspec) {
        return jobspec.attributes()
                .extensions()
                .policy()
                .map(MatchPolicy::parse)
                .orElse(state.resources().matcher().policy())
                .rule();
    }

    /** Whether a job takes its nodes while it runs, so that it is accepted and waits for its first one. */
    public static boolean isLeak(InstanceState state, Jobspec jobspec) {
        return isBookedAtSubmission(state, jobspec)
                && rule(state, jobspec).filter(PartitionRule::isLeak).isPresent();
    }

    /** Returns the earliest start that a job requests; 0 where it requests none. */
    public static long beginSec(Jobspec jobspec) {
        OptionalLong beginMillis = Conditions.of(jobspec).beginMillis();
        return beginMillis.isEmpty() ? 0 : Math.ceilDiv(beginMillis.getAsLong(), 1000L);
    }
}
