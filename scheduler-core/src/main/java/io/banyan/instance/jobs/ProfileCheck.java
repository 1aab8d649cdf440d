package io.banyan.instance.jobs;

import io.banyan.instance.hierarchy.BookedJobs;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NodeProfile;
import io.banyan.mapping.PartitionRule;
import io.banyan.match.shape.ShapedRequest;
import io.banyan.queue.QueuePolicy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Checks whether a queue can book the nodes of a job by their number over its time. */
final class ProfileCheck {
    private static final String POLICY = "the match policy '" + PartitionRule.FORESIGHT.word() + "' ";

    private final InstanceState state;

    ProfileCheck(InstanceState state) {
        this.state = state;
    }

    /** Returns a jobspec with the profile of a job that needs its nodes at all times, if it declares no other one. */
    Jobspec completed(Jobspec jobspec) {
        if (!BookedJobs.booksProfile(state, jobspec)
                || jobspec.attributes().extensions().profile().isPresent()) {
            return jobspec;
        }
        OptionalInt nodes = ShapedRequest.nodes(jobspec.resources());
        return nodes.isEmpty() ? jobspec : jobspec.withProfile(NodeProfile.constant(nodes.getAsInt()));
    }

    /** Returns why a job cannot have its profile, as one sentence; empty if it can, or has none. O(entries + nodes). */
    Optional<String> obstacle(Jobspec jobspec) {
        Optional<NodeProfile> declared = jobspec.attributes().extensions().profile();
        if (!BookedJobs.booksProfile(state, jobspec)) {
            return declared.isEmpty()
                    ? Optional.empty()
                    : Optional.of("a profile requires a queue with the policy " + QueuePolicy.DEADLINE.name()
                            + " and the match policy " + PartitionRule.FORESIGHT.word());
        }
        OptionalInt nodes = ShapedRequest.nodes(jobspec.resources());
        if (nodes.isEmpty() || declared.isEmpty()) {
            return Optional.of(POLICY + "books nodes by their number, so a job must request a number of whole nodes, "
                    + "such as -N 2");
        }
        if (!(jobspec.attributes().constraint() instanceof Constraint.Any)) {
            return Optional.of(POLICY + "books nodes by their number, so neither a job nor its queue can have "
                    + "conditions on nodes");
        }
        return obstacle(declared.get(), nodes.getAsInt(), jobspec.attributes().durationSec());
    }

    private Optional<String> obstacle(NodeProfile profile, int nodes, long durationSec) {
        List<NodeProfile.Entry> entries = profile.entries();
        if (entries.getFirst().nodes() != nodes) {
            return Optional.of(
                    "the profile starts with " + count(entries.getFirst().nodes()) + ", and the job requests "
                            + count(nodes) + "; both must be equal");
        }
        if (entries.getLast().atSec() >= durationSec) {
            return Optional.of(
                    "the profile has an entry at " + entries.getLast().atSec() + " s, and the job runs for "
                            + durationSec + " s; entries must be before its end");
        }
        int there = state.schedule().promises().all();
        NodeProfile.Entry most = profile.most();
        return most.nodes() > there
                ? Optional.of("the profile has " + count(most.nodes()) + " at " + most.atSec()
                        + " s, and this instance has " + count(there))
                : Optional.empty();
    }

    private static String count(int nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }
}
