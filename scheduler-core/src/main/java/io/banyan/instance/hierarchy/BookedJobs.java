package io.banyan.instance.hierarchy;

import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.mapping.ForesightJob;
import io.banyan.mapping.PartitionRule;
import io.banyan.mapping.ProcessProfile;
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

    /** Whether the nodes of a job are booked by their number over its time. */
    public static boolean booksProfile(InstanceState state, Jobspec jobspec) {
        return isBookedAtSubmission(state, jobspec)
                && rule(state, jobspec).filter(PartitionRule::booksProfiles).isPresent();
    }

    /**
     * Whether a job has a profile and a deadline by which its queue can book it. A job that waited in its queue before
     * that had its present policies may have none.
     */
    public static boolean isPromised(InstanceState state, Jobspec jobspec) {
        return booksProfile(state, jobspec)
                && jobspec.attributes().extensions().profile().isPresent()
                && Conditions.of(jobspec).deadlineSec().isPresent();
    }

    /**
     * Returns a job with a profile as a plan books it. It has to end at its deadline, and before the end of the time of
     * the instance.
     *
     * @param submitSec when it was submitted
     */
    public static ForesightJob foresight(InstanceState state, long number, Jobspec jobspec, long submitSec) {
        long runSec = jobspec.attributes().durationSec();
        return new ForesightJob(
                number,
                Math.max(submitSec, beginSec(jobspec)),
                runSec,
                Math.min(
                        Conditions.of(jobspec).deadlineSec().orElseThrow(),
                        state.schedule().horizon().endSec()),
                profile(jobspec));
    }

    /** Returns the profile of a job that has one, with its end at the job's time limit. */
    public static ProcessProfile profile(Jobspec jobspec) {
        return ProcessProfile.of(
                jobspec.attributes().extensions().profile().orElseThrow(),
                jobspec.attributes().durationSec());
    }

    /** Returns the earliest start that a job requests; 0 where it requests none. */
    public static long beginSec(Jobspec jobspec) {
        OptionalLong beginMillis = Conditions.of(jobspec).beginMillis();
        return beginMillis.isEmpty() ? 0 : Math.ceilDiv(beginMillis.getAsLong(), 1000L);
    }
}
