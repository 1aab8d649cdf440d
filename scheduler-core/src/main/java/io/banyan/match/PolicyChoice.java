package io.banyan.match;

import io.banyan.jobspec.Extensions;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.NodeProfile;
import io.banyan.mapping.PartitionRule;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.shape.Networks;
import io.banyan.match.shape.ShapedRequest;
import io.banyan.resource.JobId;
import io.banyan.schedule.Schedule;
import java.util.Optional;

/** The policy of a jobspec, and the nodes that a policy with a rule on networks leaves to a match. */
final class PolicyChoice {
    private final Schedule schedule;
    private final Networks networks;
    private final MatchPolicy policy;

    /**
     * The choice for a schedule.
     *
     * @param policy the policy of jobspecs that name none
     */
    PolicyChoice(Schedule schedule, Networks networks, MatchPolicy policy) {
        this.schedule = schedule;
        this.networks = networks;
        this.policy = policy;
    }

    /**
     * Returns the nodes for a match.
     *
     * @param job the running job that grows; empty for a new one
     */
    Networks.Choice choice(MatchPolicy chosen, Jobspec jobspec, Optional<JobId> job) throws JobspecException {
        if (chosen.rule().filter(PartitionRule::isLeak).isEmpty()) {
            return networks.choice(chosen);
        }
        Optional<String> near = jobspec.attributes().extensions().near();
        if (near.isEmpty()) {
            return start(chosen, jobspec);
        }
        if (job.isEmpty()) {
            throw new JobspecException("'near' applies to a grow for a running job, not to a new job");
        }
        Networks.Choice forks =
                networks.forks(chosen, near.get(), schedule.holdings().vertices(job.get()));
        return schedule.promises().contains(job.get()) ? beside(forks, job.get().value()) : forks;
    }

    /** The first nodes of a job, where there is room for those that it declares for later. */
    private Networks.Choice start(MatchPolicy chosen, Jobspec jobspec) {
        Optional<NodeProfile> profile = jobspec.attributes().extensions().profile();
        return profile.isEmpty()
                ? networks.choice(chosen)
                : beside(networks.roomy(chosen, profile.get().most().nodes()), networks.job());
    }

    private Networks.Choice beside(Networks.Choice choice, long job) {
        return choice.beside(places -> schedule.promises().claims(places), job);
    }

    /**
     * Returns the policy for a jobspec.
     *
     * @throws JobspecException if the jobspec names a policy that does not exist or does not fit it
     */
    MatchPolicy policyFor(Jobspec jobspec) throws JobspecException {
        Extensions asked = jobspec.attributes().extensions();
        try {
            MatchPolicy named = asked.policy().map(MatchPolicy::parse).orElse(policy);
            MatchPolicy chosen =
                    asked.nodeExclusive().map(named::withNodeExclusive).orElse(named);
            ShapedRequest.check(chosen, jobspec.resources(), asked);
            return chosen;
        } catch (IllegalArgumentException e) {
            throw new JobspecException("attributes.system.banyan.policy: " + e.getMessage());
        }
    }
}
